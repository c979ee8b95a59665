/**
 * Expiry of all records. The store has no expiry of its own and cannot list by time. So an index has each key under the hour
 * in which its record expires; this entry is written before the record. Writers regularly sweep the hours that are over.
 */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { untilAborted } from '../base/until-aborted.ts';
import type { ConditionalStore } from './store.ts';

export const INDEX = 'ends/';
const HOUR_CHARS = 'yyyy-mm-ddThh'.length;
/**
 * An hour is swept this long after its end, in milliseconds: clocks differ, and a record is written after its index entry.
 */
const GRACE_MS = 5 * 60_000;
/** The maximum number of index entries remembered, so that no entry is written twice. */
const REMEMBERED = 5_000;
/**
 * The minimum time between two sweeps of an instance, in milliseconds; the maximum number of entries in one sweep, and of
 * removals at once.
 */
const SWEEP_MS = 60_000;
const MOST = 500;
const AT_ONCE = 10;

interface ExpiryOptions {
  readonly store: ConditionalStore;
  /** Removes the record of a key if it has expired; returns `false` if the key must be checked again. */
  readonly removeEnded: (key: string) => Promise<boolean>;
  /** The time limit for one round trip to the store, in milliseconds. */
  readonly deadlineMs: number;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
  /** Receives work that continues after the response. */
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
   * Adds the expiry of a record to the index, and starts a sweep if one is due.
   *
   * @param end milliseconds since the epoch
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
      // The next sweep removes whatever this one could not.
      later(this.sweep().catch(() => undefined));
    }
    await scheduled;
  }

  /**
   * Removes the expired records of past hours, oldest hour first.
   *
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
            // If a record was written again, a later index entry exists and stays.
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

/** Shuffles the items, so that instances that sweep at the same time start with different ones. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
