import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HOME, HTML_TYPE, redirect, text } from '../../testing/routes.ts';
import { auditSite, type Route, type Routes, serveSite } from '../../testing/serve.ts';
import { itJudges } from '../../testing/verdicts.ts';
import { ASKED_ANYWAY } from '../probes/dead-links.ts';

const homeWith = (head: string): Route => ({
  type: HTML_TYPE,
  body: `<!doctype html><head>${head}</head><h1>Home</h1>`,
});
const homeLinking = (...link: string[]): Route => ({ ...HOME, headers: { link } });
const withoutScripts = (...paths: string[]): Routes => {
  const links = paths.map((path) => `<a href="${path}">A</a>`);
  return { '/': { ...HOME, body: `${HOME.body}<noscript>${links.join('')}</noscript>` } };
};
const AS_MARKDOWN = homeWith('<link rel="alternate" type="text/markdown" href="/">');
const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const TO_DOCS = homeLinking('</docs>; rel="service-doc"');
const xml = (body: string | Uint8Array): Route => ({ type: 'application/xml', body });
const EMPTY = xml(sitemap());
const UNKNOWN = '/anc-web-audit-no-such-page';

/** Responds to unknown paths with `markdown` if the client requests Markdown, otherwise with HTML. */
const notFound =
  (markdown: { status?: number; type: string; body: string }): Route =>
  (request, response) => {
    const isWanted = request.headers.accept?.startsWith('text/markdown') === true;
    const html = { type: HTML_TYPE, body: '<!doctype html><h1>Not found' };
    const { status = 404, type, body }: typeof markdown = isWanted ? markdown : html;
    response.writeHead(status, { 'content-type': type }).end(body);
  };

itJudges('robots', [
  [
    'broken',
    'an HTML page of its own',
    { '/robots.txt': { type: HTML_TYPE, body: '<!doctype html><h1>Robots' } },
    /an HTML page/,
  ],
  [
    'pass',
    'sent as HTML',
    { '/robots.txt': { type: HTML_TYPE, body: '# rules\nUser-agent: *\nDisallow: /x' } },
    /robots\.txt -> 200 \(sent as text\/html\)$/,
  ],
]);

itJudges('sitemap', [
  [
    'pass',
    'at its usual place, though robots.txt still names an example (its fault)',
    { '/robots.txt': text('Sitemap: https://example.com/sitemap.xml'), '/sitemap.xml': EMPTY },
    /\/sitemap\.xml -> 200/,
  ],
  [
    'optional-absent',
    'nowhere, and robots.txt names only an example',
    { '/robots.txt': text('Sitemap: https://example.com/sitemap.xml') },
  ],
  [
    'pass',
    'gzipped, where robots.txt says',
    {
      '/robots.txt': text('Sitemap: /s.xml.gz\nSitemap: /other.xml'),
      '/s.xml.gz': { type: 'application/gzip', body: gzipSync(sitemap('https://a.example/')) },
    },
    /\/s\.xml\.gz -> 200/,
  ],
  [
    'pass',
    'where the home page says',
    { '/': homeWith('<link rel="sitemap" href="/map.xml">'), '/map.xml': EMPTY },
    /\/map\.xml -> 200/,
  ],
  [
    'pass',
    'of two places, the one that works',
    { '/robots.txt': text('Sitemap: /s.xml'), '/s.xml': EMPTY, '/sitemap.xml': xml('<oops') },
  ],
  [
    'n_a',
    'named where it is not',
    { '/robots.txt': (_request, response) => void response.end('Sitemap: /sitemap.xml') },
    /sitemap\.xml is listed in http.*robots\.txt/,
  ],
  [
    'n_a',
    'on another site only',
    { '/robots.txt': text('Sitemap: https://other.example/sitemap.xml') },
    /https:\/\/other\.example\/sitemap\.xml not requested .*robots\.txt, not a URL of this site/,
  ],
  [
    'pass',
    'a feed that robots.txt names',
    {
      '/robots.txt': text('Sitemap: https://other.example/x\nSitemap: /feed.xml'),
      '/feed.xml': xml('<rss><channel><item><link>https://a.example/1</link></item></channel></rss>'),
    },
    /feed\.xml -> 200 \(RSS feed with 1 URL\)/,
  ],
  [
    'broken',
    'a feed that nobody names',
    { '/robots.txt': text('User-agent: *'), '/sitemap.xml': xml('<rss/>') },
    /RSS feed, which is a sitemap only if robots\.txt lists it/,
  ],
  [
    'error',
    'a feed, and robots.txt could not be seen',
    { '/robots.txt': (request) => void request.socket.destroy(), '/sitemap.xml': xml('<rss/>') },
  ],
  [
    'n_a',
    'the fourth that robots.txt names, which is not asked for',
    { '/robots.txt': text([1, 2, 3, 4].map((n) => `Sitemap: /${n}.xml\n`).join('')), '/4.xml': EMPTY },
  ],
]);

