/** Counts reads in this instance: at most 60 in 60 seconds per caller, and four times as many per IPv6 /48. */
import { LRUCache } from 'lru-cache';
import { NETWORK_READS, READ_LIMIT } from '../base/limits.ts';
import type { ReadState } from './api.ts';
import type { Caller } from './caller.ts';

/** The maximum number of callers and networks remembered. The count of a forgotten one starts again at zero. */
const REMEMBERED = 10_000;
/** Calls without an address share one allowance. */
const UNKNOWN = 'unknown';

export class ReadLimit {
  readonly #calls = new LRUCache<string, readonly number[]>({ max: REMEMBERED });
  readonly #now: () => number;

  /** @param now returns a time in milliseconds that never decreases */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call if the limit allows it. */
  take(caller: Caller): ReadState {
    const now = this.#now();
    const { allowed } = this.#state(caller, now);
    if (allowed)
      for (const { id } of allowancesOf(caller)) this.#calls.set(id, [...this.#recent(id, now), now]);
    return { ...this.#state(caller, now), allowed };
  }

  state(caller: Caller): ReadState {
    return this.#state(caller, this.#now());
  }

  #state(caller: Caller, now: number): ReadState {
    const states = allowancesOf(caller).map(({ id, limit }) => {
      const calls = this.#recent(id, now);
      const remaining = limit - calls.length;
      const oldest = calls[0] ?? now;
      // Subtract first: the elapsed time is exact if both times are equal, so rounding never exceeds the window.
      const resetS = Math.max(1, Math.ceil((READ_LIMIT.windowMs - (now - oldest)) / 1000));
      return { allowed: remaining > 0, limit, remaining, resetS };
    });
    return states.reduce((one, other) => {
      if (one.remaining === other.remaining) return one.resetS < other.resetS ? other : one;
      return one.remaining < other.remaining ? one : other;
    });
  }

  #recent(id: string, now: number): readonly number[] {
    return (this.#calls.get(id) ?? []).filter((at) => at > now - READ_LIMIT.windowMs);
  }
}

/** Returns the allowances that a call uses: the caller's, and the network's if it is a different one. */
function allowancesOf({ key = UNKNOWN, network = key }: Caller) {
  const callerAllowance = { id: key, limit: READ_LIMIT.calls };
  return network === key ? [callerAllowance] : [callerAllowance, { id: network, limit: NETWORK_READS }];
}
