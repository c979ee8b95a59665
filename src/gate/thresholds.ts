/** Thresholds: the lowest scores that are accepted. Waivers and baselines accept checks; they change no score. */
import type { StoredScorecard } from '../scorecard/stored.ts';
import type { Demands } from './demands.ts';

type Thresholds = Demands['thresholds'];

/** Why the scores are below what is asked for, a sentence each. A category in which nothing counts is below nothing. */
export function belowThresholds({ score, categories }: StoredScorecard, thresholds: Thresholds): string[] {
  const scores = (['relative', 'global'] as const).flatMap((kind) => {
    const least = thresholds[kind];
    return least === undefined || score[kind] >= least
      ? []
      : [`The ${kind} score is ${score[kind]}, below ${least}.`];
  });
  const shares = entriesOf(thresholds).flatMap(([id, least]) => {
    const { name, passed, counted } = categories.find((one) => one.id === id) ?? NOTHING;
    return passed * 100 >= least * counted
      ? []
      : [`${name}: ${passed} of ${counted} checks pass, below ${least} %.`];
  });
  return [...scores, ...shares];
}

/** The checks of categories of which a share is asked for and of which nothing could be counted for want of seeing it. */
export function unseenOfThresholds(
  { categories, results }: StoredScorecard,
  thresholds: Thresholds,
  isUnseen: (result: { readonly status: string }) => boolean,
): string[] {
  const uncounted = entriesOf(thresholds).filter(
    ([id]) => (categories.find((one) => one.id === id) ?? NOTHING).counted === 0,
  );
  return uncounted.flatMap(([category]) =>
    results.filter((result) => result.category === category && isUnseen(result)).map(({ id }) => id),
  );
}

const NOTHING = { name: '', passed: 0, counted: 0 };

function entriesOf({ categories = {} }: Thresholds): [string, number][] {
  return Object.entries(categories);
}
