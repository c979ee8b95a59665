/** What to fix first, why, and what each fix recovers where that can be known. */
import { definitionOf } from '../definitions/index.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { pointsBehind, pointsOf, type Scored, scoreOf } from '../scorecard/score.ts';
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
  const sorted = scorecard.results.filter(isFailedResult).toSorted(byUrgency);
  let results: readonly Scored[] = scorecard.results;
  const advice = sorted.map((failure) => {
    results = results.map((one) => (one === failure ? fixed(failure) : one));
    return {
      failure,
      // What an agent gains by the fix; none where the file has a check that is not known any more.
      reason: definitionOf(failure.id)?.goal ?? failure.remediation?.goal,
      // What passing earns, and what being broken cost; none where scores were made in another way than today.
      points: all === undefined ? undefined : pointsGained(failure),
      // Both scores with this and all before it fixed; none where what some check without a verdict says could change them.
      after: total === undefined ? undefined : scoreOf(results, total),
    };
  });
  // Once everything in the list is fixed and nothing else changes; none where that cannot be told.
  return { advice, reachable: total === undefined ? undefined : scoreOf(results, total) };
}

const URGENCY = ['must', 'should', 'may'];

function byUrgency(a: FailedResult, b: FailedResult): number {
  return (
    pointsGained(b) - pointsGained(a) ||
    URGENCY.indexOf(a.keyword) - URGENCY.indexOf(b.keyword) ||
    Number(b.status !== 'absent') - Number(a.status !== 'absent')
  );
}

/** Points that a fix adds to what is earned. Shares of a score say less: they are rounded, and stop at 0. */
function pointsGained(failure: FailedResult): number {
  return pointsOf(fixed(failure)).earned - pointsOf(failure).earned;
}

function fixed({ category, keyword }: Scored): Scored {
  return { category, keyword, status: 'pass' };
}
