/**
 * Counts reads: at most 60 in 60 seconds per caller, and four times as many per IPv6 /48. With a database, the count is exact
 * across all instances. Without one, or while the database fails, each instance counts only its own reads.
 */
import { LRUCache } from 'lru-cache';
import { NETWORK_READS, READ_LIMIT } from '../base/limits.ts';
import { untilAborted } from '../base/until-aborted.ts';
import type { ReadState } from './api.ts';
import type { Caller } from './caller.ts';

/** The maximum number of remembered callers and networks. A forgotten caller or network starts again at zero. */
const REMEMBERED = 10_000;
/** The key of all callers whose address is unknown. They share one allowance. */
const UNKNOWN = 'unknown';
/** The time limit for the shared count, in milliseconds. It is short, because every read waits for the count. */
const SHARED_MS = 1_000;
/** How long an instance counts alone after the shared count failed, in milliseconds. */
const ALONE_MS = 30_000;

/** The calls from the caller's network in the last minute, counted across all instances of the service. */
interface SharedReads {
  readonly allowed: boolean;
  /** The age of each counted call in milliseconds, and whether the same caller made it. */
  readonly calls: readonly { readonly ageMs: number; readonly isOwn: boolean }[];
}

export interface SharedCount {
  /**
   * Counts a call if the limits allow it. Rejects if the shared count cannot be reached.
   * @param network an id of the caller's network, of at least eight hexadecimal digits
   * @param caller an id of the caller, in the same format
   */
  takeRead(network: string, caller: string): Promise<SharedReads>;
}

type ShareRead = (caller: Caller) => Promise<SharedReads>;

export class ReadLimit {
  readonly #calls = new LRUCache<string, readonly number[]>({ max: REMEMBERED });
  readonly #now: () => number;
  readonly #share: ShareRead | undefined;
  readonly #shareMs: number;
  #aloneUntil = Number.NEGATIVE_INFINITY;

  /**
   * @param now returns a time in milliseconds that never decreases
   * @param shareMs the time limit for the shared count, in milliseconds
   */
  constructor(now: () => number, share?: ShareRead, shareMs = SHARED_MS) {
    this.#now = now;
    this.#share = share;
    this.#shareMs = shareMs;
  }

  async take(caller: Caller): Promise<ReadState> {
    const known = this.state(caller);
    // If the caller is already over the limit, do not request the shared count.
    if (!known.allowed || this.#share === undefined || this.#now() < this.#aloneUntil)
      return this.#takeAlone(caller);
    try {
      const { allowed, calls } = await untilAborted(this.#share(caller), AbortSignal.timeout(this.#shareMs));
      const now = this.#now();
      for (const { id, limit } of allowancesOf(caller)) {
        const counted = limit === NETWORK_READS ? calls : calls.filter(({ isOwn }) => isOwn);
        const ages = counted.map(({ ageMs }) => ageMs).toSorted((a, b) => b - a);
        this.#calls.set(
          id,
          ages.map((ageMs) => now - ageMs),
        );
      }
      return { ...this.#state(caller, now), allowed };
    } catch {
      // If the shared count fails, reads continue without it. The failure is logged elsewhere.
      this.#aloneUntil = this.#now() + ALONE_MS;
      return this.#takeAlone(caller);
    }
  }

  state(caller: Caller): ReadState {
    return this.#state(caller, this.#now());
  }

  #takeAlone(caller: Caller): ReadState {
    const now = this.#now();
    const { allowed } = this.#state(caller, now);
    if (allowed)
      for (const { id } of allowancesOf(caller)) this.#calls.set(id, [...this.#recent(id, now), now]);
    return { ...this.#state(caller, now), allowed };
  }

  #state(caller: Caller, now: number): ReadState {
    const states = allowancesOf(caller).map(({ id, limit }) => {
      const calls = this.#recent(id, now);
      const remaining = limit - calls.length;
      const oldest = calls[0] ?? now;
      // Subtract the two times first. In another order, a rounding error could make `resetS` exceed the window.
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

/** Returns the allowances that a call uses: the caller's and, unless both have the same key, the network's. */
function allowancesOf({ key = UNKNOWN, network = key }: Caller) {
  const callerAllowance = { id: key, limit: READ_LIMIT.calls };
  return network === key ? [callerAllowance] : [callerAllowance, { id: network, limit: NETWORK_READS }];
}
