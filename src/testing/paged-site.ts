/** A site with pages and a sitemap of them. */
import { type Route, type Routes, serveSite, type TestSite } from './serve.ts';

/** A page that can be read without scripts. */
export function page(title: string, head = ''): Route {
  return { type: 'text/html; charset=utf-8', body: pageText(title, head) };
}

/** The home page of `pagedSite`, and pages like it: with a description. */
export function described(title: string): string {
  return `<meta name="description" content="What there is to know of the page called ${title}">`;
}

/** The HTML of such a page. */
export function pageText(title: string, head: string): string {
  const text = `All about ${title}. `.repeat(30);
  return `<!doctype html><html lang="en"><title>${title}</title>${head}<header>x</header><main><h1>${title}</h1><p>${text}</p></main></html>`;
}

/** A sitemap of some paths, or an index of sitemaps. */
export function sitemapText(url: string, paths: readonly string[], kind: 'url' | 'sitemap' = 'url'): string {
  const [root, item] = kind === 'url' ? ['urlset', 'url'] : ['sitemapindex', 'sitemap'];
  const items = paths.map((path) => `<${item}><loc>${URL.parse(path, url)?.href}</loc></${item}>`);
  return `<?xml version="1.0"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${root}>`;
}

/**
 * Serves a described home page, a sitemap of these paths, and what the routes say.
 *
 * @param paths of the sitemap; absolute URLs stay as they are
 */
export async function pagedSite(paths: readonly string[], routes: Routes = {}): Promise<TestSite> {
  let url = '';
  const site = await serveSite({
    '/': page('Home', described('Home')),
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
    '/sitemap.xml': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(sitemapText(url, paths));
    },
    ...routes,
  });
  url = site.url;
  return site;
}
