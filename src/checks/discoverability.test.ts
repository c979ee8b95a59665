import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HTML = 'text/html; charset=utf-8';
const HOME: Route = { type: HTML, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const homeWith = (head: string): Route => ({
  type: HTML,
  body: `<!doctype html><head>${head}</head><h1>Home</h1>`,
});
const homeLinking = (...link: string[]): Route => ({ ...HOME, headers: { link } });
const text = (body: string): Route => ({ type: 'text/plain', body });
const redirect = (location: string, status = 302): Route => ({ status, headers: { location } });
const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const xml = (body: string | Uint8Array): Route => ({ type: 'application/xml', body });
const UNKNOWN = '/anc-web-audit-no-such-page';

/** The page for unknown paths: `markdown` for those who ask for Markdown, HTML for the others. */
const notFound =
  (markdown: { status?: number; type: string; body: string }): Route =>
  (request, response) => {
    const wanted = request.headers.accept?.startsWith('text/markdown') === true;
    const {
      status = 404,
      type,
      body,
    } = wanted ? markdown : { type: HTML, body: '<!doctype html><h1>Not found' };
    response.writeHead(status, { 'content-type': type }).end(body);
  };

interface Case {
  readonly id: string;
  readonly title: string;
  readonly routes: Routes;
  readonly expect: string;
  readonly evidence?: RegExp;
}

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly Case[] = [
  {
    id: 'robots',
    title: 'an HTML page of its own',
    routes: { '/robots.txt': { type: HTML, body: '<!doctype html><h1>Robots' } },
    expect: 'broken',
    evidence: /an HTML page/,
  },
  {
    id: 'robots',
    title: 'sent as HTML',
    routes: { '/robots.txt': { type: HTML, body: '# rules\nUser-agent: *\nDisallow: /x' } },
    expect: 'pass',
    evidence: /robots\.txt -> 200 \(sent as text\/html\)$/,
  },
  {
    id: 'robots',
    title: 'redirected to the text',
    routes: { '/robots.txt': redirect('/r.txt'), '/r.txt': text('User-agent: *') },
    expect: 'pass',
    evidence: /robots\.txt -> 302 -> .*\/r\.txt -> 200/,
  },

  {
    id: 'sitemap',
    title: 'gzipped, where robots.txt says',
    routes: {
      '/robots.txt': text('Sitemap: /s.xml.gz\nSitemap: /other.xml'),
      '/s.xml.gz': { type: 'application/gzip', body: gzipSync(sitemap('https://a.example/')) },
    },
    expect: 'pass',
    evidence: /\/s\.xml\.gz -> 200/,
  },
  {
    id: 'sitemap',
    title: 'where the home page says',
    routes: { '/': homeWith('<link rel="sitemap" href="/map.xml">'), '/map.xml': xml(sitemap()) },
    expect: 'pass',
    evidence: /\/map\.xml -> 200/,
  },
  {
    id: 'sitemap',
    title: 'of two places, the one that works',
    routes: {
      '/robots.txt': text('Sitemap: /s.xml'),
      '/s.xml': xml(sitemap()),
      '/sitemap.xml': xml('<oops'),
    },
    expect: 'pass',
  },
  {
    id: 'sitemap',
    title: 'named where it is not',
    routes: { '/robots.txt': (_request, response) => void response.end('Sitemap: /sitemap.xml') },
    expect: 'n_a',
    evidence: /sitemap\.xml is named by http.*robots\.txt/,
  },
  {
    id: 'sitemap',
    title: 'on another site only',
    routes: { '/robots.txt': text('Sitemap: https://other.example/sitemap.xml') },
    expect: 'n_a',
    evidence: /https:\/\/other\.example\/sitemap\.xml not asked .*robots\.txt, not a URL of this site/,
  },
  {
    id: 'sitemap',
    title: 'a feed that robots.txt names',
    routes: {
      '/robots.txt': text('Sitemap: https://other.example/x\nSitemap: /feed.xml'),
      '/feed.xml': xml('<rss><channel><item><link>https://a.example/1</link></item></channel></rss>'),
    },
    expect: 'pass',
    evidence: /feed\.xml -> 200 \(RSS feed of 1\)/,
  },
  {
    id: 'sitemap',
    title: 'a feed that nobody names',
    routes: { '/robots.txt': text('User-agent: *'), '/sitemap.xml': xml('<rss/>') },
    expect: 'broken',
    evidence: /RSS feed, which is a sitemap only where robots\.txt names it/,
  },
  {
    id: 'sitemap',
    title: 'a feed, and robots.txt could not be seen',
    routes: { '/robots.txt': (request) => void request.socket.destroy(), '/sitemap.xml': xml('<rss/>') },
    expect: 'error',
  },
  {
    id: 'sitemap',
    title: 'the fourth that robots.txt names, which is not asked for',
    routes: {
      '/robots.txt': text('Sitemap: /1.xml\nSitemap: /2.xml\nSitemap: /3.xml\nSitemap: /4.xml'),
      '/4.xml': xml(sitemap()),
    },
    expect: 'n_a',
  },

  {
    id: 'link-headers',
    title: 'several fields, one of them malformed',
    routes: { '/': homeLinking('</a>; title="never closed', '</llms.txt>; rel="describedby"') },
    expect: 'pass',
    evidence: /describedby/,
  },

  {
    id: 'agent-friendly-404',
    title: 'redirected to a 404',
    routes: { [UNKNOWN]: redirect('/404'), '/404': { status: 404 } },
    expect: 'pass',
  },
  {
    id: 'agent-friendly-404',
    title: 'redirects in circles',
    routes: { '*': redirect(UNKNOWN) },
    expect: 'broken',
    evidence: /redirects in a circle/,
  },

  {
    id: 'agent-friendly-404-md',
    title: 'Markdown with a link',
    routes: {
      '*': notFound({ type: 'text/markdown; charset=utf-8', body: '# Gone\n\n- [Index](/llms.txt)' }),
    },
    expect: 'pass',
    evidence: /leads on to http.*\/llms\.txt/,
  },
  {
    id: 'agent-friendly-404-md',
    title: '406',
    routes: { '*': notFound({ status: 406, type: 'text/plain', body: '' }) },
    expect: 'absent',
  },
];

describe('discoverability, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id);
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });

  it('asks for the sitemap that robots.txt names only where the usual place has none', async () => {
    const routes = { '/': HOME, '/robots.txt': text('Sitemap: /s.xml'), '/s.xml': xml(sitemap()) };
    await using without = await serveSite(routes);
    await auditSite(without.url, { only: ['sitemap'] });
    expect(without.asked).toContain('GET /s.xml');
    await using both = await serveSite({ ...routes, '/sitemap.xml': xml(sitemap()) });
    await auditSite(both.url, { only: ['sitemap', 'robots'] });
    expect(both.asked.toSorted()).toEqual(['GET /', `GET ${UNKNOWN}`, 'GET /robots.txt', 'GET /sitemap.xml']);
  });
});
