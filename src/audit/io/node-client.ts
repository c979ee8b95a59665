/**
 * Sends requests with Node's own client, each on a new connection. Node reads responses that the standards allow and undici
 * refuses: an unsolicited 100 (RFC 9110 section 15.2), folded headers (RFC 9112 section 5.2), over 127 headers in HTTP/2.
 */
import { type IncomingMessage, request as requestHttp1 } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { Readable } from 'node:stream';
import type { HeaderList } from '../../base/headers.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import { type Connect, type Connection, connectionTo } from './connect.ts';

/** A request as it is sent. If a proxy receives the request, `path` is the whole URL. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** A response whose body is not read yet. The headers are alternating names and values. */
interface Response {
  readonly statusCode: number;
  readonly headers: readonly string[];
  readonly body: Readable;
}

/** The maximum header size in bytes, for HTTP/1.1 and HTTP/2. HTTP/2 adds 32 bytes per header (RFC 9113 section 6.5.2). */
const HEADER_BYTES = 64 * 1024;
const HEADER_FIELDS = HEADER_BYTES / 32;

/**
 * Sends a request on a new connection, which closes after the response or when `signal` aborts.
 * @param to the server to connect to: the origin, or its proxy
 * @param folded whether to accept folded headers
 * @throws errors from the connection or the parser
 */
export async function askThroughNode(
  to: URL,
  connect: Connect,
  message: OutgoingRequest,
  { folded, signal }: { readonly folded: boolean; readonly signal: AbortSignal },
): Promise<Response> {
  const connecting = connectionTo(to, connect);
  const end = () => void connecting.then((socket) => socket.destroy()).catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  const response = connecting.then((socket) =>
    'alpnProtocol' in socket && socket.alpnProtocol === 'h2'
      ? overHttp2(socket, to, message)
      : overHttp1(socket, to, message, folded),
  );
  return untilAborted(response, signal);
}

function overHttp1(
  socket: Connection,
  { host }: URL,
  message: OutgoingRequest,
  folded: boolean,
): Promise<Response> {
  const { method, path, headers, body } = message;
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    const clientRequest = requestHttp1({
      createConnection: () => socket,
      method,
      path,
      headers: { host, ...Object.fromEntries(headers) },
      maxHeaderSize: HEADER_BYTES,
      insecureHTTPParser: folded,
    });
    const fail = (error: Error) => {
      answer?.destroy(error);
      socket.destroy();
      reject(error);
    };
    clientRequest.on('error', fail);
    clientRequest.once('close', () => reject(new Error('closed before any answer')));
    clientRequest.once('upgrade', () => fail(new Error('bad upgrade')));
    clientRequest.once('response', (response) => {
      answer = response;
      const why = folded ? whyNotRead(response) : undefined;
      if (why !== undefined) return fail(Object.assign(new Error(why), { reason: why }));
      resolve({ statusCode: response.statusCode ?? 0, headers: response.rawHeaders, body: response });
    });
    clientRequest.end(body);
  });
}

/** The option `insecureHTTPParser`, which accepts folded headers, also hides other errors. Returns such an error, if any. */
function whyNotRead({ headers, rawHeaders }: IncomingMessage): string | undefined {
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] !== undefined)
    return "Transfer-Encoding can't be present with Content-Length";
  return rawHeaders.some((text) => /[^\P{Cc}\t\x80-\x9f]/u.test(text))
    ? 'Invalid header value char'
    : undefined;
}

function overHttp2(socket: Connection, { origin }: URL, message: OutgoingRequest): Promise<Response> {
  const { method, path, headers, body } = message;
  return new Promise((resolve, reject) => {
    const session = connectHttp2(origin, {
      createConnection: () => socket,
      settings: { enablePush: false },
      maxHeaderListPairs: HEADER_FIELDS,
    });
    session.on('error', reject);
    session.once('close', () => reject(new Error('closed before any answer')));
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const stream = session.request(
      { ':method': method, ':path': path, ...Object.fromEntries(headers), ...length },
      { endStream: body === undefined },
    );
    stream.on('error', (error) => reject(Object.assign(error, { http2ErrorCode: stream.rstCode })));
    // Destroys the session later, because Node may crash if a session is destroyed within a callback of its HTTP/2 library.
    stream.once('close', () => setImmediate(() => session.destroy()));
    // Skips the status, which is the only pseudo-header of a response and comes first (RFC 9113 section 8.3).
    stream.once('response', ({ ':status': statusCode = 0 }, _flags, [, , ...raw]) =>
      resolve({ statusCode, headers: raw, body: stream }),
    );
    if (body !== undefined) stream.end(body);
  });
}
