/** Servers below the level of well-behaved HTTP: raw bytes, TLS, HTTP/2. Each listens on a free port of 127.0.0.1. */
import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { TEST_CERT, TEST_KEY } from './tls.ts';

/** A server under test. `await using` stops it and ends its connections. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>` or `https://…` */
  readonly url: string;
  readonly connections: () => number;
  readonly open: () => number;
}

export async function listen(
  server: Server,
  scheme: 'http' | 'https',
  host = '127.0.0.1',
): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Clients under test close connections at any moment.
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    port,
    url: `${scheme}://${name}:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    [Symbol.asyncDispose]: stop,
  };
}

/** Sends raw bytes for each request; `onRequest` gets the socket when the request's header is complete. */
export function rawServer(
  onRequest: (socket: Socket, head: string) => void,
  options: { tls?: boolean } = {},
): Promise<TestServer> {
  const onConnection = (socket: Socket) => {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      head += data.toString('latin1');
      for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
        const one = head.slice(0, end);
        head = head.slice(end + 4);
        onRequest(socket, one);
      }
    });
  };
  if (options.tls !== true) return listen(createServer(onConnection), 'http');
  const server = createHttpsServer({ key: TEST_KEY, cert: TEST_CERT });
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', onConnection);
  return listen(server, 'https');
}

/** An HTTP/2 server with the test certificate, which may speak HTTP/1.1, too. */
export function h2Server(
  configure: (server: Http2SecureServer) => void,
  options: { maxConcurrentStreams?: number; allowHTTP1?: boolean; minVersion?: SecureVersion } = {},
): Promise<TestServer> {
  const { maxConcurrentStreams, ...more } = options;
  const settings = maxConcurrentStreams === undefined ? {} : { maxConcurrentStreams };
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERT, settings, ...more });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream) => stream.on('error', () => undefined));
  configure(server);
  return listen(server, 'https');
}

/** An HTTP/2 server that handles each stream like this; default: 200 `ok`. */
export function h2Streams(
  onStream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void = answerOk,
  options?: Parameters<typeof h2Server>[1],
): Promise<TestServer> {
  return h2Server((server) => server.on('stream', onStream), options);
}

export function answerOk(stream: ServerHttp2Stream): void {
  stream.respond({ ':status': 200 });
  stream.end('ok');
}
