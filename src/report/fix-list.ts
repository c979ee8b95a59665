/** What fails on a site, by change: a page and its Markdown list it in the order of `CHANGES`. */
import { definitionOf } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { Scorecard } from '../audit/scorecard/schema.ts';
import { changeOf } from '../fix/brief-parts.ts';
import { type FailedResult, failuresOf } from '../fix/failures.ts';
import { outcomeOf, scoresThen } from '../fix/forecast.ts';
import { noForecast } from './partial.ts';

export interface FixGroup {
  /** Of the change; `undefined` for checks that this version does not have. */
  readonly id: string | undefined;
  readonly title: string;
  readonly failures: readonly FailedResult[];
}

/** Returns the changes that a site needs, each with the checks that fail now. */
export function fixList({ results }: Pick<Scorecard, 'results'>): readonly FixGroup[] {
  return Array.from(
    Map.groupBy(failuresOf(results), ({ id }) => changeOf(id)),
    ([change, own]) => ({
      id: change?.id,
      title: change?.title ?? 'Checks that this version does not have',
      failures: own,
    }),
  );
}

/** Returns the scores once all changes are made, or why they cannot be known, in a sentence. */
export function forecastText(scorecard: Scorecard): string {
  const { score: now } = scorecard;
  const then = scoresThen(
    scorecard,
    outcomeOf(scorecard, ({ id }) => definitionOf(id) === undefined),
  );
  if (then === undefined) return noForecast(scorecard.results);
  const step = (name: keyof typeof SCORE_OF) => `${now[name]}% → ${then[name]}% ${SCORE_OF[name]}`;
  return `Once all of it is done: ${step('relative')}, ${step('global')}.`;
}
