/** Groups a site's failures by the change that fixes them. All lists of fixes use these groups in this order. */
import { definitionOf } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { Scorecard } from '../audit/scorecard/schema.ts';
import { unlimitedRelative } from '../audit/scorecard/score.ts';
import { plural } from '../base/text.ts';
import { changeOf, IF_UNLIMITED, mayStay } from '../fix/brief-parts.ts';
import { type Cause, causesOf, type FailedResult, failuresOf } from '../fix/failures.ts';
import { outcomeOf, scoresThen } from '../fix/forecast.ts';
import { noForecast } from './partial.ts';

export interface FixGroup {
  /** The id of the change; `undefined` for failures of checks that this version does not know. */
  readonly id: string | undefined;
  readonly title: string;
  readonly failures: readonly FailedResult[];
  /** The failures grouped by cause. Lists of fixes have one line for each cause. */
  readonly causes: readonly Cause[];
  /**
   * The relative score before and after the change (`35% → 39%`), if all earlier changes are made. Empty if no forecast is
   * possible. For a change that only some sites need, the text names the condition.
   */
  readonly gain: string;
}

const ONLY_IF_LIMITED = 'only if the API limits calls';

const ASSUMES_NO_LIMITS =
  'This assumes that the API limits no calls, so rate-limit-headers rightly stays missing.';

const FIX_ORDER = 'Make the changes in this order, because some depend on earlier ones.';

/** Returns the changes that a site needs, in the order in which to make them, each with the checks that fail now. */
export function fixList(scorecard: Scorecard): readonly FixGroup[] {
  const groups = [...Map.groupBy(failuresOf(scorecard.results), ({ id }) => changeOf(id))];
  const gains = gainsOf(
    scorecard,
    groups.map(([change]) => change?.id),
  );
  return groups.map(([change, ofChange], i) => ({
    id: change?.id,
    title: change?.title ?? 'Checks that this version does not have',
    failures: ofChange,
    causes: causesOf(ofChange),
    gain: change === undefined ? '' : ofChange.every(mayStay) ? ONLY_IF_LIMITED : (gains[i] ?? ''),
  }));
}

/** Returns how each change affects the score after all changes before it; empty if no forecast is possible. */
function gainsOf(scorecard: Scorecard, changes: readonly (string | undefined)[]): readonly string[] {
  // `scoresThen` returns `undefined` if no forecast is possible, whatever its second argument is.
  if (scoresThen(scorecard, scorecard) === undefined) return [];
  const notApplicable = scorecard.results.filter(({ status }) => status === 'n_a');
  const madeChanges = new Set<string | undefined>();
  let before = { score: unlimitedRelative(scorecard.results), newChecks: 0 };
  return changes.map((change) => {
    madeChanges.add(change);
    const { results, begin } = outcomeOf(
      scorecard,
      ({ id }) => !madeChanges.has(changeOf(id)?.id) || definitionOf(id) === undefined,
    );
    const after = {
      score: unlimitedRelative(results),
      newChecks: notApplicable.filter(({ id }) => begin.has(id)).length,
    };
    const gain = gainText(before.score, after.score, after.newChecks - before.newChecks);
    before = after;
    return gain;
  });
}

/** @param newChecks the number of checks that will apply only after the fix; the score counts them as passed */
function gainText(before: number, after: number, newChecks: number): string {
  const scores = before === after ? `still ${percent(before)}` : `${percent(before)} → ${percent(after)}`;
  if (newChecks === 0) return scores;
  return `${scores}; then ${plural(newChecks, 'more check')} ${newChecks === 1 ? 'applies' : 'apply'}`;
}

function percent(score: number): string {
  return `${score}%`.replace('-', '−');
}

/** Returns the number of checks and the gain, such as `8 checks, 35% → 39%`. An unknown gain is left out. */
export function gainAndCount({ gain, failures }: FixGroup): string {
  return [plural(failures.length, 'check'), gain].filter(Boolean).join(', ');
}

/** Returns text such as `7 more checks with the same cause`; empty if there are no such checks. */
export function alsoText({ also }: Cause): string {
  return also.length === 0 ? '' : `${plural(also.length, 'more check')} with the same cause`;
}

/** Returns the introduction to a scorecard's list of fixes. It says in which order to make them, and forecasts the scores. */
export function fixIntro(scorecard: Scorecard, fixes: readonly FixGroup[]): string {
  const forecast = forecastText(scorecard);
  return fixes.length > 1 ? `${FIX_ORDER} ${forecast}` : forecast;
}

/** Returns sentences with the scores after all changes, or why no forecast is possible or necessary. */
export function forecastText(scorecard: Scorecard): string {
  if (failuresOf(scorecard.results).every(mayStay)) return IF_UNLIMITED;
  const { score: now } = scorecard;
  const outcome = outcomeOf(scorecard, ({ id }) => definitionOf(id) === undefined);
  const then = scoresThen(scorecard, outcome);
  if (then === undefined) return noForecast(scorecard.results);
  const step = (name: keyof typeof SCORE_OF) => `${now[name]}% → ${then[name]}% ${SCORE_OF[name]}`;
  return [
    ...belowZero(scorecard),
    `Once all changes are made: ${step('relative')}, ${step('global')}.`,
    ...(outcome.results.some(mayStay) ? [ASSUMES_NO_LIMITS] : []),
  ].join(' ');
}

/** Returns a sentence with the real relative score if it is below 0, because scorecards then show 0. */
function belowZero({ results }: Scorecard): string[] {
  const score = unlimitedRelative(results);
  return score < 0
    ? [
        `What is broken costs more than what passes earns: the relative score is ${percent(score)}, shown as 0%.`,
      ]
    : [];
}
