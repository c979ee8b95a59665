/**
 * The end of every record. The store has no expiry and cannot list by time. So an index has each key under the hour in which
 * its record ends, and this entry is written before the record. Writers look from time to time for hours that are over.
 */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { untilAborted } from '../base/until-aborted.ts';
import type { ConditionalStore } from './store.ts';

export const INDEX = 'ends/';
const HOUR_CHARS = 'yyyy-mm-ddThh'.length;
/**
 * An hour is past for everyone this long after its end, in milliseconds: clocks differ, and a record is written after its
 * entry in the index.
 */
const GRACE_MS = 5 * 60_000;
/** Entries that are remembered, so that none is written twice. */
const REMEMBERED = 5_000;
/** How often an instance sweeps at most, in milliseconds, how many entries it works off then, and how many at once. */
const SWEEP_MS = 60_000;
const MOST = 500;
const AT_ONCE = 10;

interface ExpiryOptions {
  readonly store: ConditionalStore;
  /** Removes the record of a key, if it is over; `false` where it must be looked at again. */
  readonly removeEnded: (key: string) => Promise<boolean>;
  /** How long one round trip to the store may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Work that nobody waits for. */
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
   * Enters in the index when the record of a key will be over, and sweeps where that is due.
   *
   * @param end milliseconds of the epoch
   * @throws Error where the store cannot be reached
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
      // What could not be removed now is there for the next sweep.
      later(this.sweep().catch(() => undefined));
    }
    await scheduled;
  }

  /**
   * Works off the entries of hours that are past, the oldest first.
   *
   * @returns how many there were to work off
   * @throws Error where the store cannot be reached
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
            // A record that was written again has a later entry, which outlives this one.
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

/** Instances that sweep at the same time begin at different ends. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
