/** Which targets a run audits, and in which order. Pure. */
import { createHash } from 'node:crypto';
import type { CatalogTarget, Stored } from '../scorecard/record.ts';

/** One of `of` parts that share the list, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export interface PlanOptions {
  readonly now: Date;
  /** Only these hosts. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Leave out what is not due yet. */
  readonly staleOnly?: boolean;
  readonly shard?: Shard | undefined;
  /** At most this many. */
  readonly limit?: number | undefined;
}

/**
 * The targets to audit, those whose last attempt is longest ago first. A failed attempt counts, so that a site that is
 * down does not keep the others of a limited run waiting.
 */
export function planRun(
  targets: readonly CatalogTarget[],
  stored: ReadonlyMap<string, Stored>,
  { now, only, staleOnly, shard, limit }: PlanOptions,
): CatalogTarget[] {
  const attempted = ({ host }: CatalogTarget) => lastAttempt(stored.get(host));
  return targets
    .filter(({ host }) => only?.has(host) ?? true)
    .filter(({ host }) => shard === undefined || isInShard(host, shard))
    .filter(({ host }) => staleOnly !== true || isDue(stored.get(host), now))
    .sort((a, b) => order(attempted(a), attempted(b)) || order(a.host, b.host))
    .slice(0, limit);
}

/** When a target was last asked, successfully or not; empty where it never was. */
export function lastAttempt(stored: Stored | undefined): string {
  return stored?.failure?.at ?? stored?.latest?.freshness.scored_at ?? '';
}

/** Whether a new audit is due. */
export function isDue(stored: Stored | undefined, now: Date): boolean {
  const due = stored?.latest?.freshness.refresh_after;
  return due === undefined || due <= now.toISOString();
}

/** A host is always in the same one of `of` shards, whatever else is in the list. */
export function isInShard(host: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(host).digest().readUInt32BE(0) % of === index - 1;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
