/** What pages and tools ask of the catalog: pure functions over the list and the stored results. */
import { type Comparison, compareEnvelopes } from '../scorecard/compare.ts';
import {
  CATEGORIES,
  type CategoryId,
  type Envelope,
  type Keyword,
  type Scorecard,
} from '../scorecard/schema.ts';
import { isDue } from './plan.ts';
import type { CatalogTarget, Failure, HistoryEntry, Stored } from './schema.ts';

/** A target with what is stored of it. */
export interface CatalogEntry {
  readonly target: CatalogTarget;
  readonly stored: Stored | undefined;
}

/** A target that has a scorecard. */
export interface ScoredEntry extends CatalogEntry {
  readonly stored: Stored & { readonly latest: Envelope };
}

/**
 * The catalog: the list with its results, by host. The demo sites are left out as soon as one real target is scored.
 * Results without a target in the list are not shown.
 */
export function catalogEntries(
  targets: readonly CatalogTarget[],
  results: readonly Stored[],
): CatalogEntry[] {
  const byHost = new Map(results.map((stored) => [stored.host, stored]));
  const entries = targets
    .map((target): CatalogEntry => ({ target, stored: byHost.get(target.host) }))
    .sort((a, b) => order(a.target.host, b.target.host));
  const real = entries.filter(({ target }) => target.demo !== true);
  return real.some(isScored) ? real : entries;
}

export function isScored(entry: CatalogEntry): entry is ScoredEntry {
  return entry.stored !== undefined && entry.stored.latest !== null;
}

/** One row of the catalog's table. */
export interface CatalogRow {
  readonly host: string;
  readonly name: string;
  readonly description: string;
  readonly category: CatalogTarget['category'];
  readonly demo: boolean;
  readonly relative: number;
  readonly global: number;
  /** Of the relative score, since the scorecard that said otherwise; `null` where there is none. */
  readonly change: number | null;
  readonly summary: Scorecard['summary'];
  readonly scored_at: string;
  /** A new audit is due. */
  readonly due: boolean;
  /** The last attempt failed. */
  readonly failure: Failure | null;
}

/** The table, best first: by the relative score, then the global one, then the host. */
export function catalogRows(entries: readonly CatalogEntry[], now: Date): CatalogRow[] {
  return entries
    .filter(isScored)
    .map(({ target, stored }): CatalogRow => {
      const { score, summary } = stored.latest.scorecard;
      const before = stored.previous?.scorecard.score.relative;
      return {
        host: target.host,
        name: target.name,
        description: target.description,
        category: target.category,
        demo: target.demo === true,
        relative: score.relative,
        global: score.global,
        change: before === undefined ? null : score.relative - before,
        summary,
        scored_at: stored.latest.freshness.scored_at,
        due: isDue(stored, now),
        failure: stored.failure,
      };
    })
    .sort((a, b) => b.relative - a.relative || b.global - a.global || order(a.host, b.host));
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const BINS = 10;

/** How many scores lie in each of ten bins: 0–9, 10–19 … 90–100. */
export function scoreDistribution(scores: readonly number[]): Bin[] {
  const binOf = (score: number) => Math.min(BINS - 1, Math.floor(score / BINS));
  return Array.from({ length: BINS }, (_, i) => ({
    from: i * BINS,
    to: i === BINS - 1 ? 100 : i * BINS + BINS - 1,
    count: scores.filter((score) => binOf(score) === i).length,
  }));
}

/** How many pass, of those that were judged; `rate` is a whole percentage, `null` where none was judged. */
export interface PassRate {
  readonly passed: number;
  readonly judged: number;
  readonly rate: number | null;
}

export interface CheckRate extends PassRate {
  readonly id: string;
  readonly label: string;
  readonly category: CategoryId;
  readonly keyword: Keyword;
  /** For how many it does not apply, or could not be seen. */
  readonly not_judged: number;
}

/** The statuses that say something of a site. */
const JUDGED: ReadonlySet<string> = new Set(['pass', 'noncompliant', 'broken', 'absent']);

/** Per check, in the catalogue's order. An optional feature that is not there is not judged. */
export function checkRates(envelopes: readonly Envelope[]): CheckRate[] {
  const results = envelopes.flatMap(({ scorecard }) => scorecard.results);
  return [...Map.groupBy(results, ({ id }) => id).values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const { id, label, category, keyword } = first;
    const judged = of.filter(({ status }) => JUDGED.has(status));
    const rate = rateOf(judged.filter(({ status }) => status === 'pass').length, judged.length);
    return [{ id, label, category, keyword, ...rate, not_judged: of.length - judged.length }];
  });
}

export interface CategoryRate extends PassRate {
  readonly id: CategoryId;
  readonly name: string;
}

/** Per category of checks, in display order: of all its verdicts over all sites. */
export function categoryRates(envelopes: readonly Envelope[]): CategoryRate[] {
  const rates = checkRates(envelopes);
  return CATEGORIES.map(({ id, name }) => {
    const of = rates.filter(({ category }) => category === id);
    return { id, name, ...rateOf(sum(of.map(({ passed }) => passed)), sum(of.map(({ judged }) => judged))) };
  });
}

/** What changed since the scorecard that said otherwise, and whether the site or the rules did it. */
export function lastChange({ latest, previous }: Stored): Comparison | undefined {
  if (latest === null || previous === null) return undefined;
  // One audit judged twice: its verdicts by today's rules are those of the latest scorecard.
  const oneAudit = latest.freshness.scored_at === previous.freshness.scored_at;
  return compareEnvelopes(previous, latest, oneAudit ? { from: latest } : {});
}

export interface HistoryPoint extends HistoryEntry {
  /** The rules are not those of the point before. */
  readonly new_rules: boolean;
}

/** The history for a plot, oldest first. */
export function historyPoints({ history }: Stored): HistoryPoint[] {
  return history.map((entry, i) => {
    const before = history[i - 1];
    const same =
      before === undefined ||
      (before.spec_version === entry.spec_version && before.schema_version === entry.schema_version);
    return { ...entry, new_rules: !same };
  });
}

/** The owner's reasons, by check. */
export function waiversOf({ waivers = [] }: CatalogTarget): ReadonlyMap<string, string> {
  return new Map(waivers.map(({ check, reason }) => [check, reason]));
}

export interface Badge {
  readonly label: string;
  readonly message: string;
  /** `#rrggbb`, dark enough for white text (a contrast of 4.5 or more). */
  readonly color: string;
}

const BADGE_LABEL = 'agent-ready';
const BADGE_COLORS = [
  { from: 90, color: '#1a7f37' },
  { from: 70, color: '#4d7a0c' },
  { from: 50, color: '#8a6100' },
  { from: 0, color: '#b42318' },
] as const;
const NO_SCORE = '#57606a';

/** The badge of a target: its relative score. */
export function badgeOf(envelope: Envelope | null): Badge {
  if (envelope === null) return { label: BADGE_LABEL, message: 'not scored', color: NO_SCORE };
  const { relative } = envelope.scorecard.score;
  const color = BADGE_COLORS.find(({ from }) => relative >= from)?.color ?? NO_SCORE;
  return { label: BADGE_LABEL, message: `${relative} of 100`, color };
}

/** The badge as https://shields.io/badges/endpoint-badge reads it. */
export function shieldsBadge(badge: Badge): { schemaVersion: 1 } & Badge {
  return { schemaVersion: 1, ...badge };
}

function rateOf(passed: number, judged: number): PassRate {
  return { passed, judged, rate: judged === 0 ? null : Math.round((100 * passed) / judged) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
