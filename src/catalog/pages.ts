/** Splits a long catalog into pages, which bounds the size of each HTML document. */
import type { CatalogView } from './catalog.ts';
import type { Listed } from './listed.ts';

/** The maximum number of sites per page, in the table and in every other list. */
export const PAGE_ROWS = 250;

/** The list that the browser searches if the catalog has several pages: all sites with their table cells. */
export const SITES_PATH = '/score/page/sites.json';

export type SearchedSite = readonly [
  name: string,
  host: string,
  relative: number,
  global: number,
  broken: number,
  kind: string,
  day: string,
  mcp: 0 | 1,
];

/** A page of the table, and the paths of the pages around it. */
export interface TablePage {
  readonly sites: readonly Listed[];
  /** Counted from 1; `undefined` if only the first page has a number. */
  readonly number?: number | undefined;
  /** The number of pages, if they have numbers. */
  readonly of?: number | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Returns the pages of the table that a view has: all, or the first of a long catalog. */
export function catalogPages({ listed, isWhole }: Pick<CatalogView, 'listed' | 'isWhole'>): TablePage[] {
  if (!isWhole) return [{ sites: listed, next: pageAfter(listed) }];
  const count = Math.max(1, Math.ceil(listed.length / PAGE_ROWS));
  return Array.from({ length: count }, (_, i) => ({
    sites: listed.slice(i * PAGE_ROWS, (i + 1) * PAGE_ROWS),
    number: i + 1,
    of: count,
    previous: i === 0 ? undefined : catalogPagePath(i),
    next: i + 1 === count ? undefined : catalogPagePath(i + 2),
  }));
}

/** @param number counted from 1 */
export function catalogPagePath(number: number): string {
  return number === 1 ? '/score' : `/score/page/${number}`;
}

/** Returns the path of the page after these sites, by the place of the last one; `undefined` if they are fewer than a page. */
export function pageAfter(sites: readonly Listed[]): string | undefined {
  const last = sites[PAGE_ROWS - 1];
  return last && `/score/page/${placeOf(last)}`;
}

/** Returns the place of a site in the ranking as a part of a path: `80-75-shop.example`. */
export function placeOf({ target, scored: { score } }: Listed): string {
  return `${score.relative}-${score.global}-${target.host}`;
}

export function searchedSites(listed: readonly Listed[]): readonly SearchedSite[] {
  return listed.map(({ target: { name, host, category }, scored: { score, summary, at, mcp } }) => [
    name,
    host,
    score.relative,
    score.global,
    summary.broken,
    category,
    at.slice(0, 10),
    mcp ? 1 : 0,
  ]);
}
