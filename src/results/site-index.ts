/**
 * What the service must know of all sites at once: which sites the catalog lists, and what lists of sites show. It is about
 * an eighth of `/catalog.json`. Verdicts are not in it; they are read with the scorecard of a site.
 */
import type { Catalog } from './downloads.ts';

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
