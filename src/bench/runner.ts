/** A process of the bench: the scheduled run over many hosts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '../limits.ts';
import { Store } from '../results/store.ts';
import { type RunOptions, runCatalog } from '../run/run.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';

/** What the process is told to do, as its argument. */
export interface RunnerOrder {
  /** Where all hosts are served. */
  readonly url: string;
  readonly targets: number;
  readonly atOnce: number;
  /** After how many targets the memory is noted, beside the end. */
  readonly noteAfter: number;
}

/** What it says when it is done. Durations are milliseconds, sizes bytes. */
export interface RunnerReport {
  readonly wall: number;
  /** Processor time of this process. */
  readonly cpu: number;
  /** The peak after `noteAfter` targets; 0 where there were fewer. */
  readonly peakThen: number;
  readonly peak: number;
  /** How many targets have no scorecard. */
  readonly failed: number;
}

const RESOLVER = 'http://127.0.0.1:9/';

const order = JSON.parse(process.argv[2] ?? '{}') as RunnerOrder;
const { port } = new URL(order.url);

function targetOf(name: string): ListedHost {
  const host = `${name}.example:${port}`;
  return { host, name, description: 'A site of the bench.', category: 'demo', url: `http://${host}/` };
}

/** Every name leads to this machine; all else is what an audit of the network uses. */
const addressesOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}.example`, ['127.0.0.1']]));

async function run(store: Store, names: readonly string[], more: Partial<RunOptions>) {
  const outcomes = await runCatalog(names.map(targetOf), {
    store,
    concurrency: order.atOnce,
    limits: LIMITS,
    network: 'any',
    resolver: RESOLVER,
    baseUrl: DEFAULT_BASE_URL,
    keepRecordings: true,
    addresses: addressesOf(names),
    ...more,
  });
  return outcomes.filter(({ outcome }) => outcome !== 'scored').length;
}

const peakNow = () => process.resourceUsage().maxRSS * 1024;

async function measure(folder: string): Promise<RunnerReport> {
  const store = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
  await store.open();
  await run(store, ['warm-up'], {});
  const names = Array.from({ length: order.targets }, (_, i) => `site-${i}`);
  let done = 0;
  let peakThen = 0;
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const onOutcome = () => {
    done += 1;
    if (done === order.noteAfter) peakThen = peakNow();
  };
  const failed = await run(store, names, { onOutcome });
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(cpuBefore);
  const peak = peakNow();
  return {
    wall,
    cpu: (user + system) / 1000,
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
