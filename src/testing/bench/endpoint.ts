/**
 * A process of the bench: loads a bundle, responds to one request as a new instance does, then serves `handle` over HTTP as
 * Netlify calls it. Each request comes from a new client, so limits are checked but never reached.
 */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Context } from '@netlify/functions';
import { addresses } from '../../service/testing/addresses.ts';
import { listen } from '../servers.ts';
import { orderOf } from './measure.ts';

export interface EndpointOrder {
  readonly bundle: string;
}

/** Sent when the endpoint is up. Processor time in milliseconds. */
export interface EndpointUp {
  readonly url: string;
  readonly importCpu: number;
  /** From the start of the import to the end of the first response. */
  readonly firstCpu: number;
}

export interface EndpointUsage {
  /** Processor time so far, in milliseconds. */
  readonly cpu: number;
}

type Handle = (request: Request, context: Pick<Context, 'deploy' | 'ip' | 'waitUntil'>) => Promise<Response>;

function cpuSince(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const { bundle } = orderOf<EndpointOrder>();
const next = addresses();
const deploy = { context: 'production', id: 'bench', published: true };
const context = () => ({ ip: next(), deploy, waitUntil: () => undefined });
const first = new Request('http://127.0.0.1/mcp', {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
});
const before = process.cpuUsage();
const { handle } = (await import(pathToFileURL(bundle).href)) as { handle: Handle };
const importCpu = cpuSince(before);
const response = await handle(first, context());
if (response.status !== 200) throw new Error(`The first response is ${response.status}.`);
await response.text();
const firstCpu = cpuSince(before);
const listener = getRequestListener((request) => handle(request, context()), {
  overrideGlobalObjects: false,
});
const { url } = await listen(createServer(listener), 'http');
process.on('message', () => process.send?.({ cpu: cpuSince() } satisfies EndpointUsage));
process.on('disconnect', () => process.exit(0));
process.send?.({ url, importCpu, firstCpu } satisfies EndpointUp);
