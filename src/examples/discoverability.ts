/** Examples of the checks in ../checks/discoverability.ts. */

import { says } from '../evidence/facts.ts';
import type { RootPage } from '../evidence/root.ts';
import { parseLinkHeader } from '../parse/link-header.ts';
import { parseRobots } from '../parse/robots.ts';
import { UNKNOWN_PATH } from '../probes/root.ts';
import { answered, dead, faulty, found, htmlPage, missing, refused, timedOutReply } from './answers.ts';
import type { Examples } from './example.ts';

const rootWithLinks = (field: string) =>
  found<RootPage>({ html: undefined, links: parseLinkHeader(field, 'https://site.example/') });

const head = (markup: string) => htmlPage(`<!doctype html><head>${markup}</head><h1>Home</h1>`);

const SITEMAP = 'User-agent: *\nAllow: /\nSitemap: https://www.site.example/sitemap.xml';

const HOME = found<RootPage>({ html: undefined, links: [] });

const NO_ROOT = missing('/');

const unknown = (status: number, type = 'text/html', text = '<!doctype html><h1>Not found</h1>') =>
  answered({ path: UNKNOWN_PATH, status, type, text });

export const discoverabilityExamples = {
  robots: [
    {
      title: 'served as text',
      given: { robots: found(parseRobots('User-agent: *\nAllow: /'), { path: '/robots.txt' }) },
      expect: 'pass',
    },
    { title: 'not there', given: { robots: missing('/robots.txt') }, expect: 'absent' },
    {
      title: "a Sitemap line that is still the example's, beside one that is not",
      given: { robots: found(parseRobots(`${SITEMAP}\nSitemap: https://example.com/sitemap.xml`)) },
      expect: 'noncompliant',
      evidence: "Sitemap https://example.com/sitemap.xml is still the example's address",
    },
    {
      title: "a Sitemap line of the site's own, and one of another host of others",
      given: { robots: found(parseRobots(`${SITEMAP}\nSitemap: https://cdn.test/sitemap.xml`)) },
      expect: 'pass',
    },
    { title: 'an HTML page', given: { robots: faulty('/robots.txt', 'an HTML page') }, expect: 'broken' },
  ],

  sitemap: [
    {
      title: 'a urlset',
      given: {
        sitemap: found(
          { kind: 'urlset', locations: ['https://site.example/a'], more: false },
          { path: '/sitemap.xml', type: 'application/xml' },
        ),
      },
      expect: 'pass',
      evidence: 'urlset of 1)',
    },
    {
      title: 'a feed that robots.txt names, longer than what is read of it',
      given: {
        sitemap: found(
          { kind: 'RSS feed', locations: ['https://site.example/a'], more: true },
          { path: '/feed.xml', type: 'application/rss+xml' },
        ),
      },
      expect: 'pass',
      evidence: 'RSS feed of 1 or more',
    },
    {
      title: 'nowhere',
      given: { sitemap: missing('/sitemap.xml') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'XML of another kind',
      given: { sitemap: faulty('/sitemap.xml', 'XML, but its root is <books>') },
      expect: 'broken',
    },
    {
      title: 'not well-formed',
      given: { sitemap: faulty('/sitemap.xml', 'not well-formed XML: line 3, a bare “&”') },
      expect: 'broken',
    },
  ],

  'link-headers': [
    {
      title: 'an API description among links for browsers',
      given: {
        rootDeadLinks: [],
        root: rootWithLinks('</a.css>; rel=preload; as=style, </openapi.json>; rel="service-desc"'),
      },
      expect: 'pass',
      evidence: 'service-desc',
    },
    {
      title: 'a Markdown form of the page',
      given: {
        rootDeadLinks: [],
        root: rootWithLinks('</index.md>; rel=alternate; type="text/markdown; charset=utf-8"'),
      },
      expect: 'pass',
    },
    {
      title: 'llms.txt under a relation of its own',
      given: { rootDeadLinks: [], root: rootWithLinks('</llms.txt>; rel="llms-txt"') },
      expect: 'pass',
    },
    {
      title: 'an API description that is not there, and llms.txt',
      given: {
        rootDeadLinks: [dead('/openapi.json')],
        root: rootWithLinks('</openapi.json>; rel="service-desc", </llms.txt>; rel="describedby"'),
      },
      expect: 'pass',
      evidence: 'describedby: https://site.example/llms.txt',
    },
    {
      title: 'an API description that is not there',
      given: {
        rootDeadLinks: [dead('/openapi.json'), dead('/index.md')],
        root: rootWithLinks('</openapi.json>; rel="service-desc"'),
      },
      expect: 'noncompliant',
      evidence: 'leads only to what is not there: https://site.example/openapi.json -> 404)',
    },
    {
      title: 'links for browsers and translations only',
      given: {
        rootDeadLinks: [],
        root: rootWithLinks(
          '</a.css>; rel=preload, </>; rel=canonical, </de>; rel=alternate; hreflang=de, </.well-known/x>; rel=prefetch',
        ),
      },
      expect: 'absent',
      evidence: 'none for agents',
    },
    {
      title: 'a feed only',
      given: { rootDeadLinks: [], root: rootWithLinks('</feed>; rel=alternate; type="application/rss+xml"') },
      expect: 'absent',
    },
    {
      title: 'no Link header',
      given: { rootDeadLinks: [], root: rootWithLinks('') },
      expect: 'absent',
      evidence: 'no Link header',
    },
    {
      title: 'the root does not answer',
      given: { rootDeadLinks: [], root: missing('/') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'root-link-rel': [
    {
      title: 'an API description',
      given: { rootDeadLinks: [], rootHtml: head('<link rel="service-desc" href="/openapi.json">') },
      expect: 'pass',
    },
    {
      title: 'a Markdown form',
      given: { rootDeadLinks: [], rootHtml: head('<link rel=alternate type=text/markdown href="/index">') },
      expect: 'pass',
    },
    {
      title: 'a Markdown form that is not there',
      given: {
        rootDeadLinks: [dead('/index.md')],
        rootHtml: head('<link rel=alternate type=text/markdown href="/index.md">'),
      },
      expect: 'noncompliant',
      evidence: 'https://site.example/index.md -> 404',
    },
    {
      title: 'a Markdown form, and an API description that is not there',
      given: {
        rootDeadLinks: [dead('/openapi.json')],
        rootHtml: head(
          '<link rel="service-desc" href="/openapi.json"><link rel="alternate" href="/index.md">',
        ),
      },
      expect: 'pass',
      evidence: 'alternate: https://site.example/index.md',
    },
    {
      title: 'a form known by its name',
      given: { rootDeadLinks: [], rootHtml: head('<link rel="alternate" href="/index.md">') },
      expect: 'pass',
    },
    {
      title: 'translations and feeds only',
      given: {
        rootDeadLinks: [],
        rootHtml: head(
          '<link rel=alternate hreflang=de href="/de"><link rel=alternate type="application/rss+xml" href="/rss.xml"><link rel=alternate type="application/feed+json" href="/feed.json">',
        ),
      },
      expect: 'absent',
    },
    {
      title: 'an embed description only',
      given: {
        rootDeadLinks: [],
        rootHtml: head('<link rel="alternate" type="application/json+oembed" href="/oembed.json?url=x">'),
      },
      expect: 'absent',
    },
    {
      title: 'the link is commented out',
      given: { rootDeadLinks: [], rootHtml: head('<!-- <link rel="service-desc" href="/openapi.json"> -->') },
      expect: 'absent',
    },
    {
      title: 'the root is not HTML',
      given: { rootDeadLinks: [], rootHtml: missing('/') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'agent-friendly-404': [
    { title: '404', given: { root: HOME, notFound: unknown(404) }, expect: 'pass' },
    { title: '410', given: { root: HOME, notFound: unknown(410) }, expect: 'pass' },
    { title: '200', given: { root: HOME, notFound: unknown(200) }, expect: 'broken' },
    {
      title: 'a redirect to the home page',
      given: {
        root: HOME,
        notFound: answered({ hops: [{ url: `https://site.example${UNKNOWN_PATH}`, status: 302 }] }),
      },
      expect: 'broken',
      evidence: `${UNKNOWN_PATH} -> 302 -> https://site.example/ -> 200`,
    },
    { title: 'a server error', given: { root: HOME, notFound: unknown(500) }, expect: 'broken' },
    { title: 'another refusal', given: { root: HOME, notFound: unknown(403) }, expect: 'absent' },
    {
      title: 'the root does not answer',
      given: { root: NO_ROOT, notFound: unknown(404) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'blocked',
      given: { root: HOME, notFound: refused('Cloudflare header cf-mitigated', { path: UNKNOWN_PATH }) },
      expect: 'error',
    },
  ],

  'agent-friendly-404-md': [
    {
      title: 'Markdown with a link',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', '# Not found\n\nSee [the index](/llms.txt).'),
      },
      expect: 'pass',
      evidence: '/llms.txt',
    },
    {
      title: 'plain text with a path',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /sitemap.xml.'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown with links to nothing',
      given: {
        notFoundDeadLinks: [dead('/llms.txt'), dead('/sitemap.xml')],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', '[Index](/llms.txt), [pages](/sitemap.xml)'),
      },
      expect: 'noncompliant',
      evidence: '/llms.txt -> 404; https://site.example/sitemap.xml -> 404)',
    },
    {
      title: 'plain text with two paths, of which one is nothing',
      given: {
        notFoundDeadLinks: [dead('/llms.txt')],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /llms.txt or /sitemap.xml.'),
      },
      expect: 'pass',
      evidence: 'leads on to https://site.example/sitemap.xml',
    },
    {
      title: 'Markdown without a link',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', `# Not found\n\nThere is no ${UNKNOWN_PATH} here.`),
      },
      expect: 'noncompliant',
    },
    {
      title: 'plain text without a link',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/plain', '404 page not found'),
      },
      expect: 'absent',
    },
    {
      title: 'Markdown with a link to the documentation of the site',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [the docs](https://docs.site.example/start).'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown with a link to a guide elsewhere on the site',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [it](https://www.site.example/llms-full.txt).'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown with a link to something else of the site',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'Buy [it](https://shop.site.example/mydocs).'),
      },
      expect: 'noncompliant',
    },
    {
      title: 'Markdown with a link to the documentation of another site',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [it](https://docs.other.example/docs).'),
      },
      expect: 'noncompliant',
    },
    {
      title: 'HTML',
      given: { notFoundDeadLinks: [], notFound: unknown(404), notFoundMarkdown: unknown(404) },
      expect: 'absent',
    },
    {
      title: 'HTML that is called Markdown',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', '<!doctype html><a href="/">Home</a>'),
      },
      expect: 'absent',
    },
    {
      title: 'JSON',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'application/json', '{"docs":"/docs"}'),
      },
      expect: 'absent',
    },
    {
      title: '200 for who asks for Markdown',
      given: {
        notFoundDeadLinks: [],
        notFound: unknown(404),
        notFoundMarkdown: unknown(200, 'text/markdown', '# Home'),
      },
      expect: 'broken',
    },
    {
      title: 'a server error for who asks for Markdown',
      given: { notFoundDeadLinks: [], notFound: unknown(404), notFoundMarkdown: unknown(500) },
      expect: 'broken',
    },
    {
      title: 'unknown paths are not 404',
      given: { notFoundDeadLinks: [], notFound: unknown(200), notFoundMarkdown: unknown(200) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no answer',
      given: { notFoundDeadLinks: [], notFound: unknown(404), notFoundMarkdown: timedOutReply(UNKNOWN_PATH) },
      expect: 'error',
    },
  ],

  'dns-aid': [
    {
      title: 'a record',
      given: {
        dnsAid: { state: 'found', evidence: says('_mcp._agents.site.example SVCB -> NOERROR (1 record)') },
      },
      expect: 'pass',
    },
    {
      title: 'no record',
      given: { dnsAid: { state: 'absent', evidence: says('_mcp._agents.site.example SVCB -> NXDOMAIN') } },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'the answer that a wildcard gives to every name',
      given: {
        dnsAid: {
          state: 'absent',
          evidence: says(
            '_agents.site.example TXT -> NOERROR (1 record); _anc-no-such._agents.site.example TXT -> NOERROR (1 record), the same: a wildcard',
          ),
        },
      },
      expect: 'n_a',
      reason: 'optional-absent',
      evidence: 'a wildcard',
    },
    {
      title: 'the host is an address',
      given: { dnsAid: { state: 'inapplicable', evidence: says('192.0.2.1 is an address, not a name') } },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
