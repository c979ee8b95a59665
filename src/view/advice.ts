/** What to fix first, why, and what each fix recovers where that can be known. */
import { definitionOf } from '../definitions/index.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { pointsBehind, pointsOf, type ScoredPoints, scoreOfPoints, totalOf } from '../scorecard/score.ts';
import type { StoredResult, StoredScorecard } from '../scorecard/stored.ts';

/** A result that can be fixed; a file of an old version may have no remediation for it. */
export type FailedResult = StoredResult & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export type Advice = ReturnType<typeof adviceFor>['advice'][number];

export function isFailedResult(result: StoredResult): result is FailedResult {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/**
 * What to fix, most gain first: by the points that a fix earns, then by keyword, then what is broken before what is
 * missing, then in the scorecard's order.
 */
export function adviceFor(scorecard: Pick<StoredScorecard, 'results' | 'score'>) {
  const all = pointsBehind(scorecard);
  const total = scorecard.results.some(hasNoVerdict) ? undefined : all;
  let { earned, counted } = totalOf(scorecard.results);
  const scores = () => (total === undefined ? undefined : scoreOfPoints({ earned, counted }, total));
  const sorted = scorecard.results
    .filter(isFailedResult)
    .map((failure) => ({ failure, gain: gainOf(failure) }))
    .toSorted(byUrgency);
  const advice = sorted.map(({ failure, gain }) => {
    earned += gain.earned;
    counted += gain.counted;
    return {
      failure,
      // What an agent gains by the fix; none where the file has a check that is not known any more.
      reason: definitionOf(failure.id)?.goal ?? failure.remediation?.goal,
      // What passing earns, and what being broken cost; none where scores were made in another way than today.
      points: all === undefined ? undefined : gain.earned,
      // Both scores with this and all before it fixed; none where what some check without a verdict says could change them.
      after: scores(),
    };
  });
  // Once everything in the list is fixed and nothing else changes; none where that cannot be told.
  return { advice, reachable: scores() };
}

const URGENCY = ['must', 'should', 'may'];

interface Gain {
  readonly failure: FailedResult;
  readonly gain: ScoredPoints;
}

function byUrgency({ failure: a, gain: ofA }: Gain, { failure: b, gain: ofB }: Gain): number {
  return (
    ofB.earned - ofA.earned ||
    URGENCY.indexOf(a.keyword) - URGENCY.indexOf(b.keyword) ||
    Number(b.status !== 'absent') - Number(a.status !== 'absent')
  );
}

/** What a fix adds to the points. Shares of a score say less: they are rounded, and stop at 0. */
function gainOf({ keyword, status }: FailedResult): ScoredPoints {
  const [before, after] = [pointsOf({ keyword, status }), pointsOf({ keyword, status: 'pass' })];
  return { earned: after.earned - before.earned, counted: after.counted - before.counted };
}
