/** Examples of the checks in ../checks/html.ts. */

import { dead, htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

const NOT_HTML = missing('/');

const NOT_HTML_EXAMPLE = {
  title: 'the root is not HTML',
  given: { rootHtml: NOT_HTML },
  expect: 'n_a',
  reason: 'antecedent-unmet',
} as const;

function describedAs(description: string) {
  return htmlPage(
    `<title>The site of all things, in one place</title><meta name="description" content="${description}">`,
  );
}

function jsonLd(...scripts: string[]) {
  return htmlPage(scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join(''));
}

export const htmlExamples = {
  'root-meta-description': [
    {
      title: 'a sentence',
      given: { rootHtml: describedAs('Everything about things, for people who make them.') },
      expect: 'pass',
    },
    { title: 'none', given: { rootHtml: htmlPage('<title>Site</title>') }, expect: 'absent' },
    {
      title: 'commented out',
      given: { rootHtml: htmlPage('<!-- <meta name="description" content="x"> -->') },
      expect: 'absent',
    },
    { title: 'too short', given: { rootHtml: describedAs('About things') }, expect: 'noncompliant' },
    {
      title: 'empty',
      given: { rootHtml: describedAs(' ') },
      expect: 'noncompliant',
      evidence: 'the description is empty',
    },
    {
      title: 'an empty one before one that is not',
      given: {
        rootHtml: htmlPage(
          '<meta name="description" content><meta name="description" content="Everything about things, for people.">',
        ),
      },
      expect: 'pass',
    },
    {
      title: 'the title again',
      given: { rootHtml: describedAs('  The site of all things,  in one PLACE') },
      expect: 'noncompliant',
      evidence: 'the title again',
    },
    NOT_HTML_EXAMPLE,
  ],

  'schema-org-jsonld': [
    {
      title: 'schema.org',
      given: { rootHtml: jsonLd('{"@context":"https://schema.org","@type":"WebSite"}') },
      expect: 'pass',
    },
    {
      title: 'another vocabulary',
      given: { rootHtml: jsonLd('{"@context":"https://www.w3.org/ns/activitystreams"}') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'not JSON',
      given: { rootHtml: jsonLd("{'@context': 'https://schema.org'}") },
      expect: 'broken',
    },
    {
      title: 'a good one beside one that is not JSON',
      given: { rootHtml: jsonLd('{', '{"@context":["http://schema.org/"]}') },
      expect: 'pass',
      evidence: '1 of 2 scripts cannot be parsed',
    },
    {
      title: 'none',
      given: { rootHtml: htmlPage('<h1>Home</h1>') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    NOT_HTML_EXAMPLE,
  ],

  'content-without-js': [
    {
      title: 'heading and text',
      given: { rootHtml: htmlPage(`<h1>Home</h1>${'word '.repeat(60)}`) },
      expect: 'pass',
    },
    {
      title: 'an empty shell',
      given: { rootHtml: htmlPage('<div id="root"></div><script src="/app.js"></script>') },
      expect: 'absent',
    },
    {
      title: 'text without a heading',
      given: { rootHtml: htmlPage(`<p>${'word '.repeat(60)}`) },
      expect: 'noncompliant',
      evidence: 'no h1',
    },
    {
      title: 'a heading and little text',
      given: { rootHtml: htmlPage('<h1>Home</h1>Loading…') },
      expect: 'noncompliant',
    },
    {
      title: 'HTML in a drawing',
      given: {
        rootHtml: htmlPage(
          `<svg><foreignObject><div><h1>Home</h1><p>${'word '.repeat(60)}</div></foreignObject></svg>`,
        ),
      },
      expect: 'pass',
    },
    {
      title: 'the text of a drawing itself',
      given: { rootHtml: htmlPage(`<h1>Home</h1><svg><text>${'word '.repeat(60)}</text></svg>`) },
      expect: 'noncompliant',
    },
    {
      title: 'text in noscript only',
      given: { rootHtml: htmlPage(`<body><noscript><h1>Home</h1>${'word '.repeat(60)}</noscript>`) },
      expect: 'absent',
    },
    NOT_HTML_EXAMPLE,
  ],

  'semantic-html': [
    {
      title: 'main and nav',
      given: { rootHtml: htmlPage('<nav>x</nav><main>y</main>') },
      expect: 'pass',
    },
    {
      title: 'roles',
      given: { rootHtml: htmlPage('<div role="banner">x</div><div role="main">y</div>') },
      expect: 'pass',
    },
    {
      title: 'main alone',
      given: { rootHtml: htmlPage('<main>y</main>') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'generic elements',
      given: { rootHtml: htmlPage('<div>y</div>') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    NOT_HTML_EXAMPLE,
  ],

  'noscript-fallback': [
    {
      title: 'links llms.txt',
      given: {
        rootDeadLinks: [],
        rootHtml: htmlPage('<body><noscript><a href="/llms.txt">For agents</a></noscript>'),
      },
      expect: 'pass',
    },
    {
      title: 'links an llms.txt that is not there',
      given: {
        rootDeadLinks: [dead('/llms.txt')],
        rootHtml: htmlPage('<body><noscript><a href="/llms.txt">For agents</a></noscript>'),
      },
      expect: 'noncompliant',
      evidence: 'leads only to what is not there: https://site.example/llms.txt -> 404)',
    },
    {
      title: 'links the MCP endpoint',
      given: {
        rootDeadLinks: [],
        rootHtml: htmlPage('<body><noscript><a href="https://mcp.site.example/mcp">MCP</a></noscript>'),
      },
      expect: 'pass',
    },
    {
      title: 'a pixel of an analytics service',
      given: {
        rootDeadLinks: [],
        rootHtml: htmlPage('<body><noscript><img src="https://stats.example/p.gif"></noscript>'),
      },
      expect: 'absent',
    },
    {
      title: 'a request to turn JavaScript on',
      given: {
        rootDeadLinks: [],
        rootHtml: htmlPage(
          '<body><noscript>Please <a href="https://enable-javascript.com/">enable</a></noscript>',
        ),
      },
      expect: 'absent',
    },
    { title: 'none', given: { rootDeadLinks: [], rootHtml: htmlPage('<h1>Home</h1>') }, expect: 'absent' },
    { ...NOT_HTML_EXAMPLE, given: { ...NOT_HTML_EXAMPLE.given, rootDeadLinks: [] } },
  ],
} satisfies Examples;
