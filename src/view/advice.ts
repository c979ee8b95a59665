/** What to fix first, and what each fix would gain where that can be known. */

import type { Keyword } from '../catalogue/vocabulary.ts';
import type { Result, Scorecard } from '../scorecard/schema.ts';
import { gainsOf, pointsOf, type Scored, scoreOf } from '../scorecard/score.ts';
import { isUnseen } from '../scorecard/unseen.ts';

/** A result that can be fixed: it has a remediation. */
export type Failure = Extract<Result, { status: 'absent' | 'broken' | 'noncompliant' }>;

export interface Advice {
  readonly failure: Failure;
  /**
   * By how much each score rises when this is fixed and nothing else changes, in points as shown (rounded). None where
   * some check was not seen: what it would say could change the gain.
   */
  readonly gain: Scorecard['score'] | undefined;
}

/** All that can be fixed. */
export interface AdviceList {
  /** The fix that earns most points first. */
  readonly advice: readonly Advice[];
  /** Both scores once everything in the list is fixed and nothing else changes; none where some check was not seen. */
  readonly reachable: Scorecard['score'] | undefined;
}

export function isFailure(result: Result): result is Failure {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/**
 * What to fix, most gain first: by the points that a fix earns, then by keyword, then what is broken before what is
 * missing, then in the scorecard's order.
 */
export function adviceFor(results: readonly Result[]): AdviceList {
  const gainOf = results.some(isUnseen) ? () => undefined : gainsOf(results);
  const advice = results
    .filter(isFailure)
    .map((failure) => ({ failure, gain: gainOf(failure) }))
    .sort((a, b) => byUrgency(a.failure, b.failure));
  return {
    advice,
    reachable: results.some(isUnseen)
      ? undefined
      : scoreOf(results.map((result) => (isFailure(result) ? fixed(result) : result))),
  };
}

const URGENCY: Record<Keyword, number> = { must: 0, should: 1, may: 2 };

function byUrgency(a: Failure, b: Failure): number {
  return (
    pointsGained(b) - pointsGained(a) ||
    URGENCY[a.keyword] - URGENCY[b.keyword] ||
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
