/** Servers that cannot handle eight concurrent requests: a demo site with each kind of transient failure found on the web. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createSecureServer, constants as h2, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { DemoSite, Handler } from '../../app/demo/site.ts';
import { listen, type TestServer } from '../servers.ts';
import { TEST_CERT, TEST_KEY } from '../tls.ts';

/** A handler in front of a site: it may respond itself, delay the request, or pass it on. */
export type Strain = (site: RequestListener) => RequestListener;

/** The server's treatment of connections, if the failures are not in the requests. */
type ConnectionStrain = (server: Server) => void;

export interface StrainedOptions {
  readonly strain?: Strain;
  readonly connections?: ConnectionStrain;
  readonly http2?: boolean;
  /** The scheme that the site sees and writes into its documents. */
  readonly writes?: 'http' | 'https';
}

/** Serves a demo site with transient failures; `await using` stops it. */
export async function serveStrained(
  site: DemoSite,
  { strain = (inner) => inner, connections, http2 = false, writes }: StrainedOptions,
): Promise<TestServer> {
  let handler: Handler = () => new Response('Starting', { status: 503 });
  const inner = getRequestListener((request) => handler(request), { overrideGlobalObjects: false });
  const listener = strain((request, response) => void inner(request, response));
  const server = http2
    ? createSecureServer({ key: TEST_KEY, cert: TEST_CERT }, (request, response) =>
        listener(
          request as unknown as IncomingMessage,
          response as unknown as ServerResponse<IncomingMessage> & { req: IncomingMessage },
        ),
      )
    : createServer(listener);
  if (connections !== undefined) connections(server as Server);
  const served = await listen(server, http2 ? 'https' : 'http');
  const url = writes === undefined ? served.url : served.url.replace(/^https?/, writes);
  handler = site.create(url, new Date());
  return served;
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(`<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>nginx</body></html>`);
};

function whenOver(response: ServerResponse, then: () => void): void {
  let over = false;
  const once = (): void => {
    if (!over) then();
    over = true;
  };
  response.on('finish', once);
  response.on('close', once);
}

/** nginx `limit_conn`: refuses requests while `most` are in flight. Each takes a moment, so that they overlap. */
export function limitConn(most: number): Strain {
  let underWay = 0;
  return (site) => (request, response) => {
    if (underWay >= most) return refuse(response, 503);
    underWay += 1;
    whenOver(response, () => {
      underWay -= 1;
    });
    setTimeout(() => site(request, response), 15);
  };
}

/** The first request for each path (and method, and media type) is refused. */
export function oncePerPath(status: number): Strain {
  const seen = new Set<string>();
  return (site) => (request, response) => {
    const key = `${request.method} ${request.url} ${request.headers.accept}`;
    if (!seen.has(key)) {
      seen.add(key);
      return refuse(response, status);
    }
    site(request, response);
  };
}

/** HTTP/2: refuses streams while `most` are open (RFC 9113 section 8.7, REFUSED_STREAM). */
export function refusesStreams(most: number): Strain {
  let underWay = 0;
  return (site) => (request, response) => {
    if (underWay >= most) {
      const { stream } = request as unknown as { stream: { close(code: number): void } };
      stream.close(h2.NGHTTP2_REFUSED_STREAM);
      return;
    }
    underWay += 1;
    whenOver(response, () => {
      underWay -= 1;
    });
    setTimeout(() => site(request, response), 15);
  };
}

/**
 * HTTP/2: ends each connection after its first response (RFC 9113 section 6.8, GOAWAY), as nginx does with
 * `keepalive_requests 1`.
 */
export function endsConnections(server: Server): void {
  server.on('stream', (stream: ServerHttp2Stream) => stream.session?.goaway(0, stream.id));
}

/** Accepts `most` connections at a time and closes the others at once. */
export function closesExtra(most: number): ConnectionStrain {
  return (server) => {
    const open = new Set<Socket>();
    server.prependListener('connection', (socket: Socket) => {
      if (open.size >= most) {
        socket.destroy();
        return;
      }
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
  };
}
