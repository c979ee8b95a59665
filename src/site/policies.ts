/** What crawlers, and people who report problems, read first: robots.txt, sitemap.xml, security.txt. */
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import { html } from '../render/html/markup.ts';
import { type Content, pageAddresses } from './outline.ts';

/** Everything here is published to be read by machines, so that all of them are told so by name. */
const SIGNALS = 'Content-Signal: search=yes, ai-input=yes, ai-train=yes';

export function robotsTxt(origin: string): string {
  return `# Scorecards, guides and the standard are there for people and agents alike; there is nothing to keep out of.
# Every page has a Markdown form: ${origin}/llms.txt says how to find it.

User-agent: *
${SIGNALS}
Allow: /

${[...AI_CRAWLERS].map((crawler) => `User-agent: ${crawler}`).join('\n')}
${SIGNALS}
Allow: /

Sitemap: ${origin}/sitemap.xml
`;
}

export function sitemapXml(content: Content): string {
  const entries = pageAddresses(content).map(({ path, audited }) => {
    const lastmod = audited !== undefined && html`<lastmod>${audited}</lastmod>`;
    return html`<url><loc>${content.origin + path}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** RFC 9116. Without an operator's address, reports go where the authentication document says. */
export function securityTxt(origin: string, email: string | undefined, asOf: string): string {
  const page = `${origin}/docs/authentication`;
  return [
    `Contact: ${email === undefined ? page : `mailto:${email}`}`,
    ...(email === undefined ? [] : [`Contact: ${page}`]),
    `Expires: ${expiryAfter(asOf)}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * The first day of the same month a year later, which is within the year that RFC 9116 recommends. It follows from the
 * latest audit, not from the clock: two builds of the same content are equal, and each run of the catalog renews it.
 */
export function expiryAfter(instant: string): string {
  const date = new Date(instant);
  return `${date.getUTCFullYear() + 1}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-01T00:00:00Z`;
}
