/** Do the headers and the head of the home page lead to what the site has for machines? */

import type { Found } from '../evidence/surface.ts';
import type { HtmlLink } from '../parse/html.ts';
import { type Link, parseLinkHeader } from '../parse/link-header.ts';
import { isFeedType, isMachineType, parseMediaType } from '../parse/media-type.ts';
import { plain } from '../parse/text.ts';
import type { RootPage } from '../probes/root.ts';
import { absent, check, notApplicable, pass, type Verdict, withDetail } from './check.ts';
import { found, htmlPage, missing } from './examples.ts';

const rootWithLinks = (field: string) =>
  found<RootPage>({ html: undefined, links: parseLinkHeader(field, 'https://site.example/') });
const head = (markup: string) => htmlPage(`<!doctype html><head>${markup}</head><h1>Home</h1>`);

const RFC_8288 = { label: 'RFC 8288: Web Linking', url: 'https://www.rfc-editor.org/rfc/rfc8288.html' };
const RFC_8631 = {
  label: 'RFC 8631: link relations for web services',
  url: 'https://www.rfc-editor.org/rfc/rfc8631.html',
};

export const linkChecks = [
  check({
    id: 'link-headers',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P3',
    label: 'Link headers point at agent resources',
    goal: 'An agent finds the machine-readable resources from the headers of the home page, before it reads any HTML.',
    fix: 'Send `Link` headers with the home page, for example `Link: </llms.txt>; rel="describedby"; type="text/plain"` or `Link: </openapi.json>; rel="service-desc"`. Links for browsers (`preload`, `preconnect`, `canonical`) do not count.',
    resources: [RFC_8288, RFC_8631],
    needs: ['root'],
    evaluate: ({ root }) => (root.state === 'found' ? linksForAgents(root) : notApplicable(root.evidence)),
    examples: [
      {
        title: 'an API description among links for browsers',
        given: {
          root: rootWithLinks('</a.css>; rel=preload; as=style, </openapi.json>; rel="service-desc"'),
        },
        expect: 'pass',
        evidence: 'service-desc',
      },
      {
        title: 'a Markdown form of the page',
        given: { root: rootWithLinks('</index.md>; rel=alternate; type="text/markdown; charset=utf-8"') },
        expect: 'pass',
      },
      {
        title: 'llms.txt under a relation of its own',
        given: { root: rootWithLinks('</llms.txt>; rel="llms-txt"') },
        expect: 'pass',
      },
      {
        title: 'links for browsers and translations only',
        given: {
          root: rootWithLinks(
            '</a.css>; rel=preload, </>; rel=canonical, </de>; rel=alternate; hreflang=de, </.well-known/x>; rel=prefetch',
          ),
        },
        expect: 'absent',
        evidence: 'none for agents',
      },
      {
        title: 'a feed only',
        given: { root: rootWithLinks('</feed>; rel=alternate; type="application/rss+xml"') },
        expect: 'absent',
      },
      {
        title: 'no Link header',
        given: { root: rootWithLinks('') },
        expect: 'absent',
        evidence: 'no Link header',
      },
      {
        title: 'the root does not answer',
        given: { root: missing('/') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
  check({
    id: 'root-link-rel',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P3',
    label: 'The home page links its machine-readable forms',
    goal: 'An agent that reads the HTML of the home page finds the API description and the forms made for programs.',
    fix: 'Add to the head of the home page what the site has: `<link rel="service-desc" href="/openapi.json">`, `<link rel="service-doc" href="/docs">` or `<link rel="alternate" type="text/markdown" href="/index.md">`. Translations (`hreflang`) and feeds alone do not count.',
    resources: [
      RFC_8631,
      {
        label: 'HTML: the link type "alternate"',
        url: 'https://html.spec.whatwg.org/multipage/links.html#rel-alternate',
      },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) => {
      if (rootHtml.state !== 'found') return notApplicable(rootHtml.evidence);
      const { links } = rootHtml.value;
      const hit = links.find(isMachineLink);
      if (hit !== undefined)
        return pass(withDetail(rootHtml.evidence, describeLink(hit.rel.join(' '), hit.href)));
      return absent(withDetail(rootHtml.evidence, 'no link element points at a machine surface'));
    },
    examples: [
      {
        title: 'an API description',
        given: { rootHtml: head('<link rel="service-desc" href="/openapi.json">') },
        expect: 'pass',
      },
      {
        title: 'a Markdown form',
        given: { rootHtml: head('<link rel=alternate type=text/markdown href="/index">') },
        expect: 'pass',
      },
      {
        title: 'a form known by its name',
        given: { rootHtml: head('<link rel="alternate" href="/index.md">') },
        expect: 'pass',
      },
      {
        title: 'translations and feeds only',
        given: {
          rootHtml: head(
            '<link rel=alternate hreflang=de href="/de"><link rel=alternate type="application/rss+xml" href="/rss.xml"><link rel=alternate type="application/feed+json" href="/feed.json">',
          ),
        },
        expect: 'absent',
      },
      {
        title: 'an embed description only',
        given: {
          rootHtml: head('<link rel="alternate" type="application/json+oembed" href="/oembed.json?url=x">'),
        },
        expect: 'absent',
      },
      {
        title: 'the link is commented out',
        given: { rootHtml: head('<!-- <link rel="service-desc" href="/openapi.json"> -->') },
        expect: 'absent',
      },
      {
        title: 'the root is not HTML',
        given: { rootHtml: missing('/') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
/** Relations that announce something to agents, whatever the target. */
const AGENT_RELS = new Set(['service-desc', 'service-doc', 'service-meta', 'api-catalog', 'describedby']);
/** Relations for browsers and search engines, which count for nothing, whatever the target. */
const BROWSER_RELS = new Set([
  'preload',
  'modulepreload',
  'prefetch',
  'prerender',
  'preconnect',
  'dns-prefetch',
  'canonical',
  'shortlink',
  'stylesheet',
  'icon',
  'manifest',
]);
const AGENT_TARGET = /^\/\.well-known\/.|\/llms(-full)?\.txt$/;

function linksForAgents({ value, evidence }: Found<RootPage>): Verdict {
  const hit = value.links.find(isAgentLink);
  if (hit !== undefined) return pass(withDetail(evidence, describeLink(hit.rel, hit.href)));
  const { length } = value.links;
  return absent(
    withDetail(
      evidence,
      length === 0
        ? 'no Link header'
        : `${length === 1 ? '1 link' : `${length} links`} in headers, none for agents`,
    ),
  );
}

function isAgentLink({ rel, href, type }: Link): boolean {
  if (BROWSER_RELS.has(rel)) return false;
  if (AGENT_RELS.has(rel) || AGENT_TARGET.test(new URL(href).pathname)) return true;
  return rel === 'alternate' && isMachineType(parseMediaType(type));
}

/** The type decides; where it is none of a machine, nor of a feed or an embed, the name of the target does. */
function isMachineLink({ rel, href, type }: HtmlLink): boolean {
  if (rel.includes('service-desc') || rel.includes('service-doc')) return true;
  if (!rel.includes('alternate') || rel.includes('stylesheet')) return false;
  const mediaType = parseMediaType(type);
  if (isMachineType(mediaType)) return true;
  if (isFeedType(mediaType) || mediaType?.suffix === 'oembed') return false;
  return /\.(md|json|txt)$/i.test(new URL(href).pathname);
}

function describeLink(rel: string, href: string): string {
  return `${plain(rel, 60)}: ${plain(href, 200)}`;
}
