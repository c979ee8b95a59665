/** Which targets a run audits, and in which order. Pure. */
import { domainOf } from '../parse/same-site.ts';
import { located } from '../results/targets.ts';
import type { ListedHost, Stored } from '../scorecard/record.ts';

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

/** Whether a new audit is due. */
export function isDue(stored: Stored | undefined, now: Date): boolean {
  const due = stored?.latest?.freshness.refresh_after;
  return due === undefined || due <= now.toISOString();
}

/** Whose servers a target's audit strains. */
export function auditedDomain(target: ListedHost): string {
  return domainOf(located(target).url);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