itJudges('link-headers', [
  [
    'pass',
    'several fields, one of them malformed',
    {
      '/': homeLinking('</a>; title="never closed', '</llms.txt>; rel="describedby"'),
      '/llms.txt': text('# Home'),
    },
    /describedby/,
  ],
  [
    'noncompliant',
    'an API description that shows the page for unknown paths (a single-page app)',
    { '*': HOME, '/': homeLinking('</openapi.json>; rel="service-desc"') },
    /openapi\.json -> 200 \(the same page as for unknown paths\)/,
  ],
  [
    'pass',
    'something for agents on another host',
    { '/': homeLinking('</llms.txt>; rel="describedby"', '<https://docs.test/api>; rel="service-doc"') },
    /service-doc: https:\/\/docs\.test\/api/,
  ],
  ['noncompliant', 'one page that is gone', { '/': TO_DOCS, '/docs': { status: 410 } }, /\/docs -> 410/],
  ['pass', 'one page that fails', { '/': TO_DOCS, '/docs': { status: 503 } }],
  ['pass', 'one page that asks for a login', { '/': TO_DOCS, '/docs': { status: 401 } }],
]);

itJudges('root-link-rel', [
  [
    'noncompliant',
    'the Markdown form of the home page, which is not there',
    { '/': homeWith('<link rel="alternate" type="text/markdown" href="/index.md">') },
    /index\.md -> 404/,
  ],
  [
    'pass',
    'the home page itself, as Markdown, on a site that shows it for every path',
    { '/': AS_MARKDOWN, '*': AS_MARKDOWN },
  ],
]);

itJudges('noscript-fallback', [
  [
    'pass',
    'an endpoint that answers POST alone (Express: app.post)',
    withoutScripts('/llms.txt', '/mcp'),
    /links .*\/mcp/,
  ],
  [
    'noncompliant',
    'a sitemap and llms.txt that are not there',
    withoutScripts('/sitemap.xml', '/llms.txt#a'),
  ],
]);

itJudges('agent-friendly-404', [
  ['pass', 'redirected to a 404', { [UNKNOWN]: redirect('/404'), '/404': { status: 404 } }],
  ['broken', 'redirects in circles', { '*': redirect(UNKNOWN) }, /redirect loop/],
]);

itJudges('agent-friendly-404-md', [
  [
    'pass',
    'Markdown with a link',
    {
      '*': notFound({ type: 'text/markdown; charset=utf-8', body: '# Gone\n\n- [Index](/llms.txt)' }),
      '/llms.txt': text('# Home'),
    },
    /links to http.*\/llms\.txt/,
  ],
  [
    'noncompliant',
    "a guide's 404.md on a site that has none of what it names",
    { '*': notFound({ type: 'text/markdown', body: '- [Sitemap](/sitemap.xml)\n- [llms.txt](/llms.txt)' }) },
    /links only to missing resources: .*\/sitemap\.xml -> 404; .*\/llms\.txt -> 404\)/,
  ],
  [
    'pass',
    'the same with the home page',
    { '*': notFound({ type: 'text/markdown', body: '- [llms.txt](/llms.txt)\n- [Home](/)' }) },
  ],
  [
    'pass',
    'two pages that nothing else asks for',
    { '*': notFound({ type: 'text/markdown', body: '[Docs](/docs), [guide](/guide)' }) },
  ],
  ['absent', '406', { '*': notFound({ status: 406, type: 'text/plain', body: '' }) }],
]);

describe('discoverability, on real servers', () => {
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
    const routes = { '/': HOME, '/robots.txt': text('Sitemap: /s.xml'), '/s.xml': EMPTY };
    await using without = await serveSite(routes);
    await auditSite(without.url, { only: ['sitemap'] });
    expect(without.asked).toContain('GET /s.xml');
    await using both = await serveSite({ ...routes, '/sitemap.xml': EMPTY });
    await auditSite(both.url, { only: ['sitemap', 'robots'] });
    expect(both.asked.toSorted()).toEqual(['GET /', `GET ${UNKNOWN}`, 'GET /robots.txt', 'GET /sitemap.xml']);
  });
});

describe('a home page that redirects by `meta refresh` (documentation with versions)', () => {
  const stub = (content: string) => homeWith(`<meta http-equiv="refresh" content="${content}">`);
  const to = (url: string) => stub(`0; url=${url}`);
  const TARGET = homeWith('<link rel="service-doc" href="/en/">');

  itJudges('root-link-rel', [
    [
      'pass',
      'to a page',
      { '/': to('/en/'), '/en/': TARGET },
      /\/ -> 200 -> \S+\/en\/ -> 200 \(meta refresh followed/,
    ],
    ['pass', 'after 5 s', { '/': stub('5;url=/en/'), '/en/': TARGET }],
    ['absent', 'after 6 s', { '/': stub('6;url=/en/'), '/en/': TARGET }],
    ['pass', 'to a page that redirects', { '/': to('/en'), '/en': redirect('/en/'), '/en/': TARGET }],
    ['absent', 'to a page that redirects: once is enough', { '/': to('/a'), '/a': to('/b'), '/b': TARGET }],
    ['absent', 'to itself', { '/': to('/') }],
    ['absent', 'to another site', { '/': to('http://other.test/') }],
    ['absent', 'to nowhere', { '/': to('/gone') }],
    ['absent', 'to what is not a page', { '/': to('/a.txt'), '/a.txt': text('a') }],
  ]);

  it('is requested once, and followed from `noscript` too', async () => {
    const noscript = homeWith('<noscript><meta http-equiv="refresh" content="0;url=/en/"></noscript>');
    await using site = await serveSite({ '/': noscript, '/en/': TARGET });
    await auditSite(site.url, { only: ['content-without-js', 'semantic-html'] });
    expect(site.asked.filter((request) => request === 'GET /en/')).toHaveLength(1);
  });
});
