/** The catalogue of checks, looked up by id. */
import type { Check } from '../checks/check.ts';
import { checks } from '../checks/index.ts';
import { CATEGORIES, type CategoryId, STATUSES, type Status } from '../scorecard/schema.ts';

const byId = new Map(checks.map((check) => [check.id, check]));

/** `undefined` for a check that there is no more, or not yet: results outlive the rules that they were made by. */
export function checkNamed(id: string): Check | undefined {
  return byId.get(id);
}

export function checkOf(id: string): Check {
  const check = checkNamed(id);
  if (check === undefined) throw new Error(`There is no check named ${id}.`);
  return check;
}

/** `undefined` for a check that the catalogue does not have. */
export function categoryOf(id: string): CategoryId | undefined {
  return checkNamed(id)?.category;
}

export function categoryName(id: CategoryId): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? id;
}

/** `C4`, as scorecards number the categories. */
export function categoryNumber(id: CategoryId): string {
  return `C${CATEGORIES.findIndex((category) => category.id === id) + 1}`;
}

/** What a strip draws of a check; without a status it was not judged. */
export interface Mark {
  readonly category: string;
  readonly status: string | undefined;
}

/**
 * A mark for each check of today, at the same place whatever rules judged the scorecard; then those of checks that there
 * are no more, or not yet, where it says their category.
 */
export function statusByCheck(
  results: readonly { readonly id: string; readonly status: string; readonly category?: string }[],
): Mark[] {
  const statuses = new Map(results.map(({ id, status }) => [id, status]));
  return [
    ...checks.map(({ id, category }) => ({ category, status: statuses.get(id) })),
    ...results.flatMap(({ id, status, category }) =>
      byId.has(id) || category === undefined ? [] : [{ category, status }],
    ),
  ];
}

/** The checks of today that a scorecard has no result of. */
export function notJudgedBy(results: readonly { readonly id: string }[]): Check[] {
  const judged = new Set(results.map(({ id }) => id));
  return checks.filter(({ id }) => !judged.has(id));
}

/** Categories in order, each with its checks in the catalogue's order. */
export const checksByCategory: readonly {
  readonly id: CategoryId;
  readonly name: string;
  readonly checks: readonly Check[];
}[] = CATEGORIES.map(({ id, name }) => ({
  id,
  name,
  checks: checks.filter(({ category }) => category === id),
}));

/** The cases that the tests run a check on, by the status that each must give. */
export function casesOf({
  examples,
}: Check): { readonly status: Status; readonly titles: readonly string[] }[] {
  return STATUSES.flatMap((status) => {
    const titles = examples.filter(({ expect }) => expect === status).map(({ title }) => title);
    return titles.length === 0 ? [] : [{ status, titles }];
  });
}
