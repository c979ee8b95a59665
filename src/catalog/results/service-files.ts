/**
 * The files that a build writes for the service alone, in the folder `service`. The index has what lists of sites show, about
 * an eighth of the size of `/catalog.json`; verdicts are in the scorecard of each site. Changes, for feeds created on
 * request, are grouped into some hundred files: each deploy uploads all files, and one per site would double the upload.
 */
import { createHash } from 'node:crypto';
import type { SiteChange } from '../../report/changes.ts';
import { FEED_ITEMS } from '../../report/feed.ts';
import type { Catalog } from './downloads.ts';

/** Changes by host, the newest first. A host has at most as many as a feed contains. */
export type ChangesFile = Readonly<Record<string, readonly SiteChange[]>>;

/** Returns the name of the file with a host's changes, in the folder `service` of a build. */
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

/** The name of the index file, in the folder `service` of a build. It is neither a page nor a download. */
export const SITE_INDEX = 'site-index.json';

type IndexedSite = Omit<
  Catalog['sites'][number],
  'results' | 'summary' | 'waivers' | 'markdown_url' | 'json_url'
>;

export interface SiteIndex {
  /** The ranked sites, in the order of `/catalog.json`. */
  readonly sites: readonly IndexedSite[];
  readonly apart: Catalog['apart'];
  /** Whether the build has a record of each site instead of its files (`published-record.ts`). */
  readonly made_on_request?: boolean;
  /**
   * Set if the lists are read from the database, because they are too long for a build: the last host of each sitemap but the
   * last.
   */
  readonly sitemaps?: readonly string[];
}

/** The prefix of keys in the service's store, for live results of a host. */
export const LIVE_PREFIX = 'live/';
/** The prefix for live results with a declared site type. One caller declared it, so other callers do not get them. */
export const DECLARED_PREFIX = 'declared/';
/** The prefix for live results with a named MCP endpoint. One caller named it, so other callers do not get them. */
export const NAMED_PREFIX = 'named/';
/** The first characters of the record that replaces the live result of a withdrawn host. */
export const WITHDRAWN_START = '{"withdrawn":';

/** Returns the record that replaces the live result of a withdrawn host. */
export function withdrawnText(why: string | undefined, at: Date): string {
  return JSON.stringify({ withdrawn: { at: at.toISOString(), why } });
}

export interface Withdrawal {
  readonly host: string;
  /** The reason, which the site's address shows afterwards. */
  readonly why: string | undefined;
  readonly dryRun: boolean;
}

/** What the service stores outside the catalog about sites. Its functions throw AuditError `io`. */
export interface LiveResults {
  /**
   * Replaces everything about a host with a record that says that it is withdrawn. Does nothing if nothing is stored and the
   * host is not listed.
   *
   * @returns whether it did, or would
   */
  withdraw(which: Withdrawal, isListed: boolean): Promise<boolean>;
  /** Ends the withdrawal of a host, if it is withdrawn. */
  readmit(host: string): Promise<void>;
}

/** The cache tag of responses that have lists of sites. */
export const LISTS_TAG = 'lists';

/** Returns the cache tag of responses about a site. */
export function siteTag(host: string): string {
  return `site-${host}`;
}

/** Returns all hosts of an index, with or without a scorecard. */
export function indexedHosts({ sites, apart }: SiteIndex): Set<string> {
  return new Set([...sites, ...apart].map(({ host }) => host));
}

/** Returns the hosts of an index that have a scorecard in the catalog. */
export function scoredHosts({ sites, apart }: SiteIndex): Set<string> {
  const last = apart.filter(({ last_scorecard }) => last_scorecard !== null);
  return new Set([...sites, ...last].map(({ host }) => host));
}
