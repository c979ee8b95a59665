/**
 * The service over HTTP in a process of its own, which audits over loopback by the rules of the command line: what stands
 * on loopback may lead to loopback, and nowhere else that is private. Talks over IPC.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { openService } from '../../app/service.ts';
import { sharedAuditors } from '../../isolation/shared.ts';
import { INDEX } from '../../service/expiry.ts';
import { memoryStore } from '../../service/store.ts';
import { addresses } from '../../service/testing/addresses.ts';
import { listen } from '../servers.ts';

/** What the process is told: the deadline of the audits to come, in milliseconds. The answer is its state. */
export interface ServiceOrder {
  readonly deadlineMs: number;
}

/** What it says when it is up. */
export interface ServiceUp {
  readonly url: string;
}

export interface ServiceState {
  /** Faults of the service since it was asked last, as it has logged them. */
  readonly faults: readonly string[];
  /** Keys of the store whose record has a claim, as if an audit were under way. */
  readonly claimed: readonly string[];
  /** New keys that nothing will ever remove: no note of a day tells of them. */
  readonly endless: readonly string[];
}

/** Keys under which another one is noted, with the hour in which its record is over. */
const NOTE = new RegExp(`^${INDEX}[^/]+/(.+)$`);

const [site = ''] = process.argv.slice(2);
const store = memoryStore();
const faults: string[] = [];
const told = new Set<string>();
const toldClaimed = new Set<string>();
const next = addresses();
let deadlineMs = 1_000;

const answer = await openService({
  site,
  store,
  settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
  log: ({ fault }) => {
    if (fault !== undefined) faults.push(fault);
  },
  later: (work) => void work.catch((error: unknown) => faults.push(String(error))),
  runAudit: (job, hooks) =>
    sharedAuditors.audit(
      {
        ...job,
        limits: { ...job.limits, auditMs: deadlineMs },
        source: { ...job.source, network: 'auto' } as typeof job.source,
      },
      hooks,
    ),
});
const listener = getRequestListener((request) => answer(request, next()), { overrideGlobalObjects: false });
const server = await listen(createServer(listener), 'http');

process.on('unhandledRejection', (error) => faults.push(`unhandled: ${String(error)}`));
process.on('message', async (order: ServiceOrder) => {
  deadlineMs = order.deadlineMs;
  const keys = await store.keys('');
  const noted = new Set(keys.map((key) => NOTE.exec(key)?.[1]));
  const records = keys.filter((key) => !NOTE.test(key));
  const claimed: string[] = [];
  for (const key of records) {
    const text = (await store.read(key))?.text ?? '{}';
    const { claim } = JSON.parse(text) as { readonly claim?: { readonly until?: number } };
    // One whose time is over, because its audit took longer here than any may, holds nothing up.
    const isOver = (claim?.until ?? Number.POSITIVE_INFINITY) <= Date.now();
    // Once: what one site has left is not held against those after it.
    if (claim !== undefined && !isOver && !toldClaimed.has(key)) claimed.push(key);
  }
  for (const key of claimed) toldClaimed.add(key);
  const endless = records.filter((key) => !told.has(key) && !noted.has(key));
  for (const key of endless) told.add(key);
  process.send?.({ faults: faults.splice(0), claimed, endless } satisfies ServiceState);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: server.url } satisfies ServiceUp);
