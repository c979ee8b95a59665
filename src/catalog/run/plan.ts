/** Decides which targets a run audits, and in which order. Pure. */

import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { domainOf } from '../../base/same-site.ts';
import { located } from '../results/targets.ts';
import { type AuditTimes, dueBounds, isDue, timesOf } from './due.ts';

interface RunPlanOptions {
  readonly now: Date;
  /** Whether to leave out targets that are not due. */
  readonly staleOnly?: boolean;
  readonly limit?: number | undefined;
}

/**
 * Returns the targets to audit, those with the oldest attempt first. A failed attempt counts, so that a site that is down
 * does not delay others of a limited run. An attempt after `now` counts as none.
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

/** Returns the domain whose servers the audit of a target loads. */
export function auditedDomain(target: ListedHost): string {
  return domainOf(located(target).url);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
