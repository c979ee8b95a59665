/** Examples of the checks in ../html-content.ts. */
import { htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

const NOT_HTML_EXAMPLE = {
  title: 'the root is not HTML',
  given: { rootHtml: missing('/') },
  expect: 'n_a',
  reason: 'antecedent-unmet',
} as const;

export const htmlContentExamples = {
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
      given: { rootHtml: htmlPage('<body><noscript><a href="/llms.txt">For agents</a></noscript>') },
      expect: 'pass',
    },
    {
      title: 'links the MCP endpoint',
      given: {
        rootHtml: htmlPage('<body><noscript><a href="https://mcp.site.example/mcp">MCP</a></noscript>'),
      },
      expect: 'pass',
    },
    {
      title: 'a pixel of an analytics service',
      given: { rootHtml: htmlPage('<body><noscript><img src="https://stats.example/p.gif"></noscript>') },
      expect: 'absent',
    },
    {
      title: 'a request to turn JavaScript on',
      given: {
        rootHtml: htmlPage(
          '<body><noscript>Please <a href="https://enable-javascript.com/">enable</a></noscript>',
        ),
      },
      expect: 'absent',
    },
    { title: 'none', given: { rootHtml: htmlPage('<h1>Home</h1>') }, expect: 'absent' },
    NOT_HTML_EXAMPLE,
  ],
} satisfies Examples;
