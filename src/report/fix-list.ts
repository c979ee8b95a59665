/** Groups a site's failures by the change that fixes them. All lists of fixes use these groups in this order. */
import { definitionOf } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { Scorecard } from '../audit/scorecard/schema.ts';
import { unlimitedRelative } from '../audit/scorecard/score.ts';
import { plural } from '../audit/scorecard/words.ts';
import { changeOf } from '../fix/brief-parts.ts';
import { type Cause, causesOf, type FailedResult, failuresOf } from '../fix/failures.ts';
import { mayStay, outcomeOf, scoresThen } from '../fix/forecast.ts';
import { noForecast } from './partial.ts';

export interface FixGroup {
  /** The id of the change; `undefined` for failures of checks that this version does not know. */
  readonly id: string | undefined;
  readonly title: string;
  readonly failures: readonly FailedResult[];
  /** The failures grouped by cause, one line each. */
  readonly causes: readonly Cause[];
  /**
   * The relative score before and after the change (`35% → 39%`), if all earlier changes are made. Empty if no forecast is
   * possible. For a change that only some sites need, the text names the condition.
   */
  readonly gain: string;
}

const ONLY_IF_LIMITED = 'only if the API limits calls';

export const FIX_ORDER = 'Make the changes in this order: later ones depend on earlier ones.';

/** Returns the changes that a site needs, in the order in which to make them, each with the checks that fail now. */
export function fixList(scorecard: Scorecard): readonly FixGroup[] {
  const groups = [...Map.groupBy(failuresOf(scorecard.results), ({ id }) => changeOf(id))];
  const scores = scoresAfter(
    scorecard,
    groups.map(([change]) => change?.id),
  );
  return groups.map(([change, ofChange], i) => ({
    id: change?.id,
    title: change?.title ?? 'Checks that this version does not have',
    failures: ofChange,
    causes: causesOf(ofChange),
    gain:
      change === undefined
        ? ''
        : ofChange.every(mayStay)
          ? ONLY_IF_LIMITED
          : gainText(scores[i], scores[i + 1]),
  }));
}

/** Returns the relative score now and after each change; empty if no forecast is possible. Scores may be below 0. */
function scoresAfter(scorecard: Scorecard, changes: readonly (string | undefined)[]): readonly number[] {
  // Whether a forecast is possible does not depend on the changes.
  if (scoresThen(scorecard, scorecard) === undefined) return [];
  const madeChanges = new Set<string | undefined>();
  const after = changes.map((change) => {
    madeChanges.add(change);
    return outcomeOf(
      scorecard,
      ({ id }) => !madeChanges.has(changeOf(id)?.id) || definitionOf(id) === undefined,
    );
  });
  return [scorecard, ...after].map(({ results }) => unlimitedRelative(results));
}

function gainText(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return '';
  return before === after ? `still ${percent(before)}` : `${percent(before)} → ${percent(after)}`;
}

function percent(score: number): string {
  return `${score}%`.replace('-', '−');
}

/** Returns the gain and the number of checks, such as `35% → 39%, 8 checks`. An unknown gain is left out. */
export function gainAndCount({ gain, failures }: FixGroup): string {
  return [gain, plural(failures.length, 'check')].filter(Boolean).join(', ');
}

/** Returns text such as `7 more checks with the same cause`; empty if there are no such checks. */
export function alsoText({ also }: Cause): string {
  return also.length === 0 ? '' : `${plural(also.length, 'more check')} with the same cause`;
}

/** Returns sentences with the scores after all changes, or why no forecast is possible. */
export function forecastText(scorecard: Scorecard): string {
  const { score: now } = scorecard;
  const then = scoresThen(
    scorecard,
    outcomeOf(scorecard, ({ id }) => definitionOf(id) === undefined),
  );
  if (then === undefined) return noForecast(scorecard.results);
  const step = (name: keyof typeof SCORE_OF) => `${now[name]}% → ${then[name]}% ${SCORE_OF[name]}`;
  return [...belowZero(scorecard), `Once all changes are made: ${step('relative')}, ${step('global')}.`].join(
    ' ',
  );
}

/** Returns a sentence about a relative score below 0, because scorecards show it as 0. */
function belowZero({ results }: Scorecard): string[] {
  const score = unlimitedRelative(results);
  return score < 0
    ? [
        `What is broken costs more than what passes earns: the relative score is ${percent(score)}, shown as 0%.`,
      ]
    : [];
}
