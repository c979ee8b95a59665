/** The catalog as JSON: one document, or, where a list of it is long, an index and pages; and what the service has of it. */
import type { ListedHost } from '../scorecard/record.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { apartJson, catalogHead, catalogJson, catalogLists, siteJson } from './downloads.ts';
import type { SiteIndex } from './site-index.ts';

/** The longest list that is in one document, and the entries of a page. */
export const MOST_LISTED = 5_000;
const PAGE_ENTRIES = 1_000;

const CATALOG_PATH = '/catalog.json';

/**
 * The files of the catalog, by path: `/catalog.json` first, then its pages, if it has any. Each text is made when it is asked
 * for, which keeps one page at a time in memory. The lists follow one another through the pages: a page may have the last
 * ranked sites and the first of those that are listed apart.
 */
export function catalogFiles(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  origin: string,
): ReadonlyMap<string, () => string> {
  const lists = [listed, apart, waiting] as const;
  if (lists.every(({ length }) => length <= MOST_LISTED))
    return new Map([[CATALOG_PATH, () => JSON.stringify(catalogJson(listed, origin, apart, waiting))]]);
  const head = catalogHead(...lists);
  const parts = Array.from({ length: Math.ceil(lists.flat().length / PAGE_ENTRIES) }, (_, i) => ({
    url: `${origin}${pagePath(i + 1)}`,
    lists: partOf(...lists, i * PAGE_ENTRIES),
  }));
  const index = () => ({
    ...head,
    pages: parts.map(({ url, lists: [sites, apart, waiting] }) => ({
      url,
      sites: sites.length,
      apart: apart.length,
      waiting: waiting.length,
    })),
  });
  const page = (i: number) => ({
    kind: 'catalog-page',
    spec_version: head.spec_version,
    latest_audit: head.latest_audit,
    page: i + 1,
    next: parts[i + 1]?.url ?? null,
    ...catalogLists(...(parts[i]?.lists ?? [[], [], []]), origin),
  });
  return new Map([
    [CATALOG_PATH, () => JSON.stringify(index())],
    ...parts.map((_, i) => [pagePath(i + 1), () => JSON.stringify(page(i))] as const),
  ]);
}

/** What the service reads of the catalog. It is made here: what makes it is not for the function's bundle. */
export function siteIndex(listed: readonly Listed[], apart: readonly Apart[], origin: string): SiteIndex {
  return {
    sites: listed.map((one) => {
      const {
        results: _r,
        summary: _s,
        waivers: _w,
        markdown_url: _m,
        json_url: _j,
        ...indexed
      } = siteJson(one, origin);
      return indexed;
    }),
    apart: apart.map((one) => apartJson(one, origin)),
  };
}

/** The entries of a page, of one list after the other. @param start of the page, in all of them */
function partOf(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  start: number,
): readonly [readonly Listed[], readonly Apart[], readonly ListedHost[]] {
  const cut = <T>(list: readonly T[], before: number) =>
    list.slice(Math.max(0, start - before), Math.max(0, start + PAGE_ENTRIES - before));
  return [cut(listed, 0), cut(apart, listed.length), cut(waiting, listed.length + apart.length)];
}

function pagePath(number: number): string {
  return `/catalog/${number}.json`;
}
