/** A real proxy for tests: CONNECT and absolute-form requests, with credentials if required. */
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { listen, type TestServer } from './servers.ts';

interface TestProxy extends TestServer {
  readonly asked: readonly string[];
}

interface ProxyOptions {
  /** The required pair `user:password`. */
  readonly credentials?: string;
  /** The real address of a host, as `127.0.0.1:8080`; default: the address of its name. */
  readonly places?: Readonly<Record<string, string>>;
}

/** Serves a proxy on a free port of 127.0.0.1. */
export async function serveProxy({ credentials, places = {} }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const placeOf = (authority: string) => new URL(`http://${places[authority] ?? authority}`);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (expected !== undefined && request.headers['proxy-authorization'] !== expected) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('who are you?');
      return;
    }
    const url = new URL(request.url ?? '');
    const { hostname, port } = placeOf(url.host);
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const path = url.pathname + url.search;
    const options = { host: hostname, port, method: request.method, path, headers, agent: false };
    const inner = httpRequest(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.writeHead(502).end());
    request.pipe(inner);
  });
  server.on('connect', (request, socket, head) => {
    asked.push(`CONNECT ${request.url}`);
    socket.on('error', () => undefined);
    if (expected !== undefined && request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    const { hostname, port } = placeOf(request.url ?? '');
    const inner = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('close', () => inner.destroy());
  });
  return { ...(await listen(server, 'http')), asked };
}
