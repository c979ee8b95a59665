/** Maps errors from sockets, TLS, DNS and undici to a fixed set of failures, each with one plain sentence. */
import type { FailureReason, HttpFailure } from './io.ts';

/** Failure reasons by error code. A code that is not listed means a broken connection (`reset`). */
const REASONS: readonly (readonly [RegExp, FailureReason])[] = [
  [/^ERR_FORBIDDEN_ADDRESS$/, 'forbidden'],
  [/^ERR_PROXY$/, 'proxy'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ENETDOWN|ETIMEDOUT|EACCES|EPERM|(UND_)?ERR_CONNECT_TIMEOUT)$/,
    'connect',
  ],
  [
    /^(?:ERR_TLS_CERT_|ERR_SSL_TLSV1\d?_ALERT_CERTIFICATE_REQUIRED$|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_|PATH_LENGTH_EXCEEDED$|UNSPECIFIED$)/,
    'certificate',
  ],
  [/^(ERR_TLS_\w+|ERR_SSL_.+|ERR_OSSL_\w+|EPROTO)$/, 'tls'],
  // In HTTP/2, a reset stream or a session ended by the server counts as a closed connection (RFC 9113 section 7).
  [/^ERR_HTTP2_(STREAM|SESSION)_(ERROR|CANCEL)$/, 'reset'],
  [
    /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|ERR_HTTP2_\w+|ERR_ASSERTION|Z_\w+|ERR_BROTLI_\w+|ERR__ERROR_\w+|ZSTD_\w+)$/,
    'protocol',
  ],
];

const WRONG_LENGTH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const SENTENCES: Record<FailureReason, string> = {
  dns: 'the host name could not be resolved',
  connect: 'no connection could be made',
  certificate: 'TLS failed because of a certificate',
  tls: 'the TLS handshake failed',
  timeout: 'no complete response in time',
  reset: 'the connection was closed before the response was complete',
  protocol: 'the response is not valid HTTP',
  forbidden: 'the audit may not connect to this address',
  proxy: 'the proxy did not forward the request',
  deadline: 'the audit ended before a response arrived',
  budget: 'the audit reached its maximum number of requests',
  unrecorded: 'the recording does not contain this request',
};

/** Explanations of error codes that say little to a reader. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(Z_|ERR_BROTLI_|ERR__ERROR_|ZSTD_)/, 'the body does not match its Content-Encoding'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'the headers are too large'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'the body length differs from Content-Length'],
  [/^(HPE_|ERR_ASSERTION)/, 'it cannot be parsed'],
];

/** Explanations of parser errors for responses that are not valid HTTP/1.1 (RFC 9112). */
const MALFORMED: readonly (readonly [RegExp, string])[] = [
  [/^Missing expected CR/, 'a line ends in a bare LF'],
  [/^Expected LF after chunk data/, 'a chunk is longer than its declared size'],
  [/^(Expected LF after|Missing expected LF)/, 'a CR is not followed by LF'],
  [/^Invalid character in chunk size/, 'a chunk size is not a hexadecimal number'],
  [/^(Duplicate Content-Length|Content-Length already present)/, 'more than one Content-Length'],
  [/can't be present with/, 'both Content-Length and Transfer-Encoding'],
  [/Content-Length/, 'Content-Length is not a number'],
  [/^Invalid (status code|response status)/, 'the status line has no three-digit status'],
  [/^Invalid HTTP version/, 'the status line has an unknown HTTP version'],
  [/^Expected HTTP\//, 'the status line is not HTTP/1.1'],
  [/^Invalid header token/, 'a header has an invalid name'],
  [/^Invalid header value char/, 'a header value contains a control character'],
  [/^Unexpected space after start line/, 'white space before the first header'],
  [/^Unexpected whitespace after header value/, 'a header is folded over several lines'],
  [/^Header overflow/, 'the headers are too large'],
  [/^bad response$/, 'an unsolicited 100 (Continue)'],
  [/^bad upgrade$/, 'an unsolicited 101 (Switching Protocols)'],
];

/** Explanations of TLS error codes, and of OpenSSL's certificate messages that have no code. */
const OF_TLS: readonly (readonly [RegExp, string])[] = [
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/, "the server's certificate is self-signed"],
  [/^SELF_SIGNED_CERT_IN_CHAIN$/, "the server's certificate authority is not trusted here"],
  [/^UNABLE_TO_/, "the server's certificate chain is incomplete or its authority not trusted here"],
  [/^CERT_HAS_EXPIRED$/, "the server's certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "the server's certificate is not valid yet"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the server's certificate is for another name"],
  [/^UNSPECIFIED .*key too weak/i, "the server's certificate has a weak key"],
  [/^UNSPECIFIED .*digest algorithm too weak/i, "the server's certificate is signed with a weak digest"],
  [/_CERTIFICATE_REQUIRED$/, 'the server requires a client certificate'],
  [/_ALERT_HANDSHAKE_FAILURE$/, 'no common cipher, or the server requires a client certificate'],
  [/_(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL)$/, 'the server does not support TLS 1.2 or later'],
  [/_KEY_TOO_SMALL$/, "the server's key is too weak"],
  [/_UNRECOGNIZED_NAME$/, 'the server has no certificate for this name'],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG)$/, 'the port does not speak TLS'],
];

