import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ASKED_ANYWAY } from '../probes/dead-links.ts';
import { auditSite, type Route, type Routes, resultOn, serveSite } from '../testing/serve.ts';

const HTML = 'text/html; charset=utf-8';
const HOME = { type: HTML, body: '<!doctype html><title>Home</title><h1>Home</h1>' };
const homeWith = (head: string): Route => ({
  type: HTML,
  body: `<!doctype html><head>${head}</head><h1>Home</h1>`,
});
const homeLinking = (...link: string[]): Route => ({ ...HOME, headers: { link } });
const AS_MARKDOWN = homeWith('<link rel="alternate" type="text/markdown" href="/">');
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
    routes: {
      '/': homeLinking('</a>; title="never closed', '</llms.txt>; rel="describedby"'),
      '/llms.txt': text('# Home'),
    },
    expect: 'pass',
    evidence: /describedby/,
  },
  {
    id: 'link-headers',
    title: 'an API description that shows the page for unknown paths (a single-page app)',
    routes: { '*': HOME, '/': homeLinking('</openapi.json>; rel="service-desc"') },
    expect: 'noncompliant',
    evidence: /openapi\.json -> 200 \(the page that the site shows for unknown paths\)/,
  },
  {
    id: 'link-headers',
    title: 'something for agents on another host',
    routes: {
      '/': homeLinking('</llms.txt>; rel="describedby"', '<https://docs.test/api>; rel="service-doc"'),
    },
    expect: 'pass',
    evidence: /service-doc: https:\/\/docs\.test\/api/,
  },
  {
    id: 'link-headers',
    title: 'one page that is gone',
    routes: { '/': homeLinking('</docs>; rel="service-doc"'), '/docs': { status: 410 } },
    expect: 'noncompliant',
    evidence: /\/docs -> 410/,
  },
  {
    id: 'link-headers',
    title: 'one page that fails',
    routes: { '/': homeLinking('</docs>; rel="service-doc"'), '/docs': { status: 503 } },
    expect: 'pass',
  },
  {
    id: 'link-headers',
    title: 'one page that asks for a login',
    routes: { '/': homeLinking('</docs>; rel="service-doc"'), '/docs': { status: 401 } },
    expect: 'pass',
  },

  {
    id: 'root-link-rel',
    title: 'the Markdown form of the home page, which is not there',
    routes: { '/': homeWith('<link rel="alternate" type="text/markdown" href="/index.md">') },
    expect: 'noncompliant',
    evidence: /index\.md -> 404/,
  },
  {
    id: 'root-link-rel',
    title: 'the home page itself, as Markdown, on a site that shows it for every path',
    routes: { '/': AS_MARKDOWN, '*': AS_MARKDOWN },
    expect: 'pass',
  },
  {
    id: 'noscript-fallback',
    title: 'an endpoint that answers POST alone (Express: app.post)',
    routes: {
      '/': {
        ...HOME,
        body: `${HOME.body}<noscript><a href="/llms.txt">A</a><a href="/mcp">B</a></noscript>`,
      },
    },
    expect: 'pass',
    evidence: /links .*\/mcp/,
  },
  {
    id: 'noscript-fallback',
    title: 'a sitemap and llms.txt that are not there',
    routes: {
      '/': {
        ...HOME,
        body: `${HOME.body}<noscript><a href="/sitemap.xml">A</a><a href="/llms.txt#a">B</a></noscript>`,
      },
    },
    expect: 'noncompliant',
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
      '/llms.txt': text('# Home'),
    },
    expect: 'pass',
    evidence: /leads on to http.*\/llms\.txt/,
  },
  {
    id: 'agent-friendly-404-md',
    title: "a guide's 404.md on a site that has none of what it names",
    routes: {
      '*': notFound({ type: 'text/markdown', body: '- [Sitemap](/sitemap.xml)\n- [llms.txt](/llms.txt)' }),
    },
    expect: 'noncompliant',
    evidence: /leads only to what is not there: .*\/sitemap\.xml -> 404; .*\/llms\.txt -> 404\)/,
  },
  {
    id: 'agent-friendly-404-md',
    title: 'the same with one page more, which is not there either',
    routes: {
      '*': notFound({ type: 'text/markdown', body: '- [llms.txt](/llms.txt)\n- [Documentation](/docs/)' }),
    },
    expect: 'noncompliant',
    evidence: /\/docs\/ -> 404/,
  },
  {
    id: 'agent-friendly-404-md',
    title: 'the same with the home page',
    routes: { '*': notFound({ type: 'text/markdown', body: '- [llms.txt](/llms.txt)\n- [Home](/)' }) },
    expect: 'pass',
  },
  {
    id: 'agent-friendly-404-md',
    title: 'two pages that nothing else asks for',
    routes: { '*': notFound({ type: 'text/markdown', body: '[Docs](/docs), [guide](/guide)' }) },
    expect: 'pass',
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

  it('asks for little more to see whether what is named is there', async () => {
    const named = [...ASKED_ANYWAY, '/a', '/b'];
    const links = named.map((path) => `</${path.slice(1)}>; rel="describedby"`);
    const asked = async (routes: Routes) => {
      await using site = await serveSite({ '/': HOME, ...routes });
      await auditSite(site.url);
      return site.asked.toSorted();
    };
    const body = (...paths: string[]) => ({
      '*': notFound({ type: 'text/markdown', body: paths.join('\n') }),
    });
    const least = await asked(body());
    expect(await asked({ '/': homeLinking(...links), ...body(...named) })).toEqual(least);
    expect(await asked({ '/': homeLinking('</a>; rel="service-doc"'), ...body('/b') })).toEqual(
      [...least, 'GET /a', 'GET /b'].toSorted(),
    );
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
