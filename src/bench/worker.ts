/** A process of the bench: a worker of a catalog in a database, of hosts of this machine. Talks over IPC. */
import { once } from 'node:events';
import { openDatabase } from '../database/open.ts';
import { LIMITS } from '../limits.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { addressesOf, namesOf } from './hosts.ts';
import { cpuOf } from './processes.ts';

/** What the process is told to do, as its argument; then to begin, and to end. */
export interface WorkerOrder {
  readonly database: string;
  readonly targets: number;
  readonly atOnce: number;
}

/** What it says: that it is up, of each audit, and what all has taken. Durations are milliseconds. */
export type WorkerSays =
  | { readonly says: 'up' }
  | { readonly says: 'audited'; readonly outcome: string }
  | { readonly says: 'ended'; readonly cpu: number; readonly auditors: number };

const { database: url, targets, atOnce } = JSON.parse(process.argv[2] ?? '{}') as WorkerOrder;
const say = (message: WorkerSays) => process.send?.(message);
/** When it was told to end: what ending takes belongs to no audit. */
let own = 0;
const before = await (async () => {
  await using database = await openDatabase(url, {
    concurrency: atOnce,
    auditMs: LIMITS.auditMs,
    worker: true,
    onFault: (message) => process.stderr.write(`${message}\n`),
  });
  const told = once(process, 'message');
  say({ says: 'up' });
  await told;
  const begun = cpuOf(process.pid);
  await database.work({
    concurrency: atOnce,
    limits: LIMITS,
    network: 'any',
    resolver: 'http://127.0.0.1:9/',
    baseUrl: DEFAULT_BASE_URL,
    keepRecordings: false,
    addresses: addressesOf(namesOf(targets)),
    stop: once(process, 'message').then(() => {
      own = cpuOf(process.pid).own;
    }),
    onRecord: ({ outcome }) => say({ says: 'audited', outcome }),
  });
  return begun;
})();
// Of its auditors it is known when they have ended.
const { ended } = cpuOf(process.pid);
say({ says: 'ended', cpu: own - before.own, auditors: ended - before.ended });
process.disconnect();
