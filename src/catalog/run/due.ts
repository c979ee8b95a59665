/** When a target is due, for a run over files and for the queue of a database. Pure. */
import type { Stored } from '../../audit/scorecard/record.ts';

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

/**
 * A target is due if its scorecard was to be refreshed by `due`, or if it has none. The queue, which is filled at any time,
 * also leaves out what was audited after `attempted`. The database compares with both itself: it has a million rows.
 */
export function dueBounds(now: Date): { readonly [time in keyof AuditTimes]: string } {
  return {
    due: now.toISOString(),
    attempted: new Date(now.getTime() - BETWEEN_ATTEMPTS_MS).toISOString(),
  };
}

/** Whether a run audits a target. */
export function isDue({ due }: AuditTimes, now: Date): boolean {
  return due === null || due <= dueBounds(now).due;
}
