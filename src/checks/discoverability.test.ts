import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveResolver } from '../testing/resolver.ts';
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
    title: 'served as text',
    routes: { '/robots.txt': text('User-agent: *') },
    expect: 'pass',
    evidence: /^http:\/\/127\.0\.0\.1:\d+\/robots\.txt -> 200$/,
  },
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
    title: 'gzipped in transfer',
    routes: {
      '/sitemap.xml': {
        type: 'text/xml',
        headers: { 'content-encoding': 'gzip' },
        body: gzipSync(sitemap()),
      },
    },
    expect: 'pass',
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
    title: 'longer than what is read of a body',
    routes: {
      '/sitemap.xml': xml(
        sitemap(...Array.from({ length: 60_000 }, (_, i) => `https://a.example/page/${i}`)),
      ),
    },
    expect: 'pass',
    evidence: /urlset of 5000 or more/,
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
    id: 'sitemap',
    title: 'sent as HTML',
    routes: { '/sitemap.xml': { type: 'text/html; charset=utf-8', body: sitemap('https://a.example/') } },
    expect: 'pass',
    evidence: /-> 200 \(sent as text\/html; urlset of 1\)/,
  },

  {
    id: 'link-headers',
    title: 'several fields, one of them malformed',
    routes: { '/': homeLinking('</a>; title="never closed', '</llms.txt>; rel="describedby"') },
    expect: 'pass',
    evidence: /describedby/,
  },

  {
    id: 'root-link-rel',
    title: 'of kinds that nobody knows',
    routes: {
      '/': homeWith(
        ['a', 'b\u001b[31m', 'c', 'd', 'e', 'f', 'g'].map((rel) => `<link rel="${rel}" href="/x">`).join(''),
      ),
    },
    expect: 'absent',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in evidence
    evidence: /^[^\u001b]*7 link elements, none for programs: a, b[^,]*, c, d, e, and 2 more kinds\)$/,
  },
  {
    id: 'root-link-rel',
    title: 'a root that is JSON',
    routes: { '/': { type: 'application/json', body: '{}' } },
    expect: 'n_a',
    evidence: /not HTML but application\/json/,
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
    id: 'agent-friendly-404',
    title: 'a root without a page',
    routes: { '/': { status: 404 } },
    expect: 'n_a',
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
    title: 'HTML called Markdown',
    routes: { '*': notFound({ type: 'text/markdown', body: '<!doctype html><a href="/">Home</a>' }) },
    expect: 'absent',
  },
  {
    id: 'agent-friendly-404-md',
    title: '406',
    routes: { '*': notFound({ status: 406, type: 'text/plain', body: '' }) },
    expect: 'absent',
  },

  { id: 'dns-aid', title: 'an address', routes: {}, expect: 'n_a', evidence: /127\.0\.0\.1 is an address/ },
  {
    id: 'robots',
    title: 'markup sent as HTML',
    routes: { '/robots.txt': { type: HTML, body: '<p>Hello: there' } },
    expect: 'broken',
    evidence: /an HTML page/,
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

describe('dns-aid', () => {
  it('sends no name that is not public to a resolver', async () => {
    await using resolver = await serveResolver({ '*': 1 });
    await using site = await serveSite({ '/': HOME });
    const url = site.url.replace('127.0.0.1', 'localhost');
    const { scorecard } = await auditSite(url, { only: ['dns-aid'], resolver: resolver.url });
    expect(scorecard.results.find(({ id }) => id === 'dns-aid')).toMatchObject({
      status: 'n_a',
      evidence: 'localhost is not a public name: no resolver is asked for it',
    });
    expect(resolver.questions()).toEqual([]);
  });
});
