import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serveResolver } from '../testing/resolver.ts';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HTML = 'text/html; charset=utf-8';
const HOME: Route = { type: HTML, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const SHELL: Route = { type: HTML, body: '<!doctype html><title>App</title><div id="app"></div>' };
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
  { id: 'robots', title: 'empty', routes: { '/robots.txt': text('') }, expect: 'absent' },
  { id: 'robots', title: 'not there', routes: {}, expect: 'absent', evidence: /robots\.txt -> 404/ },
  { id: 'robots', title: 'the app under every path', routes: { '/': SHELL, '*': SHELL }, expect: 'absent' },
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
    title: 'markup sent as HTML',
    routes: { '/robots.txt': { type: HTML, body: '<p>Hello: there' } },
    expect: 'broken',
    evidence: /an HTML page/,
  },
  { id: 'robots', title: 'a server error', routes: { '/robots.txt': { status: 500 } }, expect: 'broken' },
  {
    id: 'robots',
    title: 'the host fails everywhere',
    routes: { '/robots.txt': { status: 500 }, [UNKNOWN]: { status: 502 } },
    expect: 'error',
  },
  {
    id: 'robots',
    title: 'blocked',
    routes: { '/robots.txt': { status: 403, headers: { 'cf-mitigated': 'challenge' } } },
    expect: 'error',
    evidence: /cf-mitigated/,
  },
  { id: 'robots', title: 'a plain 403', routes: { '/robots.txt': { status: 403 } }, expect: 'absent' },
  {
    id: 'robots',
    title: 'redirected to the text',
    routes: { '/robots.txt': redirect('/r.txt'), '/r.txt': text('User-agent: *') },
    expect: 'pass',
    evidence: /robots\.txt -> 302 -> .*\/r\.txt -> 200/,
  },

  {
    id: 'sitemap',
    title: 'at its usual place',
    routes: { '/sitemap.xml': xml(sitemap('https://a.example/')) },
    expect: 'pass',
    evidence: /urlset of 1/,
  },
  {
    id: 'sitemap',
    title: 'an index',
    routes: { '/sitemap.xml': xml('<sitemapindex/>') },
    expect: 'pass',
    evidence: /sitemapindex of 0/,
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
  { id: 'sitemap', title: 'nowhere', routes: {}, expect: 'n_a', evidence: /sitemap\.xml -> 404/ },
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
  { id: 'sitemap', title: 'the app under every path', routes: { '/': SHELL, '*': SHELL }, expect: 'n_a' },
  {
    id: 'sitemap',
    title: 'XML of another kind',
    routes: { '/sitemap.xml': xml('<books/>') },
    expect: 'broken',
    evidence: /root is <books>/,
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
    title: 'a list of URLs at the usual place, which robots.txt names',
    routes: { '/robots.txt': text('Sitemap: /sitemap.xml'), '/sitemap.xml': text('https://a.example/1\n') },
    expect: 'pass',
    evidence: /text list of 1/,
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
    title: 'the third that robots.txt names',
    routes: {
      '/robots.txt': text('Sitemap: /1.xml\nSitemap: /2.xml\nSitemap: /2.xml\nSitemap: /3.xml'),
      '/3.xml': xml(sitemap()),
    },
    expect: 'pass',
    evidence: /\/3\.xml -> 200/,
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
    id: 'sitemap',
    title: 'sent as HTML, and not well-formed',
    routes: { '/sitemap.xml': { type: 'text/html', body: '<?xml version="1.0"?><urlset><url>' } },
    expect: 'broken',
    evidence: /not closed; sent as text\/html/,
  },
  {
    id: 'sitemap',
    title: 'an HTML page',
    routes: { '/sitemap.xml': { type: 'text/html', body: '<h1>Site map</h1><a href="/a">A</a>' } },
    expect: 'broken',
    evidence: /an HTML page/,
  },
  {
    id: 'sitemap',
    title: 'not well-formed',
    routes: { '/sitemap.xml': xml('<urlset><url></urlset>') },
    expect: 'broken',
  },
  {
    id: 'sitemap',
    title: 'text',
    routes: { '/sitemap.xml': text('soon') },
    expect: 'broken',
    evidence: /neither XML nor a list of URLs/,
  },
  {
    id: 'sitemap',
    title: 'where robots.txt says, and broken there',
    routes: { '/robots.txt': text('Sitemap: /s.xml'), '/s.xml': xml('<html-not/>') },
    expect: 'broken',
    evidence: /\/s\.xml -> 200/,
  },
  {
    id: 'sitemap',
    title: 'not there, and robots.txt could not be seen',
    routes: { '/robots.txt': (request) => void request.socket.destroy() },
    expect: 'error',
  },

  {
    id: 'link-headers',
    title: 'several links in one field',
    routes: { '/': homeLinking('</a.css>; rel=preload; as=style, </openapi.json>; rel="service-desc"') },
    expect: 'pass',
    evidence: /service-desc: http.*\/openapi\.json/,
  },
  {
    id: 'link-headers',
    title: 'several fields, one of them malformed',
    routes: { '/': homeLinking('</a>; title="never closed', '</llms.txt>; rel="describedby"') },
    expect: 'pass',
    evidence: /describedby/,
  },
  {
    id: 'link-headers',
    title: 'a target under /.well-known/',
    routes: { '/': homeLinking('</.well-known/api-catalog>; rel=related') },
    expect: 'pass',
  },
  {
    id: 'link-headers',
    title: 'an alternate form',
    routes: { '/': homeLinking('</index.md>; rel="alternate"; type="text/markdown"') },
    expect: 'pass',
  },
  {
    id: 'link-headers',
    title: 'for browsers only',
    routes: {
      '/': homeLinking('</llms.txt>; rel=preload', '</>; rel=canonical', '</de>; rel=alternate; hreflang=de'),
    },
    expect: 'absent',
    evidence: /3 links in headers, none for agents/,
  },
  { id: 'link-headers', title: 'none', routes: {}, expect: 'absent', evidence: /no Link header/ },
  { id: 'link-headers', title: 'a root without a page', routes: { '/': { status: 404 } }, expect: 'n_a' },

  {
    id: 'root-link-rel',
    title: 'an API description',
    routes: { '/': homeWith('<link rel="service-desc" href="/openapi.json">') },
    expect: 'pass',
    evidence: /service-desc: http.*openapi\.json/,
  },
  {
    id: 'root-link-rel',
    title: 'a Markdown form',
    routes: { '/': homeWith('<link rel=alternate type="text/markdown" href="/index.md">') },
    expect: 'pass',
  },
  {
    id: 'root-link-rel',
    title: 'an untyped one',
    routes: { '/': homeWith('<link rel=alternate href="/index.txt">') },
    expect: 'pass',
  },
  {
    id: 'root-link-rel',
    title: 'translations and feeds only',
    routes: {
      '/': homeWith(
        '<link rel=alternate hreflang=de href="/de"><link rel=alternate type="application/atom+xml" href="/atom.xml">',
      ),
    },
    expect: 'absent',
    evidence: /2 link elements, none for programs: alternate, alternate \(application\/atom\+xml\)\)$/,
  },
  {
    id: 'root-link-rel',
    title: 'for browsers only',
    routes: {
      '/': homeWith(
        '<link rel=stylesheet href="/a.css"><link rel=stylesheet href="/b.css"><link rel=icon href="/i.png">',
      ),
    },
    expect: 'absent',
    evidence: /3 link elements, none for programs: stylesheet, icon\)$/,
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
    title: 'none',
    routes: {},
    expect: 'absent',
    evidence: /no link element with an address/,
  },
  {
    id: 'root-link-rel',
    title: 'a root that is JSON',
    routes: { '/': { type: 'application/json', body: '{}' } },
    expect: 'n_a',
    evidence: /not HTML but application\/json/,
  },

  { id: 'agent-friendly-404', title: '404', routes: {}, expect: 'pass', evidence: /no-such-page -> 404$/ },
  { id: 'agent-friendly-404', title: '410', routes: { '*': { status: 410 } }, expect: 'pass' },
  {
    id: 'agent-friendly-404',
    title: 'redirected to a 404',
    routes: { [UNKNOWN]: redirect('/404'), '/404': { status: 404 } },
    expect: 'pass',
  },
  { id: 'agent-friendly-404', title: '200', routes: { '*': SHELL }, expect: 'broken' },
  {
    id: 'agent-friendly-404',
    title: 'a redirect to the home page',
    routes: { '*': redirect('/') },
    expect: 'broken',
    evidence: /-> 302 -> http.*\/ -> 200/,
  },
  {
    id: 'agent-friendly-404',
    title: 'redirects in circles',
    routes: { '*': redirect(UNKNOWN) },
    expect: 'broken',
    evidence: /redirects in a circle/,
  },
  { id: 'agent-friendly-404', title: 'a server error', routes: { '*': { status: 500 } }, expect: 'broken' },
  { id: 'agent-friendly-404', title: 'a plain 403', routes: { '*': { status: 403 } }, expect: 'absent' },
  {
    id: 'agent-friendly-404',
    title: 'blocked',
    routes: { '*': { status: 403, headers: { 'x-dd-b': '1' } } },
    expect: 'error',
  },
  {
    id: 'agent-friendly-404',
    title: 'no answer',
    routes: { '*': (request) => void request.socket.destroy() },
    expect: 'error',
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
    title: 'plain text with a path',
    routes: { '*': notFound({ type: 'text/plain', body: 'Not found. See /sitemap.xml' }) },
    expect: 'pass',
  },
  {
    id: 'agent-friendly-404-md',
    title: 'Markdown with its own path only',
    routes: { '*': notFound({ type: 'text/markdown', body: `# Gone\n\nNo ${UNKNOWN}. [Again](#top)` }) },
    expect: 'noncompliant',
  },
  {
    id: 'agent-friendly-404-md',
    title: 'Markdown with links to other sites only',
    routes: { '*': notFound({ type: 'text/markdown', body: '[Status](https://status.other.example/docs)' }) },
    expect: 'noncompliant',
  },
  { id: 'agent-friendly-404-md', title: 'plain text alone', routes: {}, expect: 'absent' },
  {
    id: 'agent-friendly-404-md',
    title: 'HTML for all',
    routes: { '*': notFound({ type: HTML, body: '<!doctype html><a href="/">Home</a>' }) },
    expect: 'absent',
    evidence: /HTML/,
  },
  {
    id: 'agent-friendly-404-md',
    title: 'HTML called Markdown',
    routes: { '*': notFound({ type: 'text/markdown', body: '<!doctype html><a href="/">Home</a>' }) },
    expect: 'absent',
  },
  {
    id: 'agent-friendly-404-md',
    title: 'JSON',
    routes: { '*': notFound({ type: 'application/json', body: '{"see":"/docs"}' }) },
    expect: 'absent',
    evidence: /application\/json/,
  },
  {
    id: 'agent-friendly-404-md',
    title: '406',
    routes: { '*': notFound({ status: 406, type: 'text/plain', body: '' }) },
    expect: 'absent',
  },
  {
    id: 'agent-friendly-404-md',
    title: '200',
    routes: { '*': notFound({ status: 200, type: 'text/markdown', body: '# Home' }) },
    expect: 'broken',
  },
  { id: 'agent-friendly-404-md', title: 'unknown paths answer 200', routes: { '*': SHELL }, expect: 'n_a' },

  { id: 'dns-aid', title: 'an address', routes: {}, expect: 'n_a', evidence: /127\.0\.0\.1 is an address/ },
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
