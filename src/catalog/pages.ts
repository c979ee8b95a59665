/** Splits a long catalog into pages, which limits the size of each HTML document. */
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

/** Returns the sites of each page, in order. There is at least one page. */
export function catalogPages(listed: readonly Listed[]): readonly (readonly Listed[])[] {
  const count = Math.max(1, Math.ceil(listed.length / PAGE_ROWS));
  return Array.from({ length: count }, (_, i) => listed.slice(i * PAGE_ROWS, (i + 1) * PAGE_ROWS));
}

/** @param number of the page, counted from 1 */
export function catalogPagePath(number: number): string {
  return number === 1 ? '/score' : `/score/page/${number}`;
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
