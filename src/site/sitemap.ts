import { stackPath } from '../fix/stacks.ts';
import { html } from '../report/html/markup.ts';
import type { Content } from './content.ts';

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

/** An HTML page, with the time of the latest audit that it shows, if any. */
interface PageAddress {
  readonly path: string;
  readonly audited?: string;
}

export function pageAddresses({
  figures,
  listed,
  apart,
  guides,
  stacks,
  principles,
  pages,
}: Pick<Content, 'listed' | 'apart' | 'guides' | 'stacks' | 'principles' | 'pages'> & {
  readonly figures: Pick<Content['figures'], 'latest'>;
}): PageAddress[] {
  const audited = figures.latest;
  const showsCatalog = (path: string): PageAddress => (audited === null ? { path } : { path, audited });
  return [
    ...['/', '/score', '/changes', '/compare', '/checks', '/dataset'].map(showsCatalog),
    { path: '/principles' },
    { path: '/spec' },
    ...pages.map(({ id }) => ({ path: `/${id}` })),
    ...principles.map(({ id }) => ({ path: `/principles/${id.toLowerCase()}` })),
    ...guides.map(({ check }) => ({ path: `/fix/${check.id}` })),
    ...stacks.map(({ stack }) => ({ path: stackPath(stack) })),
    ...listed.map(({ target, scored }) => ({ path: `/score/${target.host}`, audited: scored.at })),
    ...apart.map(({ target, listingState }) => ({ path: `/score/${target.host}`, audited: listingState.at })),
  ];
}
