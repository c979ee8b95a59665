import { byRules, type Rules, rulesText } from '../audit/scorecard/rules.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { plural } from '../audit/scorecard/words.ts';
import type { Listed, ScoredSite } from './listed.ts';

export interface Rate {
  readonly passed: number;
  /** The number of sites that the rate is computed from; 0 if there are none. */
  readonly base: number;
}

/** The minimum number of sites for a meaningful rate. */
export const FEW_SITES = 5;

export const FEW_TEXT = `A rate of fewer than ${FEW_SITES} sites says little: read it as a count.`;

/** A sentence that explains which sites each rate is computed from. */
export const BASE_TEXT =
  'Rates count only sites where the check applies and could be tested. An optional feature (MAY) that a site leaves out is not a fault, but counts as not passed.';

/**
 * Counts the passes of a check over the catalog, or of several checks together. Counts only the sites judged by the most
 * common rules (of equally common ones, the newest), because verdicts of different rules are not comparable.
 */
export function passRate(listed: readonly Listed[], ...checks: readonly string[]): Rate {
  const rules = commonRules(listed);
  const results = listed
    .filter(({ scored }) => rules !== undefined && byRules(scored.rules, rules) === 0)
    .flatMap(({ scored }) => scored.results.filter(({ id }) => checks.includes(id)));
  return {
    passed: results.filter(({ status }) => status === 'pass').length,
    base: results.filter(isInBase).length,
  };
}

function commonRules(listed: readonly Listed[]): Rules | undefined {
  const sites = Object.values(Object.groupBy(listed, ({ scored }) => rulesText(scored.rules)));
  const judged = sites.flatMap((of = []) =>
    of.slice(0, 1).map(({ scored }) => ({ rules: scored.rules, sites: of.length })),
  );
  return judged.toSorted((a, b) => b.sites - a.sites || byRules(b.rules, a.rules))[0]?.rules;
}

/** Returns whether a result counts: it has a verdict and applies. A missing optional feature (MAY) counts as applying. */
function isInBase(result: ScoredSite['results'][number]): boolean {
  return !hasNoVerdict(result) && (result.status !== 'n_a' || result.na_reason === 'optional-absent');
}

/** Returns the percentage, rounded; `null` if the base is 0. */
export function percentOf({ passed, base }: Rate): number | null {
  return base === 0 ? null : Math.round((100 * passed) / base);
}

/** Returns the rate in words: `12 of 40 sites`; for a base of 0 `no site`. */
function ofText({ passed, base }: Rate, one: string): string {
  return base === 0 ? `no ${one}` : `${passed} of ${plural(base, one)}`;
}

/** Returns the rate in words and percent: `12 of 40 sites (30%)`. */
export function rateText(rate: Rate, one = 'site'): string {
  return rate.base === 0 ? ofText(rate, one) : `${ofText(rate, one)} (${percentOf(rate)}%)`;
}
