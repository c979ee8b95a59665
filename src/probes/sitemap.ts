/** The sitemap. */
import type { Probes } from './probe.ts';
import type { Surface } from './surface.ts';

/** A sitemap or an index of sitemaps (sitemaps.org protocol). */
export interface Sitemap {
  readonly kind: 'urlset' | 'sitemapindex';
  /** Its `<loc>` values, absolute URLs, in order. */
  readonly locations: readonly string[];
}

export interface SitemapEvidence {
  readonly sitemap: Surface<Sitemap>;
}

export const sitemapProbes = {} as Probes<SitemapEvidence>;
