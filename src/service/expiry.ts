/**
 * Removes what has not been written for 30 days. The store knows no expiry and cannot list by time, so that each key is
 * noted under its day; whoever writes looks now and then for days that are over.
 */

import { KEEP_MS } from './settings.ts';
import type { ConditionalStore } from './store.ts';

const PREFIX = 'day/';
const DAY_CHARS = 'yyyy-mm-dd'.length;
/** How often an instance sweeps at most, in milliseconds, and how much it removes then. */
const SWEEP_MS = 60 * 60 * 1000;
const MOST = 50;

export interface ExpiryOptions {
  readonly store: ConditionalStore;
  /** Whether a key holds nothing that is younger than `since` (milliseconds of the epoch). */
  readonly isOver: (key: string, since: number) => Promise<boolean>;
  /** Removes the key where it is kept, and from what is remembered of it. */
  readonly remove: (key: string) => Promise<void>;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

export class Expiry {
  readonly #options: ExpiryOptions;
  #swept = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** Notes that a key was written today, and sweeps where that is due. */
  async note(key: string): Promise<void> {
    const { store, now } = this.#options;
    await store.write(`${PREFIX}${dayOf(now())}/${key}`, '', 'new');
    if (now() - this.#swept < SWEEP_MS) return;
    this.#swept = now();
    await this.#sweep();
  }

  async #sweep(): Promise<void> {
    const { store, isOver, remove, now } = this.#options;
    const since = now() - KEEP_MS;
    const notes = (await store.keys(PREFIX)).filter((note) => dayIn(note) < dayOf(since)).slice(0, MOST);
    for (const note of notes) {
      const key = note.slice(PREFIX.length + DAY_CHARS + 1);
      // A key that was written again later has a later note, which outlives this one.
      if (await isOver(key, since)) await remove(key);
      await store.remove(note);
    }
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, DAY_CHARS);
}

function dayIn(note: string): string {
  return note.slice(PREFIX.length, PREFIX.length + DAY_CHARS);
}
