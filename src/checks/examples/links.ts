/** Examples of the checks in ../links.ts. */

import type { RootPage } from '../../evidence/root.ts';
import { parseLinkHeader } from '../../parse/link-header.ts';
import { found, htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

const rootWithLinks = (field: string) =>
  found<RootPage>({ html: undefined, links: parseLinkHeader(field, 'https://site.example/') });

const head = (markup: string) => htmlPage(`<!doctype html><head>${markup}</head><h1>Home</h1>`);

export const linksExamples = {
  'link-headers': [
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

  'root-link-rel': [
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
} satisfies Examples;
