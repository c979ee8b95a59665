/** Builds sitemaps (sitemaps.org) for the built site and for the service. */
import { html } from '../report/html/markup.ts';

/** The path of an HTML page, with the time of the latest audit that the page shows, if any. */
export interface PageAddress {
  readonly path: string;
  readonly audited?: string;
}

/** Returns a sitemap. Sitemaps may contain at most 50,000 URLs. */
export function sitemapXml(pages: readonly PageAddress[], origin: string): string {
  const entries = pages.map(({ path, audited }) => {
    const lastmod = audited !== undefined && html`<lastmod>${audited}</lastmod>`;
    return html`<url><loc>${origin + path}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

export function sitemapIndexXml(paths: readonly string[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => html`<sitemap><loc>${origin + path}</loc></sitemap>`).join('\n')}
</sitemapindex>
`;
}
