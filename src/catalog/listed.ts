/** The targets of the catalog as its tables, plots and downloads show them: what these need of a scorecard is small. */

import type { Status } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { type Rules, rulesBehind } from '../audit/scorecard/rules.ts';
import type { Envelope, Scorecard } from '../audit/scorecard/schema.ts';

/** A target of the catalog with the short form of its latest scorecard. */
export interface Listed {
  readonly target: ListedHost;
  readonly scored: ScoredSite;
}

/** A target that is listed apart from the ranking: no audit can see it now. */
export interface Apart {
  readonly target: ListedHost;
  readonly listingState: ListingState;
  /** The short form of its last scorecard, where there is one. It counts for nothing in the catalog. */
  readonly last: ScoredSite | undefined;
}

/** What tables and plots read of a scorecard. */
export interface ScoredSite {
  readonly at: string;
  readonly rules: Rules;
  readonly score: Scorecard['score'];
  readonly summary: Scorecard['summary'];
  readonly mcp: boolean;
  /** Of the checks that it judged. */
  readonly results: readonly {
    readonly id: string;
    readonly status: Status;
    readonly na_reason?: string | undefined;
  }[];
}

/** The short form of a scorecard. */
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
