/** How fast a deployment is asked: within the limit of reads that it states, and within that of its platform. */
import { READ_LIMIT } from '../limits.ts';
import type { DeploymentAnswer } from './probe.ts';

/** Requests of one address in a minute that the platform lets through, of all kinds (netlify.toml). */
const ALL = { calls: 300, windowMs: 60_000 } as const;
/** So many reads are left for other users of this address. */
const LEFT = 2;

/** Counts what is sent, and says how long to wait before the next request. Times are milliseconds of one clock. */
export class RequestPacer {
  readonly #sent: number[] = [];
  readonly #metered: number[] = [];
  #until = 0;

  /** How long to wait before the next request, in milliseconds. */
  wait(now: number, metered: boolean): number {
    const windows = [untilFree(this.#sent, ALL.calls, ALL.windowMs, now)];
    if (metered) {
      windows.push(
        this.#until - now,
        untilFree(this.#metered, READ_LIMIT.calls - LEFT, READ_LIMIT.windowMs, now),
      );
    }
    return Math.max(0, ...windows);
  }

  sent(now: number, metered: boolean): void {
    this.#sent.push(now);
    if (metered) this.#metered.push(now);
  }

  /** Learns from an answer how many reads are left: another at this address may have used some. */
  saw({ headers }: Pick<DeploymentAnswer, 'headers'>, now: number): void {
    const remaining = Number(headers['ratelimit-remaining'] ?? Number.NaN);
    const reset = Number(headers['ratelimit-reset'] ?? Number.NaN);
    if (remaining <= LEFT && reset >= 0 && reset * 1000 <= READ_LIMIT.windowMs)
      this.#until = now + reset * 1000;
  }
}

function untilFree(calls: readonly number[], most: number, windowMs: number, now: number): number {
  const oldest = calls.at(-most);
  return oldest === undefined ? 0 : oldest + windowMs - now;
}

/** How long an answer with 429 asks to wait, in milliseconds; `undefined` for any other answer. */
export function refusedFor({
  status,
  headers,
}: Pick<DeploymentAnswer, 'status' | 'headers'>): number | undefined {
  if (status !== 429) return undefined;
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, ALL.windowMs) : ALL.windowMs;
}
