/** Compares several sites in one table: a row for each check, and a column for each site. The browser loads this code. */

import { SCORE_NAMES } from '../audit/check-texts/vocabulary.ts';
import { rulesText } from '../audit/scorecard/rules.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { LEFT_OUT } from '../audit/scorecard/score.ts';
import { signed } from '../audit/scorecard/words.ts';
import { plural } from '../base/text.ts';
import type { StatusCell } from '../report/checks.ts';
import { shortCount } from '../report/partial.ts';

export type ComparedCard = Pick<Envelope, 'target' | 'freshness'> & {
  readonly scorecard: Pick<
    Envelope['scorecard'],
    | 'spec_version'
    | 'schema_version'
    | 'rules'
    | 'site_type'
    | 'public_listing'
    | 'score'
    | 'categories'
    | 'results'
  >;
};

export type ComparisonMatrix = ReturnType<typeof matrixOf>;
export type ScoreRow = ComparisonMatrix['scores'][number];
export type CategoryGroup = ComparisonMatrix['groups'][number];
export type CheckRow = CategoryGroup['rows'][number];
export type CheckCell = NonNullable<CheckRow['cells'][number]>;

export function matrixOf(cards: readonly ComparedCard[]) {
  const columns = cards.map(
    ({ scorecard }) => new Map(scorecard.results.map((result) => [result.id, result])),
  );
  const rows = everyResult(cards).map((result) => ({
    category: result.category,
    row: checkRow(
      result,
      columns.map((column) => column.get(result.id)),
    ),
  }));
  const groups = everyCategory(cards).map(({ id, name }) => {
    const rowsOfCategory = rows.filter(({ category }) => category === id).map(({ row }) => row);
    return {
      id,
      name,
      // A cell is a text such as `3/5, 1 error`, or `undefined` if the scorecard does not have this category.
      cells: cards.map(({ scorecard }) => {
        const counts = scorecard.categories.find((category) => category.id === id);
        return (
          counts &&
          shortCount(
            counts,
            scorecard.results.filter(({ category }) => category === id),
          )
        );
      }),
      rows: rowsOfCategory,
      differing: rowsOfCategory.filter(({ differs }) => differs).length,
      total: rowsOfCategory.length,
    };
  });
  return {
    scores: [
      scoreRow(
        SCORE_NAMES.relative,
        cards.map(({ scorecard }) => scorecard.score.relative),
      ),
      scoreRow(
        SCORE_NAMES.global,
        cards.map(({ scorecard }) => scorecard.score.global),
      ),
    ],
    groups,
  };
}

/** Returns the cells of the status bar of each scorecard. A check has the same position in all bars. */
export function statusCellsOf(cards: readonly ComparedCard[]): StatusCell[][] {
  const rows = everyCategory(cards).flatMap(({ id }) =>
    everyResult(cards).filter(({ category }) => category === id),
  );
  return cards.map(({ scorecard }) => {
    const statuses = new Map(scorecard.results.map(({ id, status }) => [id, status]));
    return rows.map(({ id, category }) => ({ category, status: statuses.get(id) }));
  });
}

/** Returns the groups and rows that a view shows. A group keeps its counts even if none of its rows is shown. */
export function shownGroups(
  { groups }: ComparisonMatrix,
  { all, category }: { readonly all: boolean; readonly category: string },
): readonly CategoryGroup[] {
  const known = groups.some(({ id }) => id === category);
  return groups
    .filter(({ id }) => !known || id === category)
    .map((group) => ({ ...group, rows: group.rows.filter(({ differs }) => all || differs) }));
}

/** Returns a text such as `12 of 70 checks differ`. */
export function countText(groups: readonly CategoryGroup[]): string {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const differing = groups.reduce((sum, group) => sum + group.differing, 0);
  return differing === 0
    ? `None of ${plural(total, 'check')} differs`
    : `${differing} of ${plural(total, 'check')} differ`;
}

/** Returns warnings that differences between the scorecards may have causes other than the sites, such as different rules. */
export function cautions(cards: readonly ComparedCard[]): string[] {
  const rules = distinct(cards.map(({ scorecard }) => rulesText(scorecard)));
  const partial = cards.filter(({ scorecard }) => scorecard.results.some(({ status }) => status === 'skip'));
  const types = distinct(cards.map(({ scorecard }) => scorecard.site_type ?? 'not declared'));
  return [
    ...(rules.length > 1
      ? [
          `The sites were judged by different rules (${rules.join('; ')}): their scores are not comparable, and a difference may come from the rules.`,
        ]
      : []),
    ...(types.length > 1
      ? [`The sites are of different declared types (${types.join('; ')}): different checks apply to them.`]
      : []),
    ...partial.map(
      ({ target }) => `The audit of ${target} is partial: checks that were not run are ${LEFT_OUT}.`,
    ),
  ];
}

function scoreRow(name: string, values: readonly number[]) {
  const best = Math.max(...values);
  const [first = 0] = values;
  return {
    name,
    cells: values.map((value, i) => ({
      value,
      // The difference from the first column; the first column itself has none.
      change: i === 0 ? undefined : value === first ? '±0' : signed(value - first),
      best: value === best && values.some((other) => other < best),
    })),
  };
}

function checkRow({ id, label, keyword }: Result, results: readonly (Result | undefined)[]) {
  return {
    id,
    label,
    keyword,
    differs: new Set(results.map((result) => result?.status)).size > 1,
    // A cell is `undefined` if the site was judged by rules without this check. The evidence is untrusted.
    cells: results.map(
      (result) => result && { status: result.status, note: noteOf(result), evidence: result.evidence },
    ),
  };
}

function noteOf(result: Result): string | undefined {
  if (result.status === 'absent' && result.unprobed) return 'never probed';
  if (result.status !== 'n_a') return undefined;
  return result.na_reason === 'optional-absent' ? 'optional, missing' : 'does not apply';
}

/** Returns one result for each check that any scorecard has, in the order of the check definitions. */
function everyResult(cards: readonly ComparedCard[]): Result[] {
  return firstOfEach(cards.flatMap(({ scorecard }) => scorecard.results));
}

function everyCategory(cards: readonly ComparedCard[]): Envelope['scorecard']['categories'] {
  return firstOfEach(cards.flatMap(({ scorecard }) => scorecard.categories));
}

function firstOfEach<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const byId = new Map<string, T>();
  for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
