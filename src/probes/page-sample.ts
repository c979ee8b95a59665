/** Pages of the sitemap: which of them are looked at, and how probes ask one of them in place of the home page. */

import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import { says } from '../evidence/facts.ts';
import type { Surface } from '../evidence/surface.ts';
import { atOrigin, sameSite } from '../parse/same-site.ts';
import { MAX_LOCATIONS, type Sitemap } from '../parse/sitemap.ts';
import { documentUrl } from '../parse/url.ts';
import { isContent } from './content-page.ts';
import { probes } from './index.ts';
import type { Probe, ProbeContext } from './probe.ts';
import { readSitemap } from './sitemap.ts';

/** Of an index of sitemaps so many are read. */
const MAX_PARTS = 5;

/** What is of one page; everything else is of the site, and asked once. */
const OF_PAGE: ReadonlySet<EvidenceKey> = new Set([
  'rootReply',
  'root',
  'rootHtml',
  'rootForAgent',
  'rootDeadLinks',
  'contentPage',
  'markdownByAccept',
  'markdownByPlain',
  'markdownForCli',
  'markdownForAgent',
  'markdownForAuditor',
] as const);

/** Whether a check asks for nothing but what is of one page. */
export function isOfPage(keys: readonly EvidenceKey[]): boolean {
  return keys.every((key) => OF_PAGE.has(key));
}

/** The pages of this site that its sitemap lists, and those that are looked at. */
export interface ChosenPages {
  readonly sitemap: Surface<Sitemap>;
  readonly listed: number;
  readonly more: boolean;
  /** Absolute URLs of the audited origin. */
  readonly urls: readonly string[];
}

/**
 * Chooses pages, spread evenly over what the sitemap lists: the same ones as long as it stays the same. Of an index its
 * parts are read, one level deep.
 */
export async function choosePages(context: ProbeContext, count: number): Promise<ChosenPages> {
  const [sitemap, origin] = await Promise.all([context.get('sitemap'), context.origin()]);
  if (sitemap.state !== 'found') return { sitemap, listed: 0, more: false, urls: [] };
  const { locations, more } = await pagesIn(sitemap.value, context);
  const pages = new Set<string>();
  for (const location of locations) {
    const url = atOrigin(documentUrl(location), origin);
    if (url !== undefined && isContent(url)) pages.add(url.href);
  }
  return { sitemap, listed: pages.size, more, urls: evenlySpread([...pages], count) };
}

async function pagesIn(
  sitemap: Sitemap,
  context: ProbeContext,
): Promise<Pick<Sitemap, 'locations' | 'more'>> {
  if (sitemap.kind !== 'sitemapindex') return sitemap;
  const origin = await context.origin();
  const own = sitemap.locations.filter((location) => sameSite(location, origin.href));
  const read = await Promise.all(
    evenlySpread(own, MAX_PARTS)
      .map((location) => new URL(location))
      .map((url) => readSitemap(atOrigin(url, origin) ?? url, context)),
  );
  const parts = read.flatMap((part) =>
    part.state === 'found' && part.value.kind !== 'sitemapindex' ? part.value : [],
  );
  const locations = parts.flatMap((part) => part.locations);
  return {
    locations: locations.slice(0, MAX_PARTS * MAX_LOCATIONS),
    more: sitemap.more || own.length > parts.length || parts.some(({ more }) => more),
  };
}

/** So many of a list, as far apart as they can be. */
export function evenlySpread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  return Array.from({ length: count }, (_, i) => Math.floor((i + 0.5) * step)).flatMap(
    (at) => items[at] ?? [],
  );
}

/** No other page stands in for this one. */
const NO_OTHER: Evidence['contentPage'] = {
  state: 'absent',
  evidence: says('asked of this page only'),
};

/** The context in which probes ask a page as they ask the home page. */
export function pageContext(site: ProbeContext, url: string): ProbeContext {
  // What a page of the sample names is not asked for: a page has few requests.
  const running = new Map<EvidenceKey, Promise<unknown>>([
    ['contentPage', Promise.resolve(NO_OTHER)],
    ['rootDeadLinks', Promise.resolve([])],
  ]);
  const context: ProbeContext = {
    ...site,
    start: url,
    page: async () => new URL(url),
    get<K extends EvidenceKey>(key: K): Promise<Evidence[K]> {
      if (!OF_PAGE.has(key)) return site.get(key);
      let result = running.get(key);
      if (result === undefined) {
        result = (probes[key] as Probe<Evidence[K]>)(context);
        running.set(key, result);
        result.catch(() => undefined);
      }
      return result as Promise<Evidence[K]>;
    },
  };
  return context;
}
