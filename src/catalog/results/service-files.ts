/**
 * Files that a build leaves for the service, in the folder `service`. The index lists all sites at once: which sites the
 * catalog lists, and what lists of sites show. It is about an eighth of `/catalog.json`; verdicts are read with the scorecard
 * of a site. What changed at each site, for the feeds that are made on request, is in some hundred files: each deploy uploads
 * all of them, and one for each site would double what is uploaded.
 */
import { createHash } from 'node:crypto';
import type { SiteChange } from '../../report/changes.ts';
import { FEED_ITEMS } from '../../report/feed.ts';
import type { Catalog } from './downloads.ts';

/** By host, the newest first; of each as many as a feed has. */
export type ChangesFile = Readonly<Record<string, readonly SiteChange[]>>;

/** The file that has those of a host, in the folder `service` of a build. */
export function changesFileOf(host: string): string {
  return `changes/${createHash('sha256').update(host).digest('hex').slice(0, 2)}.json`;
}

/** All files by their paths. */
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

/** Its file, in the folder `service` of a build: no page, and no download. */
export const SITE_INDEX = 'site-index.json';

type IndexedSite = Omit<
  Catalog['sites'][number],
  'results' | 'summary' | 'waivers' | 'markdown_url' | 'json_url'
>;

export interface SiteIndex {
  /** The ranked sites, in the order of `/catalog.json`. */
  readonly sites: readonly IndexedSite[];
  readonly apart: Catalog['apart'];
  /** A record of each site is there in place of its files (`published-record.ts`). */
  readonly made_on_request?: boolean;
}

/** The hosts that an index lists, with a scorecard or without. */
export function indexedHosts({ sites, apart }: SiteIndex): Set<string> {
  return new Set([...sites, ...apart].map(({ host }) => host));
}

/** The hosts of an index that the catalog has a scorecard of. */
export function scoredHosts({ sites, apart }: SiteIndex): Set<string> {
  const last = apart.filter(({ last_scorecard }) => last_scorecard !== null);
  return new Set([...sites, ...last].map(({ host }) => host));
}
