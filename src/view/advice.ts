/** What to fix first, and what each fix would gain where that can be known. */
import { gainsOf, pointsBehind, pointsOf, type Scored, scoreOf } from '../scorecard/score.ts';
import type { StoredResult, StoredScorecard } from '../scorecard/stored.ts';
import { isUnseen } from '../scorecard/unseen.ts';

/** A result that can be fixed; a file of an old version may have no remediation for it. */
export type Failure = StoredResult & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export interface Advice {
  readonly failure: Failure;
  /**
   * By how much each score rises when this is fixed and nothing else changes, in points as shown (rounded). None where
   * some check was not seen, for what it would say could change the gain, and where the scores were made in another way.
   */
  readonly gain: StoredScorecard['score'] | undefined;
}

/** All that can be fixed. */
export interface AdviceList {
  /** The fix that earns most points first. */
  readonly advice: readonly Advice[];
  /** Both scores once everything in the list is fixed and nothing else changes; none where no gain can be told. */
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
  const { results } = scorecard;
  const all = results.some(isUnseen) ? undefined : pointsBehind(scorecard);
  const gainOf = all === undefined ? () => undefined : gainsOf(results, all);
  const advice = results
    .filter(isFailure)
    .map((failure) => ({ failure, gain: gainOf(failure) }))
    .sort((a, b) => byUrgency(a.failure, b.failure));
  return {
    advice,
    reachable:
      all === undefined
        ? undefined
        : scoreOf(
            results.map((result) => (isFailure(result) ? fixed(result) : result)),
            all,
          ),
  };
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
