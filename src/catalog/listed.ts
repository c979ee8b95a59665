/** Short forms of targets and scorecards, for tables, plots and downloads. */

import { FAILING_STATUSES, type Status } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { type Rules, rulesBehind } from '../audit/scorecard/rules.ts';
import type { Envelope, Scorecard } from '../audit/scorecard/schema.ts';

/** A target with the short form of its latest scorecard. */
export interface Listed {
  readonly target: ListedHost;
  readonly scored: ScoredSite;
}

/** A target that cannot be audited now, or whose owner opted out of audits. It is listed without a rank. */
export interface Apart {
  readonly target: ListedHost;
  readonly listingState: ListingState;
  /** The short form of the target's last scorecard, if it has one. The catalog's statistics do not count this scorecard. */
  readonly last: ScoredSite | undefined;
}

/** The part of a scorecard that tables and plots use. */
export interface ScoredSite {
  readonly at: string;
  readonly rules: Rules;
  readonly score: Scorecard['score'];
  readonly summary: Scorecard['summary'];
  readonly mcp: boolean;
  readonly results: readonly {
    readonly id: string;
    readonly status: Status;
    readonly na_reason?: string | undefined;
  }[];
}

/** Returns a site's sort key for the ranking; lower keys come first. Sites with equal keys are ordered by host. */
export function rankKey(score: ScoredSite['score']): number {
  return -(score.relative * 1e3 + score.global);
}

/** Returns the number of checks with a failing status. A missing optional feature is not a failure. */
export function failedCount({ summary }: ScoredSite): number {
  return FAILING_STATUSES.reduce((sum, status) => sum + summary[status], 0);
}

export function scoredOf({ scorecard, freshness }: Envelope): ScoredSite {
  return {
    at: freshness.scored_at,
    rules: rulesBehind(scorecard),
    score: scorecard.score,
    summary: scorecard.summary,
    mcp: scorecard.mcp_endpoint !== null,
    results: scorecard.results.map(({ id, status, na_reason }) => ({
      id,
      status,
      ...(na_reason === undefined ? {} : { na_reason }),
    })),
  };
}
