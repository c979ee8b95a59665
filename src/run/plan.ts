/** Which targets a run audits, and in which order. Pure. */
import { createHash } from 'node:crypto';
import { domainOf } from '../parse/same-site.ts';
import { located } from '../results/targets.ts';
import type { ListedHost, Stored } from '../scorecard/record.ts';

/**
 * Targets of one shard. Eight are audited at a time; where each takes its whole deadline of a minute, that is 75 minutes:
 * well within the two hours of the job, which may run for six. Most sites take some seconds (`npm run bench -- run` has
 * what the auditor adds), so that a shard ends in minutes.
 */
const SHARD_TARGETS = 600;
/** The most jobs of a matrix (https://docs.github.com/en/actions/reference/limits). */
const MOST_SHARDS = 256;

/** One of `of` parts that share the list, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

interface RunPlanOptions {
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
  targets: readonly ListedHost[],
  stored: ReadonlyMap<string, Stored>,
  { now, only, staleOnly, shard, limit }: RunPlanOptions,
): ListedHost[] {
  const attempted = ({ host }: ListedHost) => lastAttempt(stored.get(host));
  return targets
    .filter(({ host }) => only?.has(host) ?? true)
    .filter((target) => shard === undefined || isInShard(target, shard))
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

/** A target is always in the same one of `of` shards, with all others of its domain, whatever else is in the list. */
export function isInShard(target: ListedHost, { index, of }: Shard): boolean {
  return createHash('sha256').update(auditedDomain(target)).digest().readUInt32BE(0) % of === index - 1;
}

/** Whose servers a target's audit strains. */
export function auditedDomain(target: ListedHost): string {
  return domainOf(located(target).url);
}

/** `2/8`: the second of eight. */
export function shardName({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** The shard of a name; `undefined` for what names none. */
export function shardNamed(name: string): Shard | undefined {
  const [, i = '', n = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(name.trim()) ?? [];
  const [index, of] = [Number(i), Number(n)];
  return index >= 1 && index <= of ? { index, of } : undefined;
}

/** A matrix of GitHub's workflows (`fromJSON`): a job for each shard. */
interface JobMatrix {
  readonly include: readonly { readonly shard: string }[];
}

/** The shards that as many targets need; none for no targets. */
export function shardsFor(targets: number): JobMatrix {
  const of = Math.min(MOST_SHARDS, Math.ceil(targets / SHARD_TARGETS));
  return { include: Array.from({ length: of }, (_, i) => ({ shard: shardName({ index: i + 1, of }) })) };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
