/** Splits a long catalog into pages, which bounds the size of each HTML document. */
import type { ListedHost } from '../audit/scorecard/record.ts';
import type { CatalogView, Figures } from './catalog.ts';
import { type Apart, failedCount, type Listed, rankKey } from './listed.ts';

/** The maximum number of sites per page, in the table and in every other list. */
export const PAGE_ROWS = 250;

/** The list that the browser searches if the catalog has several pages: all sites with their table cells. */
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

/** @param number of the page, counted from 1 */
export function catalogPagePath(number: number): string {
  return number === 1 ? '/score' : `/score/page/${number}`;
}

/** Returns the path of the page after these sites, by the place of the last one; `undefined` if they are fewer than a page. */
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

/** A sort key, smallest first, and a host, which orders equal keys. */
export type ListPlace = readonly [key: string | number, host: string];

export interface ListQuery {
  readonly sort: 'relative' | 'global' | 'newest' | 'host';
  /** In any case. */
  readonly category?: string | undefined;
  readonly minScore?: number | undefined;
  readonly hasMcp?: boolean | undefined;
  /** The start of the host, of the registrable domain or of the name. */
  readonly start?: string | undefined;
  readonly after?: ListPlace | undefined;
  readonly limit: number;
}

/** The figures of a catalog in a database, computed now and then. */
export interface StoredFigures extends Figures {
  /** The times of the first and last stored scorecard, past ones included; empty if nothing was audited. */
  readonly scoredAt: readonly string[];
  /** The number of sites by relative score, for each kind, site type and rules. */
  readonly groups: readonly {
    readonly category: string;
    readonly site_type: string | null;
    readonly rules: number;
    readonly scores: Readonly<Record<string, number>>;
  }[];
  /** The last host of each sitemap but the last. */
  readonly sitemaps: readonly string[];
}

/** The lists of a catalog in a database: bounded pages, read by a place in an index. */
export interface SiteLists {
  /** Returns a ranked site or one listed apart; `undefined` for others. */
  site(host: string): Promise<Listed | Apart | undefined>;
  ranked(query: ListQuery): Promise<readonly Listed[]>;
  /** Those that refuse the auditor first, then by host. */
  apart(limit: number, category?: string, after?: ListPlace): Promise<readonly Apart[]>;
  apartCounts(category?: string): Promise<Readonly<Record<'refusing' | 'declined' | 'unreachable', number>>>;
  /** By host. */
  waiting(limit: number, after?: string): Promise<readonly ListedHost[]>;
  /** Pages of sites by host, after one host and up to another. */
  addresses(
    after: string,
    upTo: string | undefined,
  ): Promise<readonly { readonly host: string; readonly at: string }[]>;
  figures(): Promise<StoredFigures>;
}
