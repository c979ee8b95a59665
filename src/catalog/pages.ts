/** A long catalog in pages: what a browser has to lay out, and a reader to load, has an end. */
import type { Listed } from './listed.ts';

/** Sites on a page of the table, and in every other list of a page. */
export const PAGE_ROWS = 250;

/** What a search looks in, where the catalog has pages: all sites, each as its cells. */
export const SITES_PATH = '/score/page/sites.json';

/** A site as the search has it. */
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

/** The sites of each page, in order; one page where there is none. */
export function catalogPages(listed: readonly Listed[]): readonly (readonly Listed[])[] {
  const count = Math.max(1, Math.ceil(listed.length / PAGE_ROWS));
  return Array.from({ length: count }, (_, i) => listed.slice(i * PAGE_ROWS, (i + 1) * PAGE_ROWS));
}

/** @param number from 1 on */
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
