/**
 * Files that a build leaves for the service, in the folder `service`. The index lists all sites with what lists of sites
 * display. It has about an eighth of the size of `/catalog.json`; verdicts are read from the scorecard of a site. Changes,
 * for feeds created on request, are grouped into some hundred files: each deploy uploads all files, and one per site would
 * double the upload.
 */
import { createHash } from 'node:crypto';
import type { SiteChange } from '../../report/changes.ts';
import { FEED_ITEMS } from '../../report/feed.ts';
import type { Catalog } from './downloads.ts';

/** Changes by host, the newest first, at most as many as a feed contains. */
export type ChangesFile = Readonly<Record<string, readonly SiteChange[]>>;

/** Returns the file with the changes of a host, in the folder `service` of a build. */
export function changesFileOf(host: string): string {
  return `changes/${createHash('sha256').update(host).digest('hex').slice(0, 2)}.json`;
}

export function changesFiles(changes: ReadonlyMap<string, readonly SiteChange[]>): Map<string, ChangesFile> {
  const files = new Map<string, Record<string, readonly SiteChange[]>>();
  for (const [host, all] of changes) {
    const path = changesFileOf(host);
    const file = files.get(path) ?? {};
    file[host] = all.slice(0, FEED_ITEMS);
    files.set(path, file);
  }
  return files;
}

/** The index file, in the folder `service` of a build. It is not a page and not a download. */
export const SITE_INDEX = 'site-index.json';

type IndexedSite = Omit<
  Catalog['sites'][number],
  'results' | 'summary' | 'waivers' | 'markdown_url' | 'json_url'
>;

export interface SiteIndex {
  /** The ranked sites, in the order of `/catalog.json`. */
  readonly sites: readonly IndexedSite[];
  readonly apart: Catalog['apart'];
  /** Whether the build has a record of each site in place of its files (`published-record.ts`). */
  readonly made_on_request?: boolean;
  /**
   * Set if the lists are read from the database, because they are too long for a build: the last host of each sitemap but the
   * last.
   */
  readonly sitemaps?: readonly string[];
}

/** The keys of live results in the service's store: of a host, for a declared site type, for a named MCP endpoint. */
export const LIVE_PREFIX = 'live/';
/** A separate prefix, because a declared type is one caller's view; other callers do not see its results. */
export const DECLARED_PREFIX = 'declared/';
/** A separate prefix for the same reason: one caller named the MCP endpoint. */
export const NAMED_PREFIX = 'named/';
/** The first characters of the live record of a withdrawn host. */
export const WITHDRAWN_START = '{"withdrawn":';

/** Returns the live record of a withdrawn host, in place of its results. */
export function withdrawnText(why: string | undefined, at: Date): string {
  return JSON.stringify({ withdrawn: { at: at.toISOString(), why } });
}

/** Returns the hosts that an index lists, with or without a scorecard. */
export function indexedHosts({ sites, apart }: SiteIndex): Set<string> {
  return new Set([...sites, ...apart].map(({ host }) => host));
}

/** Returns the hosts of an index that have a scorecard in the catalog. */
export function scoredHosts({ sites, apart }: SiteIndex): Set<string> {
  const last = apart.filter(({ last_scorecard }) => last_scorecard !== null);
  return new Set([...sites, ...last].map(({ host }) => host));
}
