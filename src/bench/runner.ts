/** A process of the bench: the scheduled run over many hosts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../limits.ts';
import { Store } from '../results/store.ts';
import { type RunOptions, runCatalog } from '../run/run.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { addressesOf, namesOf, targetOf } from './hosts.ts';
import { cpuOf } from './processes.ts';

/** What the process is told to do, as its argument. */
export interface RunnerOrder {
  /** Where all hosts are served. */
  readonly url: string;
  readonly targets: number;
  readonly atOnce: number;
  readonly keepRecordings: boolean;
  /** After how many targets the memory is noted, beside the end. */
  readonly noteAfter: number;
}

/** What it says when it is done. Durations are milliseconds, sizes bytes. */
export interface RunnerReport {
  readonly wall: number;
  /** Processor time of this process. */
  readonly cpu: number;
  /** Of the processes that the audits ran in; 0 where the system does not tell. */
  readonly auditors: number;
  /** The peak after `noteAfter` targets; 0 where there were fewer. */
  readonly peakThen: number;
  readonly peak: number;
  /** How many targets have no scorecard. */
  readonly failed: number;
}

const RESOLVER = 'http://127.0.0.1:9/';

const order = JSON.parse(process.argv[2] ?? '{}') as RunnerOrder;
const { port } = new URL(order.url);

async function run(store: Store, names: readonly string[], more: Partial<RunOptions>) {
  const outcomes = await runCatalog(
    names.map((name) => targetOf(name, port)),
    {
      store,
      concurrency: order.atOnce,
      limits: LIMITS,
      network: 'any',
      resolver: RESOLVER,
      baseUrl: DEFAULT_BASE_URL,
      keepRecordings: order.keepRecordings,
      addresses: addressesOf(names),
      ...more,
    },
  );
  return outcomes.filter(({ outcome }) => outcome !== 'scored').length;
}

const peakNow = () => process.resourceUsage().maxRSS * 1024;

async function measure(folder: string): Promise<RunnerReport> {
  const store = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
  await store.open();
  await run(store, ['warm-up'], {});
  const names = namesOf(order.targets);
  let done = 0;
  let peakThen = 0;
  const before = cpuOf(process.pid);
  const started = performance.now();
  const onOutcome = () => {
    done += 1;
    if (done === order.noteAfter) peakThen = peakNow();
  };
  const failed = await run(store, names, { onOutcome });
  const wall = performance.now() - started;
  const { own, ended } = cpuOf(process.pid);
  const peak = peakNow();
  return {
    wall,
    cpu: own - before.own,
    auditors: ended - before.ended,
    peakThen,
    peak,
    failed,
  };
}

const folder = await mkdtemp(join(tmpdir(), 'bench-run-'));
try {
  process.send?.(await measure(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
  process.disconnect();
}
