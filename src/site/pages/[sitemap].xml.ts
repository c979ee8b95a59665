import type { APIRoute, GetStaticPaths } from 'astro';
import { sitemapIndexXml, sitemapXml } from '../../catalog/sitemap.ts';
import { catalogDigest } from '../catalog.ts';
import { siteContent } from '../content.ts';
import { pageAddresses } from '../nav.ts';

/** The sitemap. For a very large catalog, it lists `sitemap-pages.xml` and the sitemaps of sites, which the service generates. */
export const getStaticPaths: GetStaticPaths = async () => {
  const { sitemaps } = await catalogDigest();
  return ['sitemap', ...(sitemaps === undefined ? [] : ['sitemap-pages'])].map((sitemap) => ({
    params: { sitemap },
  }));
};

export const GET: APIRoute = async ({ params, site }) => {
  const [content, { sitemaps }] = await Promise.all([siteContent(site), catalogDigest()]);
  const { origin } = content;
  const isIndex = sitemaps !== undefined && params.sitemap === 'sitemap';
  const ofSites = Array.from({ length: sitemaps ?? 0 }, (_, i) => `/sitemap/${i + 1}.xml`);
  const addresses = pageAddresses(sitemaps === undefined ? content : { ...content, listed: [], apart: [] });
  const text = isIndex
    ? sitemapIndexXml(['/sitemap-pages.xml', ...ofSites], origin)
    : sitemapXml(addresses, origin);
  return new Response(text, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
};
