import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { listen, type TestServer } from '../servers.ts';
import { LOOPBACK_CERT, TEST_KEY } from '../tls.ts';

/** The number of writes in one turn of the event loop: a client that keeps up must not block this process. */
const WRITES = 64;

/** Writes endlessly, as fast as the other side reads. */
export function floodOn(socket: Socket, make: () => Buffer | string): void {
  // Each request may start a flood on the same socket.
  socket.setMaxListeners(0);
  const write = () => {
    for (let i = 0; i < WRITES; i++) {
      if (socket.destroyed || !socket.writable) return;
      if (!socket.write(make())) {
        socket.once('drain', write);
        return;
      }
    }
    setImmediate(write);
  };
  write();
}

export function dripOn(socket: Socket, ms: number, make: () => Buffer | string): void {
  const timer = setInterval(() => socket.writable && socket.write(make()), ms);
  socket.once('close', () => clearInterval(timer));
}

export const site = (listener: RequestListener) => (host: string) => {
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, listener);
  return listen(server, 'http', host);
};

export const secureSite = (listener: RequestListener) => (host: string) =>
  listen(createHttpsServer({ key: TEST_KEY, cert: LOOPBACK_CERT }, listener), 'https', host);

/** A request line: `GET /robots.txt`. `nth` counts the requests of a connection from 1. */
interface RawRequest {
  readonly line: string;
  readonly isHome: boolean;
  readonly nth: number;
}

/** Serves raw bytes. `onRequest` is called when the header of a request is complete; request bodies are ignored. */
export const wireSite =
  (onRequest: (socket: Socket, request: RawRequest) => void, onConnection?: (socket: Socket) => void) =>
  (host: string): Promise<TestServer> => {
    const server = createSocketServer((socket) => {
      let head = '';
      let nth = 0;
      socket.on('error', () => undefined);
      onConnection?.(socket);
      socket.on('data', (data) => {
        head += data.toString('latin1');
        for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
          const one = head.slice(0, end);
          head = head.slice(end + 4);
          const [, line = ''] = /(\w+ \S+) HTTP\/1\.1/.exec(one) ?? [];
          nth += 1;
          onRequest(socket, { line, isHome: line === 'GET /', nth });
        }
      });
    });
    return listen(server, 'http', host);
  };

export const HOME = '<!doctype html><html lang=en><title>Home</title><h1>Home</h1>';

export function raw(status: number, type: string, body: string, ...fields: readonly string[]): string {
  const head = [
    `HTTP/1.1 ${status} x`,
    `Content-Type: ${type}`,
    ...fields,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

export const RAW_HOME = raw(200, 'text/html', HOME);
export const RAW_404 = raw(404, 'text/plain', 'no');

export function sendHome(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(HOME);
}

export function send404(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
}

/** Responds to the root normally, and to everything else with `listener`. */
export const beneathHome =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    request.url === '/' && request.method === 'GET' ? sendHome(response) : listener(request, response);

const MIB = 1024 * 1024;
/** Returns a body of exactly this many bytes: a beginning, then a repeated piece. */
export function filled(piece: string, { begin = '', end = '', bytes = 2 * MIB } = {}): string {
  const room = bytes - begin.length - end.length;
  return begin + piece.repeat(Math.max(0, Math.floor(room / piece.length))) + end;
}
