/** What crawlers, and people who report problems, read first: robots.txt, sitemap.xml, security.txt. */
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import { html } from '../render/html/markup.ts';
import type { Contact } from '../view/contact.ts';
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

/** RFC 9116, for a catalog whose operator has set a contact. The page names the same. */
export function securityTxt(origin: string, { email, issueForm }: Contact, asOf: string): string {
  // An https address is the only one of a page that the field takes (section 2.5.3).
  const form = issueForm?.startsWith('https:') === true ? [issueForm] : [];
  const ways = [
    ...(email === undefined ? [] : [`mailto:${email}`]),
    ...form,
    `${origin}/docs/authentication`,
  ];
  return [
    ...ways.map((way) => `Contact: ${way}`),
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
