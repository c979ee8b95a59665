import { SCORE_OF, scoresText } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { instant } from '../audit/scorecard/words.ts';
import { STATE_WORDS } from './listing-state.ts';

/** The title and description of a page, in its HTML head and its Markdown front matter. */
export interface About {
  readonly title: string;
  readonly description: string;
}

export function aboutScorecard(
  { target, scorecard, freshness }: Envelope,
  listingState: ListingState | undefined,
): About {
  const { score, summary, results } = scorecard;
  const state = listingState && STATE_WORDS[listingState.state];
  return {
    title: `${target}: ${state ?? `${score.relative}% ${SCORE_OF.relative}`}`,
    description: `${state === undefined ? '' : `${target} ${state}; this is its last scorecard. `}How ready ${target} is for AI agents: ${scoresText(score)}; ${summary.pass} of ${results.length} checks pass. Audited at ${instant(freshness.scored_at)}.`,
  };
}

export function aboutUnscored(
  { host, name }: Pick<ListedHost, 'host' | 'name'>,
  { state }: ListingState,
): About {
  return {
    title: `${name}: ${STATE_WORDS[state]}`,
    description: `${name} (${host}) ${STATE_WORDS[state]}: ${state === 'declined' ? 'its owner does not want it scored. How an owner declines, and how to undo that.' : 'no audit could see it, so it has no scorecard. How its owner lets the auditor in.'}`,
  };
}
