/** Which targets are due, which of them a run audits, and in which order. Pure. */

import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import { domainOf } from '../../base/same-site.ts';
import { located } from '../results/targets.ts';

interface RunPlanOptions {
  readonly now: Date;
  /** Leave out what is not due yet. */
  readonly staleOnly?: boolean;
  /** At most this many. */
  readonly limit?: number | undefined;
}

/**
 * The targets to audit, those whose last attempt is longest ago first. A failed attempt counts, so that a site that is
 * down does not keep the others of a limited run waiting.
 */
export function planRun(
  targets: readonly ListedHost[],
  stored: ReadonlyMap<string, Stored>,
  { now, staleOnly, limit }: RunPlanOptions,
): ListedHost[] {
  const attempted = ({ host }: ListedHost) => lastAttempt(stored.get(host));
  return targets
    .filter(({ host }) => staleOnly !== true || isDue(stored.get(host), now))
    .sort((a, b) => order(attempted(a), attempted(b)) || order(a.host, b.host))
    .slice(0, limit);
}

/** When a target was last asked, successfully or not; empty where it never was. */
function lastAttempt(stored: Stored | undefined): string {
  return stored?.failure?.at ?? stored?.latest?.freshness.scored_at ?? '';
}

/** A target of the queue that was asked in vain is not asked again within this time, however often the queue is filled. */
const BETWEEN_ATTEMPTS_MS = 20 * 3_600_000;

/**
 * When a target is due: if it has no scorecard, or one whose `refresh_after` is not after `refresh`. The queue of a database
 * is filled at any time and also leaves out what was tried after `attempted`; a run is started for what failed, too.
 */
export function dueBy(now: Date): { readonly refresh: string; readonly attempted: string } {
  return {
    refresh: now.toISOString(),
    attempted: new Date(now.getTime() - BETWEEN_ATTEMPTS_MS).toISOString(),
  };
}

function isDue(stored: Stored | undefined, now: Date): boolean {
  const due = stored?.latest?.freshness.refresh_after;
  return due === undefined || due <= dueBy(now).refresh;
}

/** Whose servers a target's audit strains. */
export function auditedDomain(target: ListedHost): string {
  return domainOf(located(target).url);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
