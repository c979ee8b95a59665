import type { APIRoute } from 'astro';
import { siteContent } from '../content.ts';
import { sitemapXml } from '../sitemap.ts';

export const GET: APIRoute = async ({ site }) =>
  new Response(sitemapXml(await siteContent(site)), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
  });
