/**
 * The service over HTTP in a process of its own, with a store in its memory. A request comes from the address in its field
 * `x-client`, else from one that no other has. Talks over IPC.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openService } from '../../app/service.ts';
import { listen } from '../../testing/servers.ts';
import { memoryStore } from '../store.ts';
import { addresses } from './addresses.ts';

/** What the process is told, as its argument. */
export interface ServiceOrder {
  /** The folder of the built site. */
  readonly site: string;
}

/** What it says when it is up. */
export interface ServiceUp {
  readonly url: string;
}

/** What it says whenever it is asked, after a collection of garbage. Sizes are bytes. */
export interface ServiceState {
  readonly heap: number;
  readonly rss: number;
  /** Faults of the service, as it has logged them. */
  readonly faults: readonly string[];
}

const { site } = JSON.parse(process.argv[2] ?? '{}') as ServiceOrder;
const faults: string[] = [];
const next = addresses();
const answer = await openService({
  site,
  store: memoryStore(),
  settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
  log: ({ fault }) => {
    if (fault !== undefined) faults.push(fault);
  },
  later: (work) => void work.catch((error: unknown) => faults.push(String(error))),
});
const listener = getRequestListener((request) => answer(request, request.headers.get('x-client') ?? next()), {
  overrideGlobalObjects: false,
});
const server = await listen(createServer(listener), 'http');
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, rss, faults: faults.splice(0) } satisfies ServiceState);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: server.url } satisfies ServiceUp);
