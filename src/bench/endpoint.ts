/**
 * A process of the bench: serves a bundle's `handle` over HTTP, as Netlify would call it. Each request comes from a new
 * client, unless it names one: limits are checked but never reached. Talks over IPC.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Context } from '@netlify/functions';
import { addresses } from '../service/testing/addresses.ts';
import { listen } from '../testing/servers.ts';

/** What the process is told to do, as its argument. */
export interface EndpointOrder {
  /** The path of the bundle. */
  readonly bundle: string;
}

/** What it says when it is up. */
export interface EndpointUp {
  readonly url: string;
}

/** What it says whenever it is asked. */
export interface EndpointUsage {
  /** Processor time so far, in milliseconds. */
  readonly cpu: number;
}

/** What a bundle exports. */
export type Handle = (request: Request, context: Pick<Context, 'ip' | 'waitUntil'>) => Promise<Response>;

const { bundle } = JSON.parse(process.argv[2] ?? '{}') as EndpointOrder;
const { handle } = (await import(pathToFileURL(bundle).href)) as { handle: Handle };
const next = addresses();
const listener = getRequestListener(
  (request) => handle(request, { ip: request.headers.get('x-client') ?? next(), waitUntil: () => undefined }),
  { overrideGlobalObjects: false },
);
const { url } = await listen(createServer(listener), 'http');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1000 } satisfies EndpointUsage);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url } satisfies EndpointUp);
