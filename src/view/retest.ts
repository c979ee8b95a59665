/** What failed last time, looked at again: what changed, and what did not. */
import { definitionOf } from '../definitions/index.ts';
import { type Cause, compareEnvelopes } from '../scorecard/compare.ts';
import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import type { StoredEnvelope, StoredResult } from '../scorecard/stored.ts';
import { isFailedResult } from './advice.ts';
import { RETEST_OUTCOMES, type RetestOutcome } from './retest-outcomes.ts';

export interface Retested {
  readonly outcome: RetestOutcome;
  readonly before: StoredResult;
  readonly now: StoredResult;
  /** Whether the site or the rules changed; none where the status is the same. */
  readonly cause: Cause | undefined;
}

export interface Retest {
  readonly before: StoredEnvelope;
  readonly now: StoredEnvelope;
  /** In the order of the outcomes, then of the scorecard. */
  readonly checks: readonly Retested[];
  readonly counts: Readonly<Record<RetestOutcome, number>>;
}

/** What is to be looked at again, of the checks whose ids are wanted. */
export function retestableOf({ scorecard }: StoredEnvelope, isWanted: (id: string) => boolean = () => true) {
  const wanted = scorecard.results.filter(({ id }) => isWanted(id));
  const isKnown = ({ id }: StoredResult) => definitionOf(id) !== undefined;
  const failing = wanted.filter(isFailedResult);
  const failed = failing.filter(isKnown);
  const dependent =
    failed.length === 0 ? [] : wanted.filter(isKnown).filter(({ status }) => status === 'n_a');
  const idsOf = (results: readonly StoredResult[]) => results.map(({ id }) => id);
  return {
    failed: idsOf(failed),
    // They did not apply for want of something: a fix may have brought it.
    dependent: idsOf(dependent),
    // Failed checks that this version does not have. Untrusted.
    unknown: idsOf(failing.filter((one) => !isKnown(one))),
  };
}

/**
 * What a retest found.
 *
 * @param now of an audit of `failed` and `dependent` only, of the same site, perhaps at another address
 */
export function retestOf(
  before: StoredEnvelope,
  now: StoredEnvelope,
  { failed, dependent }: ReturnType<typeof retestableOf>,
): Retest {
  const is = new Map(now.scorecard.results.map((result) => [result.id, result]));
  const was = new Map(before.scorecard.results.map((result) => [result.id, result]));
  const sameSite = { ...before, target_url: now.target_url };
  const causes = new Map(compareEnvelopes(sameSite, now).changes.map(({ id, cause }) => [id, cause]));
  const found = [...failed, ...dependent].flatMap((id): Retested[] => {
    const [then, today] = [was.get(id), is.get(id)];
    const outcome = then && today && outcomeOf(then, today);
    return outcome === undefined || then === undefined || today === undefined
      ? []
      : [{ outcome, before: then, now: today, cause: causes.get(id) }];
  });
  const of = (outcome: RetestOutcome) => found.filter((one) => one.outcome === outcome);
  return {
    before,
    now,
    checks: RETEST_OUTCOMES.flatMap(of),
    counts: Object.fromEntries(RETEST_OUTCOMES.map((one) => [one, of(one).length])) as Retest['counts'],
  };
}

/** None where a check that did not apply still does not, or could not be seen. */
function outcomeOf(before: StoredResult, now: StoredResult): RetestOutcome | undefined {
  if (!isFailedResult(before)) {
    if (isFailedResult(now)) return 'new_failure';
    return now.status === 'pass' ? 'new_pass' : undefined;
  }
  if (hasNoVerdict(now)) return 'unseen';
  if (now.status === 'pass') return 'fixed';
  if (now.status === 'n_a') return 'not_applicable';
  return now.status === 'broken' && before.status !== 'broken' ? 'worse' : 'failing';
}

/** How many fail now. */
export function failingNow({ counts }: Retest): number {
  return counts.worse + counts.new_failure + counts.failing;
}
