import { says } from '../evidence/facts.ts';
import type { RootPage } from '../evidence/root.ts';
import { parseLinkHeader } from '../parse/link-header.ts';
import { parseRobots } from '../parse/robots.ts';
import { UNKNOWN_PATH } from '../probes/root.ts';
import { answered, dead, faulty, found, htmlPage, missing, refused, timedOutReply } from './answers.ts';
import { cases, type Examples } from './example.ts';

const rootWithLinks = (field: string) =>
  found<RootPage>({ html: undefined, links: parseLinkHeader(field, 'https://site.example/') });

const head = (markup: string) => htmlPage(`<!doctype html><head>${markup}</head><h1>Home</h1>`);

const SITEMAP = 'User-agent: *\nAllow: /\nSitemap: https://www.site.example/sitemap.xml';

const HOME = found<RootPage>({ html: undefined, links: [] });

const unknown = (status: number, type = 'text/html', text = '<!doctype html><h1>Not found</h1>') =>
  answered({ path: UNKNOWN_PATH, status, type, text });

const markdown = (text: string) => unknown(404, 'text/markdown', text);

export const discoverabilityExamples = {
  robots: cases('robots', [
    ['pass', 'served as text', found(parseRobots('User-agent: *\nAllow: /'), { path: '/robots.txt' })],
    ['absent', 'not there', missing('/robots.txt')],
    [
      'noncompliant',
      "a Sitemap line that is still the example's, next to one that is not",
      found(parseRobots(`${SITEMAP}\nSitemap: https://example.com/sitemap.xml`)),
      'Sitemap https://example.com/sitemap.xml is still an example address',
    ],
    [
      'pass',
      "a Sitemap line of the site's own, and one of another host of others",
      found(parseRobots(`${SITEMAP}\nSitemap: https://cdn.test/sitemap.xml`)),
    ],
    ['broken', 'an HTML page', faulty('/robots.txt', 'an HTML page')],
  ]),

  sitemap: cases('sitemap', [
    [
      'pass',
      'a urlset',
      found(
        { kind: 'urlset', locations: ['https://site.example/a'], more: false },
        { path: '/sitemap.xml', type: 'application/xml' },
      ),
      'urlset with 1 URL)',
    ],
    [
      'pass',
      'a feed that robots.txt names, longer than the audit reads',
      found(
        { kind: 'RSS feed', locations: ['https://site.example/a'], more: true },
        { path: '/feed.xml', type: 'application/rss+xml' },
      ),
      'RSS feed with 1 or more URLs',
    ],
    ['optional-absent', 'nowhere', missing('/sitemap.xml')],
    ['broken', 'XML of another kind', faulty('/sitemap.xml', 'XML, but its root is <books>')],
    ['broken', 'not well-formed', faulty('/sitemap.xml', 'not well-formed XML: line 3, a bare “&”')],
  ]),

  'link-headers': cases({ rootDeadLinks: [] }, [
    [
      'pass',
      'an API description among links for browsers',
      { root: rootWithLinks('</a.css>; rel=preload; as=style, </openapi.json>; rel="service-desc"') },
      'service-desc',
    ],
    [
      'pass',
      'a Markdown form of the page',
      { root: rootWithLinks('</index.md>; rel=alternate; type="text/markdown; charset=utf-8"') },
    ],
    ['pass', 'llms.txt under a relation of its own', { root: rootWithLinks('</llms.txt>; rel="llms-txt"') }],
    [
      'pass',
      'an API description that is not there, and llms.txt',
      {
        rootDeadLinks: [dead('/openapi.json')],
        root: rootWithLinks('</openapi.json>; rel="service-desc", </llms.txt>; rel="describedby"'),
      },
      'describedby: https://site.example/llms.txt',
    ],
    [
      'noncompliant',
      'an API description that is not there',
      {
        rootDeadLinks: [dead('/openapi.json'), dead('/index.md')],
        root: rootWithLinks('</openapi.json>; rel="service-desc"'),
      },
      'links only to missing resources: https://site.example/openapi.json -> 404)',
    ],
    [
      'absent',
      'links for browsers and translations only',
      {
        root: rootWithLinks(
          '</a.css>; rel=preload, </>; rel=canonical, </de>; rel=alternate; hreflang=de, </.well-known/x>; rel=prefetch',
        ),
      },
      'none for agents',
    ],
    ['absent', 'a feed only', { root: rootWithLinks('</feed>; rel=alternate; type="application/rss+xml"') }],
    ['absent', 'no Link header', { root: rootWithLinks('') }, 'no Link header'],
    ['antecedent-unmet', 'the root does not answer', { root: missing('/') }],
  ]),

  'root-link-rel': cases({ rootDeadLinks: [] }, [
    ['pass', 'an API description', { rootHtml: head('<link rel="service-desc" href="/openapi.json">') }],
    ['pass', 'a Markdown form', { rootHtml: head('<link rel=alternate type=text/markdown href="/index">') }],
    [
      'noncompliant',
      'a Markdown form that is not there',
      {
        rootDeadLinks: [dead('/index.md')],
        rootHtml: head('<link rel=alternate type=text/markdown href="/index.md">'),
      },
      'https://site.example/index.md -> 404',
    ],
    [
      'pass',
      'a Markdown form, and an API description that is not there',
      {
        rootDeadLinks: [dead('/openapi.json')],
        rootHtml: head(
          '<link rel="service-desc" href="/openapi.json"><link rel="alternate" href="/index.md">',
        ),
      },
      'alternate: https://site.example/index.md',
    ],
    ['pass', 'a form known by its name', { rootHtml: head('<link rel="alternate" href="/index.md">') }],
    [
      'absent',
      'translations and feeds only',
      {
        rootHtml: head(
          '<link rel=alternate hreflang=de href="/de"><link rel=alternate type="application/rss+xml" href="/rss.xml"><link rel=alternate type="application/feed+json" href="/feed.json">',
        ),
      },
    ],
    [
      'absent',
      'an embed description only',
      { rootHtml: head('<link rel="alternate" type="application/json+oembed" href="/oembed.json?url=x">') },
    ],
    [
      'absent',
      'the link is commented out',
      { rootHtml: head('<!-- <link rel="service-desc" href="/openapi.json"> -->') },
    ],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: missing('/') }],
  ]),

  'agent-friendly-404': cases({ root: HOME }, [
    ['pass', '404', { notFound: unknown(404) }],
    ['pass', '410', { notFound: unknown(410) }],
    ['broken', '200', { notFound: unknown(200) }],
    [
      'broken',
      'a redirect to the home page',
      { notFound: answered({ hops: [{ url: `https://site.example${UNKNOWN_PATH}`, status: 302 }] }) },
      `${UNKNOWN_PATH} -> 302 -> https://site.example/ -> 200`,
    ],
    ['broken', 'a server error', { notFound: unknown(500) }],
    ['absent', 'another refusal', { notFound: unknown(403) }],
    ['antecedent-unmet', 'the root does not answer', { root: missing('/'), notFound: unknown(404) }],
    ['error', 'blocked', { notFound: refused('Cloudflare header cf-mitigated', { path: UNKNOWN_PATH }) }],
  ]),

  'agent-friendly-404-md': cases({ notFoundDeadLinks: [], notFound: unknown(404) }, [
    [
      'pass',
      'Markdown with a link',
      { notFoundMarkdown: markdown('# Not found\n\nSee [the index](/llms.txt).') },
      '/llms.txt',
    ],
    [
      'pass',
      'plain text with a path',
      { notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /sitemap.xml.') },
    ],
    [
      'noncompliant',
      'Markdown with links to nothing',
      {
        notFoundDeadLinks: [dead('/llms.txt'), dead('/sitemap.xml')],
        notFoundMarkdown: markdown('[Index](/llms.txt), [pages](/sitemap.xml)'),
      },
      '/llms.txt -> 404; https://site.example/sitemap.xml -> 404)',
    ],
    [
      'pass',
      'plain text with two paths, of which one is nothing',
      {
        notFoundDeadLinks: [dead('/llms.txt')],
        notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /llms.txt or /sitemap.xml.'),
      },
      'links to https://site.example/sitemap.xml',
    ],
    [
      'noncompliant',
      'Markdown without a link',
      { notFoundMarkdown: markdown(`# Not found\n\nThere is no ${UNKNOWN_PATH} here.`) },
    ],
    [
      'absent',
      'plain text without a link',
      { notFoundMarkdown: unknown(404, 'text/plain', '404 page not found') },
    ],
    [
      'pass',
      'Markdown with a link to the documentation of the site',
      { notFoundMarkdown: markdown('See [the docs](https://docs.site.example/start).') },
    ],
    [
      'pass',
      'Markdown with a link to a guide elsewhere on the site',
      { notFoundMarkdown: markdown('See [it](https://www.site.example/llms-full.txt).') },
    ],
    [
      'noncompliant',
      'Markdown with a link to something else of the site',
      { notFoundMarkdown: markdown('Buy [it](https://shop.site.example/mydocs).') },
    ],
    [
      'noncompliant',
      'Markdown with a link to the documentation of another site',
      { notFoundMarkdown: markdown('See [it](https://docs.other.example/docs).') },
    ],
    ['absent', 'HTML', { notFoundMarkdown: unknown(404) }],
    [
      'absent',
      'HTML that is called Markdown',
      { notFoundMarkdown: markdown('<!doctype html><a href="/">Home</a>') },
    ],
    ['absent', 'JSON', { notFoundMarkdown: unknown(404, 'application/json', '{"docs":"/docs"}') }],
    [
      'broken',
      '200 for who asks for Markdown',
      { notFoundMarkdown: unknown(200, 'text/markdown', '# Home') },
    ],
    ['broken', 'a server error for who asks for Markdown', { notFoundMarkdown: unknown(500) }],
    [
      'antecedent-unmet',
      'unknown paths are not 404',
      { notFound: unknown(200), notFoundMarkdown: unknown(200) },
    ],
    ['error', 'no answer', { notFoundMarkdown: timedOutReply(UNKNOWN_PATH) }],
  ]),

  'dns-aid': cases('dnsAid', [
    [
      'pass',
      'a record',
      { state: 'found', evidence: says('_mcp._agents.site.example SVCB -> NOERROR (1 record)') },
    ],
    [
      'optional-absent',
      'no record',
      { state: 'absent', evidence: says('_mcp._agents.site.example SVCB -> NXDOMAIN') },
    ],
    [
      'optional-absent',
      'the answer that a wildcard gives to every name',
      {
        state: 'absent',
        evidence: says(
          '_agents.site.example TXT -> NOERROR (1 record); _anc-no-such._agents.site.example TXT -> NOERROR (1 record), identical: a wildcard',
        ),
      },
      'a wildcard',
    ],
    [
      'antecedent-unmet',
      'the host is an address',
      { state: 'inapplicable', evidence: says('192.0.2.1 is an IP address, not a host name') },
    ],
  ]),
} satisfies Examples;
