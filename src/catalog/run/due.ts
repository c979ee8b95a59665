/** Decides whether a target is due for an audit, for runs over files and for a database's queue. All functions are pure. */
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { REFRESH_AFTER_MS } from '../../base/limits.ts';
import { domainOf } from '../../base/same-site.ts';
import { located } from '../results/targets.ts';

/** The minimum time between a failed audit and the next job for its target, in milliseconds. */
const BETWEEN_ATTEMPTS_MS = 20 * 3_600_000;

/** Times (ISO 8601) that decide whether a target is due for an audit. */
export interface AuditTimes {
  /** The time of the last audit, successful or not; `null` if there was none. */
  readonly attempted: string | null;
  /** The time at which the scorecard becomes due for a new audit (`refresh_after`); `null` without a scorecard. */
  readonly due: string | null;
}

export function timesOf({ latest, failure }: Pick<Stored, 'latest' | 'failure'>): AuditTimes {
  const { scored_at = null, refresh_after = null } = latest?.freshness ?? {};
  return { attempted: failure?.at ?? scored_at, due: refresh_after };
}

/** Limits (ISO 8601) for the times of a target. They decide whether the target is due for an audit. */
interface DueBounds {
  readonly now: string;
  /** The queue leaves out targets whose last audit was between this time and `now`. */
  readonly attempted: string;
  /** The `refresh_after` of a scorecard made at `now`. A later `refresh_after` comes from a wrong clock. */
  readonly due: string;
}

/**
 * Returns the times that decide whether a target is due, as ISO 8601 text, which databases also compare correctly. A target is
 * due if it has no scorecard, or if its `refresh_after` has passed. A `refresh_after` later than `due` comes from a wrong clock,
 * so such a target is due too. The queue leaves out targets audited after `attempted`; otherwise it would repeat every failure.
 */
export function dueBounds(now: Date): DueBounds {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  return { now: before(0), attempted: before(BETWEEN_ATTEMPTS_MS), due: before(-REFRESH_AFTER_MS) };
}

export function isDue({ due }: AuditTimes, at: Date): boolean {
  const by = dueBounds(at);
  return due === null || due <= by.now || due > by.due;
}

interface RunPlanOptions {
  readonly now: Date;
  /** Whether to leave out targets that are not due. */
  readonly staleOnly?: boolean;
  readonly limit?: number | undefined;
}

/**
 * Returns the targets to audit, least recently audited first. Failed audits count too, so a site that is down is not first in
 * every run. An audit dated after `now` does not count, because its date comes from a wrong clock.
 */
export function planRun(
  targets: readonly ListedHost[],
  stored: ReadonlyMap<string, Stored>,
  { now, staleOnly, limit }: RunPlanOptions,
): ListedHost[] {
  const { now: at } = dueBounds(now);
  const timesAt = ({ host }: ListedHost) => timesOf(stored.get(host) ?? { latest: null, failure: null });
  const attemptOf = ({ attempted }: AuditTimes) => (attempted === null || attempted > at ? '' : attempted);
  return targets
    .map((target) => ({ target, times: timesAt(target) }))
    .filter(({ times }) => staleOnly !== true || isDue(times, now))
    .sort((a, b) => order(attemptOf(a.times), attemptOf(b.times)) || order(a.target.host, b.target.host))
    .slice(0, limit)
    .map(({ target }) => target);
}

/** Returns the domain whose servers receive the requests of a target's audit. */
export function auditedDomain(target: ListedHost): string {
  return domainOf(located(target).url);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
