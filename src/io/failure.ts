/** Errors of sockets, TLS, DNS and undici → the closed set of failures, each with one plain sentence. */
import type { FailureReason, HttpFailure } from './io.ts';

/** Error codes, by what they mean. What is not listed is a connection that broke: `reset`. */
const REASONS: readonly (readonly [RegExp, FailureReason])[] = [
  [/^ERR_FORBIDDEN_ADDRESS$/, 'forbidden'],
  [/^ERR_PROXY$/, 'proxy'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ENETDOWN|ETIMEDOUT|EACCES|EPERM|(UND_)?ERR_CONNECT_TIMEOUT)$/,
    'connect',
  ],
  [
    /^(ERR_TLS_\w+|ERR_SSL_\w+|ERR_OSSL_\w+|EPROTO|CERT_\w+|\w+_SELF_SIGNED_CERT|SELF_SIGNED_CERT_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH|INVALID_\w+|PATH_LENGTH_EXCEEDED)$/,
    'tls',
  ],
  // A stream that the server resets, or a session that it ends, is HTTP/2 for a closed connection (RFC 9113 section 7).
  [/^ERR_HTTP2_(STREAM|SESSION)_(ERROR|CANCEL)$/, 'reset'],
  [
    /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_HTTP2_\w+|ERR_ASSERTION|Z_\w+|ERR_BROTLI_\w+|ERR__ERROR_\w+|ZSTD_\w+)$/,
    'protocol',
  ],
];

const SENTENCES: Record<FailureReason, string> = {
  dns: 'the host name could not be resolved',
  connect: 'no connection could be made',
  tls: 'the TLS handshake failed',
  timeout: 'no complete answer in time',
  reset: 'the connection was closed before the answer was complete',
  protocol: 'the answer is not valid HTTP',
  forbidden: 'the address may not be called',
  proxy: 'the proxy did not pass it on',
  deadline: 'the audit ended before an answer came',
  budget: 'the audit had used up its number of requests',
  unrecorded: 'the recording does not hold this request',
};

/** Codes that say little to a reader, and what they mean. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(Z_|ERR_BROTLI_|ERR__ERROR_|ZSTD_)/, 'its body is not in its Content-Encoding'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its header is too large'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'its body is not as long as its Content-Length'],
  [/^(HPE_|ERR_ASSERTION)/, 'it cannot be parsed'],
];

/** What is known about a failure beside its error. */
interface Seen {
  /** The time limit that held, in milliseconds. */
  readonly timeoutMs?: number;
  readonly partial?: HttpFailure['partial'];
}

/**
 * Describes why a request failed.
 *
 * @param known the reason, where the caller knows it better than the error tells
 */
export function describeFailure(error: unknown, known?: FailureReason, seen: Seen = {}): HttpFailure {
  const code = codeOf(error);
  const reason = known ?? (isUnreadable(error) ? 'protocol' : reasonOf(code));
  const detail = detailOf(reason, code, error, seen.timeoutMs);
  const message = detail === undefined ? SENTENCES[reason] : `${SENTENCES[reason]} (${detail})`;
  return seen.partial === undefined ? { reason, message } : { reason, message, partial: seen.partial };
}

/** Describes why no connection came about. A connection that is closed before it is one has failed to connect. */
export function connectFailure(error: unknown, seen: { secure: boolean; timeoutMs: number }): HttpFailure {
  const reason = reasonOf(codeOf(error));
  return describeFailure(error, reason === 'reset' ? (seen.secure ? 'tls' : 'connect') : reason, seen);
}

/** undici's parser gives no code, and says of an unasked-for 100 or 101 only that it is bad. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(error.message);
}

function reasonOf(code: string | undefined): FailureReason {
  return REASONS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'reset';
}

function detailOf(reason: FailureReason, code: string | undefined, error: unknown, timeoutMs?: number) {
  const timedOut = reason === 'timeout' || code?.endsWith('ERR_CONNECT_TIMEOUT') === true;
  if (timedOut && timeoutMs !== undefined) return `${timeoutMs / 1000} s`;
  if (reason === 'forbidden' || reason === 'proxy') return error instanceof Error ? error.message : undefined;
  // undici's own codes name its classes, not what went wrong.
  const meaning = MEANINGS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1];
  return meaning ?? (code?.startsWith('UND_ERR_') === true ? undefined : code);
}

/** The first code in an error, its causes and, for a connection tried over several addresses, its parts. */
function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    const { code } = current as { code?: unknown };
    if (current instanceof AggregateError && current.errors.length > 0) {
      current = mostTelling(current.errors);
    } else if (typeof code === 'string') {
      return code;
    } else {
      current = current.cause;
    }
  }
  return undefined;
}

/** A family that this machine has no route for says nothing of the server where another address was reached. */
function mostTelling(errors: readonly unknown[]): unknown {
  return (
    errors.find((error) => !/^E(NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL)$/.test(codeOf(error) ?? '')) ?? errors[0]
  );
}
