/** Thresholds: the lowest scores that are accepted. Waivers and baselines accept checks; they change no score. */
import { SCORE_OF } from '../definitions/score-names.ts';
import type { StoredScorecard } from '../scorecard/stored.ts';
import type { Policy } from './policy.ts';

/** What the thresholds say. */
export interface Measured {
  /** Why the scores are below what is asked for, a sentence each. */
  readonly reasons: readonly string[];
  /** Ids of the checks that could not be seen and that decide whether a share is met. */
  readonly noVerdict: readonly string[];
}

/**
 * Holds the scores to their thresholds. A category in which nothing counts is below nothing; one whose share depends on
 * checks that could not be seen has no verdict.
 */
export function measure(
  { score, categories, results }: StoredScorecard,
  thresholds: Policy['thresholds'],
  isUnseen: (result: { readonly status: string }) => boolean,
): Measured {
  // Of a few checks alone the global score says nothing: what was not asked for earns nothing.
  const isPartial = results.some((one) => one.status === 'skip' && !isUnseen(one));
  const kinds = isPartial ? (['relative'] as const) : (['relative', 'global'] as const);
  const reasons = kinds.flatMap((kind) => {
    const least = thresholds[kind];
    return least === undefined || score[kind] >= least
      ? []
      : [`The score ${SCORE_OF[kind]} is ${score[kind]}, below ${least}.`];
  });
  const noVerdict: string[] = [];
  for (const { id, name, passed, counted } of categories) {
    const least = thresholds.categories?.[id as keyof typeof thresholds.categories];
    if (least === undefined) continue;
    const own = results.filter(({ category }) => category === id);
    const open = own.filter(isUnseen);
    // What nobody asked for does not count.
    const asked = counted - own.filter((one) => one.status === 'skip' && !isUnseen(one)).length;
    if (passed * 100 >= least * asked) continue;
    if ((passed + open.length) * 100 >= least * asked) noVerdict.push(...open.map((one) => one.id));
    else reasons.push(`${name}: ${passed} of ${asked} checks pass, below ${least} %.`);
  }
  return { reasons, noVerdict };
}
