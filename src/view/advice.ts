/** What to fix first, why, and what each fix recovers where that can be known. */
import { definitionOf } from '../catalogue/index.ts';
import { pointsBehind, pointsOf, type Scored, scoreOf } from '../scorecard/score.ts';
import type { StoredResult, StoredScorecard } from '../scorecard/stored.ts';
import { isUnseen } from '../scorecard/unseen.ts';

/** A result that can be fixed; a file of an old version may have no remediation for it. */
export type Failure = StoredResult & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export interface Advice {
  readonly failure: Failure;
  /** What an agent gains by the fix, in a sentence; none where the file has a check that is not known any more. */
  readonly reason: string | undefined;
  /**
   * Points that the fix adds to those that are earned: what passing earns, and what being broken cost. None where the
   * scores were made in another way than today.
   */
  readonly points: number | undefined;
  /**
   * Both scores once this and all that stands before it in the list are fixed. None where some check was not seen, for
   * what it would say could change them.
   */
  readonly after: StoredScorecard['score'] | undefined;
}

/** All that can be fixed. */
interface AdviceList {
  /** The fix that earns most points first. */
  readonly advice: readonly Advice[];
  /** Both scores once everything in the list is fixed and nothing else changes; none where they cannot be told. */
  readonly reachable: StoredScorecard['score'] | undefined;
}

export function isFailure(result: StoredResult): result is Failure {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/**
 * What to fix, most gain first: by the points that a fix earns, then by keyword, then what is broken before what is
 * missing, then in the scorecard's order.
 */
export function adviceFor(scorecard: Pick<StoredScorecard, 'results' | 'score'>): AdviceList {
  const all = pointsBehind(scorecard);
  const total = scorecard.results.some(isUnseen) ? undefined : all;
  const sorted = scorecard.results.filter(isFailure).toSorted(byUrgency);
  let results: readonly Scored[] = scorecard.results;
  const advice = sorted.map((failure) => {
    results = results.map((one) => (one === failure ? fixed(failure) : one));
    return {
      failure,
      reason: definitionOf(failure.id)?.goal ?? failure.remediation?.goal,
      points: all === undefined ? undefined : pointsGained(failure),
      after: total === undefined ? undefined : scoreOf(results, total),
    };
  });
  return { advice, reachable: total === undefined ? undefined : scoreOf(results, total) };
}

const URGENCY = ['must', 'should', 'may'];

function byUrgency(a: Failure, b: Failure): number {
  return (
    pointsGained(b) - pointsGained(a) ||
    URGENCY.indexOf(a.keyword) - URGENCY.indexOf(b.keyword) ||
    Number(b.status !== 'absent') - Number(a.status !== 'absent')
  );
}

/** Points that a fix adds to what is earned. Shares of a score say less: they are rounded, and stop at 0. */
function pointsGained(failure: Failure): number {
  return pointsOf(fixed(failure)).earned - pointsOf(failure).earned;
}

function fixed({ category, keyword }: Scored): Scored {
  return { category, keyword, status: 'pass' };
}
