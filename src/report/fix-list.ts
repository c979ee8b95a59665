/** What fails on a site, by change: a page and its Markdown list it in the order of `CHANGES`. */
import { definitionOf } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { Scorecard } from '../audit/scorecard/schema.ts';
import { plural } from '../audit/scorecard/words.ts';
import { changeOf } from '../fix/brief-parts.ts';
import { type Cause, causesOf, type FailedResult, failuresOf } from '../fix/failures.ts';
import { outcomeOf, scoresThen } from '../fix/forecast.ts';
import { noForecast } from './partial.ts';

export interface FixGroup {
  /** Of the change; `undefined` for checks that this version does not have. */
  readonly id: string | undefined;
  readonly title: string;
  readonly failures: readonly FailedResult[];
  /** The same by cause: one line each. */
  readonly causes: readonly Cause[];
  /** `+29 points, 8 checks`: what the change alone adds to the relative score, if that can be known, and how many checks fail. */
  readonly gain: string;
}

/** Returns the changes that a site needs, each with the checks that fail now. */
export function fixList(scorecard: Scorecard): readonly FixGroup[] {
  return Array.from(
    Map.groupBy(failuresOf(scorecard.results), ({ id }) => changeOf(id)),
    ([change, own]) => ({
      id: change?.id,
      title: change?.title ?? 'Checks that this version does not have',
      failures: own,
      causes: causesOf(own),
      gain: gainText(scorecard, change?.id, own.length),
    }),
  );
}

function gainText(scorecard: Scorecard, change: string | undefined, count: number): string {
  const alone = outcomeOf(scorecard, ({ id }) => change === undefined || changeOf(id)?.id !== change);
  const then = scoresThen(scorecard, alone);
  const points = then === undefined ? 0 : then.relative - scorecard.score.relative;
  return [...(points > 0 ? [`+${plural(points, 'point')}`] : []), plural(count, 'check')].join(', ');
}

/** `7 more checks with the same cause`; empty if there are no others. */
export function alsoText({ also }: Cause): string {
  return also.length === 0 ? '' : `${plural(also.length, 'more check')} with the same cause`;
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
