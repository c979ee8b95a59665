/** Serves demo sites over real HTTP on loopback. */
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { DEMO_SITES } from './index.ts';
import type { DemoSite, Handler } from './site.ts';

export interface ServeOptions {
  /** The delay of every response, in milliseconds; 0 by default. */
  readonly latencyMs?: number;
  /** A PEM key and certificate. With them the server uses HTTP/2 over TLS, or HTTP/1.1 for clients without HTTP/2. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Called when a response has been sent. */
  readonly onExchange?: () => void;
}

export interface ServedDemo extends AsyncDisposable {
  readonly site: DemoSite;
  readonly name: string;
  readonly title: string;
  /** The origin, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves one site on a free port of 127.0.0.1. */
export async function serveDemo(site: DemoSite, options: ServeOptions = {}): Promise<ServedDemo> {
  let handler: Handler = () => new Response('Starting', { status: 503 });
  const listener = getRequestListener((request) => handler(request), { overrideGlobalObjects: false });
  const { latencyMs = 0, onExchange } = options;
  const answer: typeof listener = async (incoming, outgoing) => {
    if (onExchange !== undefined) outgoing.on('finish', onExchange);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return listener(incoming, outgoing);
  };
  const server: NetServer =
    options.tls === undefined
      ? createServer(answer)
      : createSecureServer({ ...options.tls, allowHTTP1: true }, answer);
  const sockets = new Set<Socket>();
  for (const event of ['connection', 'secureConnection']) {
    server.on(event, (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  handler = site.create(url, new Date());
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { site, name: site.name, title: site.title, url, close, [Symbol.asyncDispose]: close };
}

/** Serves all demo sites. If one of them cannot be served, stops the others. */
export async function serveDemos(options: ServeOptions = {}): Promise<ServedDemo[]> {
  const served = await Promise.allSettled(DEMO_SITES.map((site) => serveDemo(site, options)));
  const up = served.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = served.find((one) => one.status === 'rejected');
  if (failed === undefined) return up;
  await Promise.all(up.map((demo) => demo.close()));
  throw failed.reason;
}
