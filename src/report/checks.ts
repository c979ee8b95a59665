import type { Definition } from '../audit/check-texts/definition.ts';
import { checksOfCategory, definitionOf, definitions } from '../audit/check-texts/index.ts';
import { POINTS } from '../audit/check-texts/points.ts';
import { CATEGORIES, type CategoryId, STATUSES, type Status } from '../audit/check-texts/vocabulary.ts';
import { KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { plural } from '../base/text.ts';

export function checkOf(id: string): Definition {
  const check = definitionOf(id);
  if (check === undefined) throw new Error(`There is no check named ${id}.`);
  return check;
}

/** Returns the level of a check and its points, such as `SHOULD, worth 2 points`. */
export function worthText({ keyword }: Definition): string {
  return `${KEYWORD_WORDS[keyword]}, worth ${plural(POINTS[keyword], 'point')}`;
}

export function categoryName(id: CategoryId): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? id;
}

/** Returns the label of a category in scorecards, such as `C4`. */
export function categoryNumber(id: CategoryId): string {
  return `C${CATEGORIES.findIndex((category) => category.id === id) + 1}`;
}

/** A mark in a status bar, for one check. Without a status, the check was not judged. */
export interface StatusCell {
  readonly category: string;
  readonly status: Status | undefined;
}

/** Returns a mark for each current check, always in the same position. Checks of other versions come last. */
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

export function notJudgedBy(results: readonly { readonly id: string }[]): Definition[] {
  const judged = new Set(results.map(({ id }) => id));
  return definitions.filter(({ id }) => !judged.has(id));
}

export const checksByCategory: readonly {
  readonly id: CategoryId;
  readonly name: string;
  readonly checks: readonly Definition[];
}[] = CATEGORIES.map(({ id, name }) => ({
  id,
  name,
  checks: checksOfCategory(id),
}));

type Cases = readonly { readonly status: Status; readonly titles: readonly string[] }[];

export function casesOf(examples: readonly { readonly expect: Status; readonly title: string }[]): Cases {
  return STATUSES.flatMap((status) => {
    const titles = examples.filter(({ expect }) => expect === status).map(({ title }) => title);
    return titles.length === 0 ? [] : [{ status, titles }];
  });
}
