/**
 * The whole catalog, seen once in a build: many targets in threads, one for each processor, a few in this one. The
 * integration and the pages share this module, which no bundler touches (`../catalog.ts`).
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Visited, visitCatalog } from '../../results/scored.ts';
import type { ListedHost } from '../../scorecard/record.ts';
import type { SiteChange } from '../../view/changes.ts';
import { type CatalogPart, type Seen, seePart, type TargetOutput } from './part.ts';

/** So many targets are worth a thread, which takes a quarter of a second to start. */
const WORTH_A_THREAD = 200;
/** More threads only wait for the disk and for memory. */
const MOST_THREADS = 8;

/**
 * In megabytes, of a thread. It holds a few scorecards at a time; without a bound it would leave its garbage as long as the
 * machine has memory.
 */
const LIMITS = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 8 };
const THREAD = new URL('./thread.ts', import.meta.url);

/** What a thread says. */
export type ThreadMessage = { readonly seen: readonly Seen[] } | { readonly visited: Visited };

export interface SeenCatalog {
  readonly seen: readonly Seen[];
  /** Those that nothing is known of yet, in the order of the list. */
  readonly waiting: readonly ListedHost[];
}

let output: TargetOutput | undefined;
let changes: ReadonlyMap<string, readonly SiteChange[]> = new Map();

/** From now on, seeing the catalog writes the files of its targets. */
export function writeInto(to: TargetOutput): void {
  output = to;
}

/**
 * @param folder with `targets/`, `scorecards/` and `recordings/`
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function seeCatalog(folder: string): Promise<SeenCatalog> {
  const seen: Seen[] = [];
  const tell = (one: Seen) => void seen.push(one);
  const waiting = await visitCatalog(folder, async (targets) => {
    const threads = Math.min(
      availableParallelism(),
      MOST_THREADS,
      Math.floor(targets.length / WORTH_A_THREAD),
    );
    if (threads < 2) return seePart({ folder, targets, output }, tell);
    const shared = new Strings();
    const workers = Array.from({ length: threads }, (_, i) => {
      const part = targets.filter((_target, place) => place % threads === i);
      const workerData: CatalogPart = { folder, targets: part, output };
      return new Worker(THREAD, { workerData, resourceLimits: LIMITS });
    });
    try {
      const visited = await Promise.all(
        workers.map((worker) => heard(worker, (one) => tell(shared.in(one)))),
      );
      return {
        scored: visited.some(({ scored }) => scored),
        waiting: visited.flatMap((one) => one.waiting),
      };
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  });
  changes = new Map(seen.map((one) => [one.target.host, one.changes]));
  return { seen, waiting };
}

/** What changed at each target that was seen, the newest first. */
export function seenChanges(): ReadonlyMap<string, readonly SiteChange[]> {
  return changes;
}

function heard(worker: Worker, tell: (seen: Seen) => void): Promise<Visited> {
  const { promise, resolve, reject } = Promise.withResolvers<Visited>();
  worker.on('message', (message: ThreadMessage) => {
    if ('seen' in message) message.seen.forEach(tell);
    else resolve(message.visited);
  });
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`A thread that reads the catalog ended with ${code}.`)));
  return promise;
}

/** Texts that come from another thread are copies, each of its own: the same ones become one again. */
class Strings {
  readonly #known = new Map<string, string>();

  in<T>(value: T): T {
    if (typeof value === 'string') {
      const known = this.#known.get(value);
      if (known !== undefined) return known as T;
      this.#known.set(value, value);
    } else if (typeof value === 'object' && value !== null) {
      const members = value as Record<string, unknown>;
      for (const name in members) members[name] = this.in(members[name]);
    }
    return value;
  }
}
