/**
 * The files that a build writes for the Netlify function. The site index has the data for lists of sites. It has no verdicts,
 * so it is an eighth of the size of `/catalog.json`. The changes of sites are in 256 files, because one file for each site
 * would double the upload of each deploy.
 */
import { createHash } from 'node:crypto';
import type { SiteChange } from '../../report/changes.ts';
import { FEED_ITEMS } from '../../report/feed.ts';
import type { Catalog } from './downloads.ts';

/** The changes of each host, newest first, at most as many as a feed contains. */
export type ChangesFile = Readonly<Record<string, readonly SiteChange[]>>;

/** Returns the name of the file that contains a host's changes, in the folder `service` of a build. */
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

/** The name of the site index, a file that only the service reads. */
export const SITE_INDEX = 'site-index.json';

type IndexedSite = Omit<
  Catalog['sites'][number],
  'results' | 'summary' | 'waivers' | 'markdown_url' | 'json_url'
>;

export interface SiteIndex {
  /** The ranked sites, in the order of `/catalog.json`. */
  readonly sites: readonly IndexedSite[];
  readonly apart: Catalog['apart'];
  /** Whether the service creates each site's files on request, because the build did not write them. */
  readonly made_on_request?: boolean;
  /** Set if the service creates the sitemaps: the host at which each sitemap ends. The last sitemap has no entry. */
  readonly sitemaps?: readonly string[];
}

/** The key prefix for live results in the service's store: results of audits that callers requested. */
export const LIVE_PREFIX = 'live/';
/** The key prefix for live results whose site type the caller declared. Other callers do not get these results. */
export const DECLARED_PREFIX = 'declared/';
/** The key prefix for live results whose MCP endpoint the caller named. Other callers do not get these results. */
export const NAMED_PREFIX = 'named/';
/** The first characters of the record that replaces the live result of a withdrawn host. */
export const WITHDRAWN_START = '{"withdrawn":';

/** Returns the record that replaces the live result of a withdrawn host. */
export function withdrawnText(why: string | undefined, at: Date): string {
  return JSON.stringify({ withdrawn: { at: at.toISOString(), why } });
}

export interface Withdrawal {
  readonly host: string;
  /** The reason for the withdrawal, shown at the URL of the site's page. */
  readonly why: string | undefined;
  readonly dryRun: boolean;
}

/** Whether a withdrawal found data, only the record of an earlier withdrawal, or nothing. */
export type Withdrawn = 'removed' | 'earlier' | 'nothing';

/** Access to the data about sites that the service stores outside of the catalog. All functions throw AuditError `io`. */
export interface LiveResults {
  /**
   * Removes all data about a host, and stores a record that the operator withdrew the host. Does nothing for an unlisted host
   * without data. If the host was withdrawn earlier, a new reason replaces the old one.
   */
  withdraw(which: Withdrawal, isListed: boolean): Promise<Withdrawn>;
  /** Ends the withdrawal of a host, if there is one. */
  readmit(host: string): Promise<void>;
}

/** The cache tag of responses that contain lists of sites. */
export const LISTS_TAG = 'lists';

/** Returns the cache tag of responses about a site. */
export function siteTag(host: string): string {
  return `site-${host}`;
}

/** Returns all hosts in the site index, with or without a scorecard. */
export function indexedHosts({ sites, apart }: SiteIndex): Set<string> {
  return new Set([...sites, ...apart].map(({ host }) => host));
}

/** Returns the hosts in the site index that have a scorecard in the catalog. */
export function scoredHosts({ sites, apart }: SiteIndex): Set<string> {
  const last = apart.filter(({ last_scorecard }) => last_scorecard !== null);
  return new Set([...sites, ...last].map(({ host }) => host));
}
