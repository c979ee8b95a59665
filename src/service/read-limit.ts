/** The limit of reads: 60 in any 60 seconds for each caller, as far as this instance has seen. */
import { LRUCache } from 'lru-cache';
import { READ_LIMIT } from '../base/limits.ts';
import type { Caller } from './caller.ts';

/** Callers that are remembered; who is forgotten begins anew. */
const REMEMBERED = 10_000;
/** Calls without an address share one allowance. */
const UNKNOWN = 'unknown';

/** Where a caller stands after a call. */
export interface ReadState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the oldest counted call leaves the window. */
  readonly resetS: number;
}

export class ReadLimit {
  readonly #calls = new LRUCache<string, number[]>({ max: REMEMBERED });
  readonly #now: () => number;

  /** @param now milliseconds, never falling */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call. One that is refused does not count. */
  take({ key = UNKNOWN }: Pick<Caller, 'key'>): ReadState {
    const now = this.#now();
    const calls = (this.#calls.get(key) ?? []).filter((at) => at > now - READ_LIMIT.windowMs);
    const allowed = calls.length < READ_LIMIT.calls;
    if (allowed) calls.push(now);
    this.#calls.set(key, calls);
    const oldest = calls[0] ?? now;
    return {
      allowed,
      remaining: READ_LIMIT.calls - calls.length,
      // What has passed is exact where both times are the same, so that no rounding leads beyond the window.
      resetS: Math.max(1, Math.ceil((READ_LIMIT.windowMs - (now - oldest)) / 1000)),
    };
  }
}