interface FailureContext {
  readonly timeoutMs?: number;
  readonly partial?: HttpFailure['partial'];
}

/** Describes why a request failed. `known` is the reason, if the caller knows more than the error says. */
export function describeFailure(
  error: unknown,
  known?: FailureReason,
  context: FailureContext = {},
): HttpFailure {
  const code = codeOf(error);
  const reason = known ?? (malformedIn(error) === undefined ? reasonOf(code) : 'protocol');
  const detail = detailOf(reason, code, error, context);
  const message = detail === undefined ? SENTENCES[reason] : `${SENTENCES[reason]} (${detail})`;
  return context.partial === undefined ? { reason, message } : { reason, message, partial: context.partial };
}

/** Describes why no connection was made. A connection that closes during the handshake counts as not made. */
export function connectFailure(error: unknown, context: { secure: boolean; timeoutMs: number }): HttpFailure {
  const reason = reasonOf(codeOf(error));
  return describeFailure(error, reason === 'reset' ? (context.secure ? 'tls' : 'connect') : reason, context);
}

/** Returns whether the error means that the server requires HTTP/1.1 (RFC 9113 section 7, HTTP_1_1_REQUIRED). */
export function asksForHttp1(error: unknown): boolean {
  return http2CodeOf(error) === 0xd;
}

/** Returns whether to retry with Node's client, which accepts an unsolicited 100, folded headers and more than 127 headers. */
export function isForNode(error: unknown): boolean {
  if (codeOf(error) === WRONG_LENGTH || http2CodeOf(error) === 0xb) return true;
  return /^(bad response|Unexpected whitespace after header value|Invalid header value char)/.test(
    wordsOf(error),
  );
}

function http2CodeOf(error: unknown): unknown {
  return error instanceof Error && 'http2ErrorCode' in error ? error.http2ErrorCode : undefined;
}

/** Returns the parser's message, without the text that undici puts around it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, reason } = error as Error & { reason?: unknown };
  if (typeof reason === 'string') return reason;
  return error.name === 'HTTPParserError'
    ? message.slice(message.indexOf('(') + 1, message.lastIndexOf(')'))
    : message;
}

/** Returns why a parser refused a response; `undefined` for other errors. */
function malformedIn(error: unknown): string | undefined {
  const isParsers = error instanceof Error && error.name === 'HTTPParserError';
  const words = wordsOf(error);
  const meaning = MALFORMED.find(([pattern]) => pattern.test(words))?.[1];
  return meaning ?? (isParsers ? 'it cannot be parsed' : undefined);
}

function reasonOf(code: string | undefined): FailureReason {
  return REASONS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'reset';
}

function detailOf(
  reason: FailureReason,
  code: string | undefined,
  error: unknown,
  { timeoutMs, partial }: FailureContext,
): string | undefined {
  const timedOut = reason === 'timeout' || code?.endsWith('ERR_CONNECT_TIMEOUT') === true;
  if (timedOut && timeoutMs !== undefined) return `${timeoutMs / 1000} s`;
  if (reason === 'forbidden' || reason === 'proxy') return error instanceof Error ? error.message : undefined;
  if (reason === 'certificate' || reason === 'tls') {
    const words = `${code}${code === 'UNSPECIFIED' ? ` ${wordsOf(error)}` : ''}`;
    const meaning = OF_TLS.find(([pattern]) => pattern.test(words))?.[1];
    return meaning === undefined ? code : `${meaning}: ${code}`;
  }
  // undici also uses this code for malformed data after a Content-Length header. In this case, no headers were received.
  if (code === WRONG_LENGTH && partial === undefined) return 'the headers cannot be parsed';
  // undici's own codes name its classes, not the fault, so messages omit these codes.
  const meaning =
    malformedIn(error) ?? MEANINGS.find(([pattern]) => code !== undefined && pattern.test(code))?.[1];
  return meaning ?? (code?.startsWith('UND_ERR_') === true ? undefined : code);
}

/** Returns the code of an error or its causes. If several addresses were tried, uses the most useful of their errors. */
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

/** Returns the most useful error. If there is no route for IPv6, for example, the error for IPv4 says more about the server. */
function mostTelling(errors: readonly unknown[]): unknown {
  return (
    errors.find((error) => !/^E(NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL)$/.test(codeOf(error) ?? '')) ?? errors[0]
  );
}
