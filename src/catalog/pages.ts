/** Splits a long catalog into pages, to limit the size of each HTML document. */
import type { ListedHost } from '../audit/scorecard/record.ts';
import type { CatalogView, Figures } from './catalog.ts';
import { type Apart, failedCount, type Listed, rankKey } from './listed.ts';

/** The maximum number of sites on a page, in the table and in all other lists. */
export const PAGE_ROWS = 250;

/** The path of a JSON list of all sites. The browser searches this list if the catalog has several pages. */
export const SITES_PATH = '/score/page/sites.json';

export type SearchedSite = readonly [
  name: string,
  host: string,
  relative: number,
  global: number,
  failed: number,
  kind: string,
  day: string,
  mcp: 0 | 1,
];

/** One page of the catalog's table of sites, with the paths of the previous and the next page. */
export interface TablePage {
  readonly sites: readonly Listed[];
  /** The page's number, counted from 1; `undefined` in a catalog so large that its pages are not numbered. */
  readonly number?: number | undefined;
  /** The total number of pages, if pages have numbers. */
  readonly of?: number | undefined;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Returns the pages of the catalog's table; only the first page if `listed` does not contain all sites. */
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

export function catalogPagePath(number: number): string {
  return number === 1 ? '/score' : `/score/page/${number}`;
}

/** Returns the path of the page that follows a page of these sites; `undefined` if there are fewer than `PAGE_ROWS` sites. */
export function pageAfter(sites: readonly Listed[]): string | undefined {
  const last = sites[PAGE_ROWS - 1];
  return last && `/score/page/${-rankKey(last.scored.score)}-${last.target.host}`;
}

export function searchedSites(listed: readonly Listed[]): readonly SearchedSite[] {
  return listed.map(({ target: { name, host, category }, scored }) => [
    name,
    host,
    scored.score.relative,
    scored.score.global,
    failedCount(scored),
    category,
    scored.at.slice(0, 10),
    scored.mcp ? 1 : 0,
  ]);
}

/** A position in a sorted list of sites: the sort key, and the host, which orders equal keys. */
export type ListPlace = readonly [key: string | number, host: string];

export interface ListQuery {
  readonly sort: 'relative' | 'global' | 'newest' | 'host';
  /** A category of sites, in upper or lower case. */
  readonly category?: string | undefined;
  readonly minScore?: number | undefined;
  readonly hasMcp?: boolean | undefined;
  /** The text with which the host, the registrable domain or the name must start. */
  readonly start?: string | undefined;
  readonly after?: ListPlace | undefined;
  readonly limit: number;
}

/** Statistics of a catalog in a database, which are recomputed from time to time. */
export interface StoredFigures extends Figures {
  /** The times of the first and last stored scorecard, including past scorecards; empty if nothing was audited. */
  readonly scoredAt: readonly string[];
  /** The number of sites with each relative score, by category, site type and rules. */
  readonly groups: readonly {
    readonly category: string;
    readonly site_type: string | null;
    readonly rules: number;
    readonly scores: Readonly<Record<string, number>>;
  }[];
  /** The last host of each sitemap except the final one. */
  readonly sitemaps: readonly string[];
}

/** The lists of a catalog in a database. Each query reads a limited number of rows from a position in an index. */
export interface SiteLists {
  /** Returns a site that is ranked or listed without a rank; `undefined` for any other host. */
  site(host: string): Promise<Listed | Apart | undefined>;
  ranked(query: ListQuery): Promise<readonly Listed[]>;
  /** Returns sites listed without a rank, sorted by state (refusing, declined, unreachable), then by host. */
  apart(limit: number, category?: string, after?: ListPlace): Promise<readonly Apart[]>;
  apartCounts(category?: string): Promise<Readonly<Record<'refusing' | 'declined' | 'unreachable', number>>>;
  /** Returns the sites waiting for their first audit, sorted by host. */
  waiting(limit: number, after?: string): Promise<readonly ListedHost[]>;
  /** Returns the sorted hosts of one sitemap: those after `after`, up to `upTo` or (by default) the last host. */
  addresses(
    after: string,
    upTo: string | undefined,
  ): Promise<readonly { readonly host: string; readonly at: string }[]>;
  figures(): Promise<StoredFigures>;
}
