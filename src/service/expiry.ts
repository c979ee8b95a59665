/** Deletes expired records. The store has no expiry of its own, so an index lists the keys that expire in each hour. */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { untilAborted } from '../base/until-aborted.ts';
import type { ConditionalStore } from './store.ts';

export const INDEX = 'ends/';
const HOUR_CHARS = 'yyyy-mm-ddThh'.length;
/** How long keys stay after the hour in which they expire, in milliseconds. This allows for wrong clocks and slow writes. */
const GRACE_MS = 5 * 60_000;
/** The maximum number of index entries that an instance remembers, to avoid writing them again. */
const REMEMBERED = 5_000;
/** The minimum time between two sweeps for expired keys by one instance, in milliseconds. */
const SWEEP_MS = 60_000;
const MOST = 500;
const AT_ONCE = 10;

interface ExpiryOptions {
  readonly store: ConditionalStore;
  /** Removes the record of a key if it has expired. Returns `false` if the key must be checked again later. */
  readonly removeEnded: (key: string) => Promise<boolean>;
  readonly deadlineMs: number;
  readonly now: () => number;
  readonly later: (work: Promise<unknown>) => void;
}

export class Expiry {
  readonly #options: ExpiryOptions;
  readonly #scheduled = new LRUCache<string, Promise<unknown>>({ max: REMEMBERED });
  #swept = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /**
   * Adds a key to the index of expiring records.
   * @param end when the record of `key` expires, in milliseconds since the epoch
   * @throws Error if the store cannot be reached
   */
  async schedule(key: string, end: number): Promise<void> {
    const { store, deadlineMs, now, later } = this.#options;
    const entry = `${INDEX}${hourOf(Math.max(end, now()))}/${key}`;
    let scheduled = this.#scheduled.get(entry);
    if (scheduled === undefined) {
      scheduled = untilAborted(store.write(entry, '', 'new'), AbortSignal.timeout(deadlineMs));
      this.#scheduled.set(entry, scheduled);
      scheduled.catch(() => this.#scheduled.delete(entry));
    }
    if (now() - this.#swept >= SWEEP_MS) {
      this.#swept = now();
      // If this sweep fails, the next one removes the same records.
      later(this.sweep().catch(() => undefined));
    }
    await scheduled;
  }

  /**
   * Removes the expired records of past hours, oldest hour first.
   * @returns the number of index entries processed
   * @throws Error if the store cannot be reached
   */
  async sweep(): Promise<number> {
    const { store, removeEnded, now } = this.#options;
    const past = (await store.folders(INDEX))
      .filter((hour) => hour < hourOf(now() - GRACE_MS))
      .toSorted()
      .map((hour) => `${INDEX}${hour}/`);
    const limit = pLimit(AT_ONCE);
    let done = 0;
    for (const folder of past) {
      const entries = shuffled(await store.keys(folder)).slice(0, MOST - done);
      await Promise.all(
        entries.map((entry) =>
          limit(async () => {
            // Removes only this index entry. A record that was written again meanwhile also has a later index entry, which stays.
            if (await removeEnded(entry.slice(folder.length))) await store.remove(entry);
          }),
        ),
      );
      done += entries.length;
      if (done >= MOST) break;
    }
    return done;
  }
}

function hourOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, HOUR_CHARS);
}

/** Shuffles the items, so that instances that sweep at the same time start with different items. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
