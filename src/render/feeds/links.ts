/** The links by which readers of feeds find those of a page (`<link rel="alternate">`), and how long a feed is. */
import type { ListedHost } from '../../scorecard/record.ts';

/** So many changes are in a feed, the newest ones. */
export const FEED_ITEMS = 50;

export interface FeedLink {
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

/** The feeds of the catalog, which every page names. */
export const CATALOG_FEEDS: readonly FeedLink[] = linksAt('/changes', 'Agent readiness: what changed');

/** The feeds of one site of the catalog. */
export function siteFeeds({ host, name }: Pick<ListedHost, 'host' | 'name'>): readonly FeedLink[] {
  return linksAt(`/score/${host}/changes`, `What changed at ${name}`);
}

function linksAt(path: string, title: string): FeedLink[] {
  return [
    { href: `${path}.atom`, type: 'application/atom+xml', title: `${title} (Atom)` },
    { href: `${path}.feed.json`, type: 'application/feed+json', title: `${title} (JSON Feed)` },
  ];
}
