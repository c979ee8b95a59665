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
