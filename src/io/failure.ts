/** Errors of sockets, TLS, DNS and undici → the closed set of failures, each with one plain sentence. */
import type { FailureReason, HeaderList, HttpFailure } from './io.ts';

const REASONS: readonly (readonly [RegExp, FailureReason])[] = [
  [/^ERR_FORBIDDEN_ADDRESS$/, 'forbidden'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ENETDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'connect',
  ],
  [
    /^(ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/,
    'tls',
  ],
  [
    /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_INFO|ERR_HTTP2_\w+|Z_\w+|ERR_BROTLI_\w+|ERR__ERROR_\w+|ZSTD_\w+)$/,
    'protocol',
  ],
];

const SENTENCES: Record<FailureReason, string> = {
  dns: 'the host name does not resolve',
  connect: 'no connection could be made',
  tls: 'the TLS handshake failed',
  timeout: 'no complete answer in time',
  reset: 'the connection was closed before the answer was complete',
  protocol: 'the answer is not valid HTTP',
  forbidden: 'the address may not be called',
  deadline: 'the audit ended before an answer came',
  budget: 'the audit had used up its number of requests',
  unrecorded: 'the recording does not hold this request',
};

/**
 * Describes why a request failed.
 *
 * @param known the reason, where the caller knows it better than the error tells
 */
export function describeFailure(
  error: unknown,
  known?: FailureReason,
  seen: { timeoutMs?: number; partial?: { status: number; headers: HeaderList } | undefined } = {},
): HttpFailure {
  const code = codeOf(error);
  const reason = known ?? reasonOf(code);
  const detail =
    reason === 'timeout' && seen.timeoutMs !== undefined
      ? `${seen.timeoutMs / 1000} s`
      : reason === 'forbidden' && error instanceof Error
        ? error.message
        : code;
  const message = detail === undefined ? SENTENCES[reason] : `${SENTENCES[reason]} (${detail})`;
  return seen.partial === undefined ? { reason, message } : { reason, message, partial: seen.partial };
}

/** Describes why no connection came about. */
export function connectFailure(error: unknown): HttpFailure {
  const code = codeOf(error);
  const reason = reasonOf(code);
  return describeFailure(
    error,
    reason === 'reset' && code?.startsWith('ECONN') !== true ? 'connect' : reason,
  );
}

function reasonOf(code: string | undefined): FailureReason {
  return REASONS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'reset';
}

/** The first code in an error, its causes and, for a connection tried over several addresses, its parts. */
function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code } = current as { code?: unknown };
    if (current instanceof AggregateError && current.errors.length > 0) {
      current = current.errors[0];
    } else if (typeof code === 'string') {
      return code;
    } else {
      current = current.cause;
    }
  }
  return undefined;
}
