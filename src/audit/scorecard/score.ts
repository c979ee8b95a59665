/** Computes the relative and the global score, and their counts (explained in `/methodology`). */
import { ALL_POINTS, POINTS } from '../check-texts/points.ts';
import { CATEGORIES, KEYWORDS, STATUSES, type Status } from '../check-texts/vocabulary.ts';
import type { Result, Scorecard } from './schema.ts';

/** The fraction of its points that a broken check subtracts. */
const BROKEN_COST = 0.75;
/** The weight of an absent or noncompliant SHOULD check in the relative score, as a fraction of its points. */
const UNMET_SHOULD_WEIGHT = 0.5;

export type Scored = Pick<Result, 'category' | 'keyword' | 'status'>;

export function totalPoints(results: readonly Pick<Scored, 'keyword'>[]): number {
  return results.reduce((sum, { keyword }) => sum + POINTS[keyword], 0);
}

/** Returns the points that one result earns, and the points that it adds to the divisor of the relative score. */
export function pointsOf({ keyword, status }: Pick<Scored, 'keyword' | 'status'>): {
  earned: number;
  counted: number;
} {
  const points = POINTS[keyword];
  switch (status) {
    case 'pass':
      return { earned: points, counted: points };
    case 'broken':
      return { earned: -BROKEN_COST * points, counted: points };
    case 'absent':
    case 'noncompliant':
      return { earned: 0, counted: keyword === 'should' ? UNMET_SHOULD_WEIGHT * points : points };
    default:
      return { earned: 0, counted: 0 };
  }
}

const UNCOUNTED_WORDS: Readonly<Partial<Record<Status, string>>> = {
  n_a: 'do not apply',
  error: 'could not be tested',
  skip: 'were not run',
};

/** Statuses that earn no points and are left out of the relative score, for MUST, SHOULD and MAY checks alike. */
export const UNCOUNTED: readonly Status[] = STATUSES.filter((status) =>
  KEYWORDS.every((keyword) => {
    const { earned, counted } = pointsOf({ keyword, status });
    return earned === 0 && counted === 0;
  }),
);

/** The end of a sentence that says how `UNCOUNTED` checks affect both scores. A test checks the sentence against `scoreOf`. */
export const LEFT_OUT = 'left out of the relative score, and earn nothing in the global score';

export function uncountedText(): string {
  const words = UNCOUNTED.map((status) => UNCOUNTED_WORDS[status] ?? `are ${status}`);
  return `Checks that ${words.slice(0, -1).join(', ')} or ${words.at(-1)} are ${LEFT_OUT}.`;
}

/**
 * Returns the relative and the global score from 0 to 100, rounded half up. If no result counts, the relative score is 0.
 * Points are multiples of a quarter, so sums are exact. `all` is the total of points under the scorecard's rules.
 */
export function scoreOf(
  results: readonly Pick<Scored, 'keyword' | 'status'>[],
  all = ALL_POINTS,
): Scorecard['score'] {
  const { earned, counted } = sumOf(results);
  return { relative: bounded(percent(earned, counted)), global: bounded(percent(earned, all)) };
}

/** Returns the relative score in percent. It may be negative, because broken checks may subtract more than passes earn. */
export function unlimitedRelative(results: readonly Pick<Scored, 'keyword' | 'status'>[]): number {
  const { earned, counted } = sumOf(results);
  return percent(earned, counted);
}

function sumOf(results: readonly Pick<Scored, 'keyword' | 'status'>[]): { earned: number; counted: number } {
  let earned = 0;
  let counted = 0;
  for (const result of results) {
    const points = pointsOf(result);
    earned += points.earned;
    counted += points.counted;
  }
  return { earned, counted };
}

/** Returns the total points of a scorecard's checks; `undefined` if the scorecard's scores come from an older formula. */
export function pointsBehind({
  results,
  score,
}: {
  readonly results: readonly Pick<Scored, 'keyword' | 'status'>[];
  readonly score: Scorecard['score'];
}): number | undefined {
  const all = totalPoints(results);
  const computed = scoreOf(results, all);
  return computed.relative === score.relative && computed.global === score.global ? all : undefined;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

function bounded(score: number): number {
  return Math.min(100, Math.max(0, score));
}

/** Returns the number of results with each status. */
export function summaryOf(results: readonly Pick<Scored, 'status'>[]): Scorecard['summary'] {
  const summary = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Scorecard['summary'];
  for (const { status } of results) summary[status] += 1;
  return summary;
}

/** Returns the number of MUST, SHOULD and MAY checks, and how many of each pass. */
export function coverageOf(
  results: readonly Pick<Scored, 'keyword' | 'status'>[],
): Scorecard['coverage_summary'] {
  return Object.fromEntries(
    KEYWORDS.map((keyword) => {
      const of = results.filter((result) => result.keyword === keyword);
      return [keyword, { total: of.length, verified: of.filter(({ status }) => status === 'pass').length }];
    }),
  ) as Scorecard['coverage_summary'];
}

/** Returns how many checks of each category count and how many of them pass, in display order. */
export function categoriesOf(results: readonly Scored[]): Scorecard['categories'] {
  return CATEGORIES.map(({ id, name }) => ({ id, name, ...categoryCounts(results, id) }));
}

/** Counts a category's results. `passed` counts only `pass`; `counted` counts all statuses except `n_a`. */
function categoryCounts(
  results: readonly Pick<Scored, 'category' | 'status'>[],
  id: string,
): { passed: number; counted: number } {
  const counted = results.filter(({ category, status }) => category === id && status !== 'n_a');
  return { passed: counted.filter(({ status }) => status === 'pass').length, counted: counted.length };
}

/** Returns a sentence if each check that ran is `n_a` (not applicable, or optional and missing); otherwise `undefined`. */
export function noScore(results: readonly { readonly status: string }[]): string | undefined {
  const isUnmeasured =
    results.some(({ status }) => status === 'n_a') &&
    results.every(({ status }) => status === 'n_a' || status === 'skip');
  return isUnmeasured ? 'No score: no check that ran counts for this site.' : undefined;
}
