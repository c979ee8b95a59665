/** When a target is due, for a run over files and for the queue of a database. Pure. */
import type { Stored } from '../../audit/scorecard/record.ts';
import { REFRESH_AFTER_MS } from '../../base/limits.ts';

/** A target that was audited in vain is not put into the queue again within this time, in milliseconds. */
const BETWEEN_ATTEMPTS_MS = 20 * 3_600_000;

/** The instants (ISO 8601) that decide whether a target is due; `null` where there was no audit or no scorecard. */
export interface AuditTimes {
  /** The last audit, whether it succeeded or not. */
  readonly attempted: string | null;
  /** The `refresh_after` of the scorecard. */
  readonly due: string | null;
}

export function timesOf({ latest, failure }: Pick<Stored, 'latest' | 'failure'>): AuditTimes {
  const { scored_at = null, refresh_after = null } = latest?.freshness ?? {};
  return { attempted: failure?.at ?? scored_at, due: refresh_after };
}

/** Instants (ISO 8601) that the times of a target are compared with. */
interface DueBounds {
  readonly now: string;
  /** Audits since then are too recent for the queue. */
  readonly attempted: string;
  /** The latest `refresh_after` of a scorecard made by `now`. */
  readonly due: string;
}

/**
 * A target is due if it has no scorecard, or if the time to refresh it is not between `now` and `due`: a later time comes from
 * a clock that was wrong. The queue, which is filled at any time, also leaves out targets audited between `attempted` and
 * `now`. The database makes these comparisons itself, because it has a million rows.
 */
export function dueBounds(now: Date): DueBounds {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return { now: before(0), attempted: before(BETWEEN_ATTEMPTS_MS), due: before(-REFRESH_AFTER_MS) };
}

/** Whether a run audits a target. */
export function isDue({ due }: AuditTimes, at: Date): boolean {
  const by = dueBounds(at);
  return due === null || due <= by.now || due > by.due;
}
