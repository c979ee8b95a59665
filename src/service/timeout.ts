/**
 * Calls that are answered before their audit has ended: streamed ones, which the platform would cut off, and those that have
 * waited long enough for the audit of another caller. The audit goes on, and the next call gets its result.
 */
import type { Envelope } from '../scorecard/schema.ts';
import { ServiceError } from '../service-errors.ts';
import { untilAborted } from '../until-aborted.ts';
import { retryAfterS } from '../view/limit-texts.ts';

/** How far the audit is that a call waits for. */
export interface RunningAudit {
  /** When it will have ended, at the latest, in milliseconds of the epoch. */
  until: number;
  /** Of the call's own audit: the scorecard of what was seen so far. */
  partialResult?: () => Envelope | undefined;
}

/**
 * What `work` gives within `ms` milliseconds, else the scorecard of what was seen by then.
 *
 * @param leave told when the time is over
 * @throws whatever `work` throws in time; else ServiceError `audit_timeout` where nothing was seen
 */
export async function withTimeout(
  work: Promise<Envelope>,
  underWay: RunningAudit,
  given: {
    readonly ms: number;
    readonly name: string;
    readonly now: () => number;
    readonly leave: () => void;
  },
): Promise<Envelope> {
  const over = AbortSignal.timeout(given.ms);
  try {
    return await untilAborted(work, over);
  } catch (error) {
    if (error !== over.reason) throw error;
    given.leave();
    const partialResult = underWay.partialResult?.();
    if (partialResult === undefined) throw stillRunning(given.name, underWay, given.now());
    return partialResult;
  }
}

/** @param now milliseconds of the epoch */
export function stillRunning(name: string, { until }: RunningAudit, now: number): ServiceError {
  const seconds = retryAfterS(until, now);
  return new ServiceError(
    'audit_timeout',
    `The audit of ${name} takes longer than this call may wait, and is still running. Call again with the same target in ${seconds} seconds for the result, at no further cost.`,
    { retryAfterS: seconds },
  );
}
