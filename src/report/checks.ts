/** The check definitions of checks, looked up by id. */

import type { Definition } from '../audit/check-texts/definition.ts';
import { checksOfCategory, definitionOf, definitions } from '../audit/check-texts/index.ts';
import { POINTS } from '../audit/check-texts/points.ts';
import { CATEGORIES, type CategoryId, STATUSES, type Status } from '../audit/check-texts/vocabulary.ts';
import { KEYWORD_WORDS, plural } from '../audit/scorecard/words.ts';

export function checkOf(id: string): Definition {
  const check = definitionOf(id);
  if (check === undefined) throw new Error(`There is no check named ${id}.`);
  return check;
}

/** `SHOULD, worth 2 points` */
export function worthText({ keyword }: Definition): string {
  return `${KEYWORD_WORDS[keyword]}, worth ${plural(POINTS[keyword], 'point')}`;
}

export function categoryName(id: CategoryId): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? id;
}

/** `C4`, as scorecards number the categories. */
export function categoryNumber(id: CategoryId): string {
  return `C${CATEGORIES.findIndex((category) => category.id === id) + 1}`;
}

/** What a status bar draws of a check; without a status it was not judged. */
export interface StatusCell {
  readonly category: string;
  readonly status: Status | undefined;
}

/**
 * A mark for each check of today, at the same place whatever rules judged the scorecard; then those of checks that there
 * are no more, or not yet, where it says their category.
 */
export function statusByCheck(
  results: readonly { readonly id: string; readonly status: Status; readonly category?: string }[],
): StatusCell[] {
  const statuses = new Map(results.map(({ id, status }) => [id, status]));
  return [
    ...definitions.map(({ id, category }) => ({ category, status: statuses.get(id) })),
    ...results.flatMap(({ id, status, category }) =>
      definitionOf(id) !== undefined || category === undefined ? [] : [{ category, status }],
    ),
  ];
}

/** The checks of today that a scorecard has no result of. */
export function notJudgedBy(results: readonly { readonly id: string }[]): Definition[] {
  const judged = new Set(results.map(({ id }) => id));
  return definitions.filter(({ id }) => !judged.has(id));
}

/** Categories in order, each with its checks in the check definitions's order. */
export const checksByCategory: readonly {
  readonly id: CategoryId;
  readonly name: string;
  readonly checks: readonly Definition[];
}[] = CATEGORIES.map(({ id, name }) => ({
  id,
  name,
  checks: checksOfCategory(id),
}));

/** The cases that the tests run a check on, by the status that each must give. */
type Cases = readonly { readonly status: Status; readonly titles: readonly string[] }[];

/** Groups examples by their status, in the order of statuses. */
export function casesOf(examples: readonly { readonly expect: Status; readonly title: string }[]): Cases {
  return STATUSES.flatMap((status) => {
    const titles = examples.filter(({ expect }) => expect === status).map(({ title }) => title);
    return titles.length === 0 ? [] : [{ status, titles }];
  });
}
