import { dead, htmlPage, missing } from './answers.ts';
import { cases, type Examples } from './example.ts';

const NOT_HTML = missing('/');

function describedAs(description: string) {
  return htmlPage(
    `<title>The site of all things, in one place</title><meta name="description" content="${description}">`,
  );
}

function jsonLd(...scripts: string[]) {
  return htmlPage(scripts.map((text) => `<script type="application/ld+json">${text}</script>`).join(''));
}

const noscript = (content: string) => htmlPage(`<body><noscript>${content}</noscript>`);

const WORDS = 'word '.repeat(60);

export const htmlExamples = {
  'root-meta-description': cases('rootHtml', [
    ['pass', 'a sentence', describedAs('Everything about things, for people who make them.')],
    ['absent', 'none', htmlPage('<title>Site</title>')],
    ['absent', 'commented out', htmlPage('<!-- <meta name="description" content="x"> -->')],
    ['noncompliant', 'too short', describedAs('About things')],
    ['noncompliant', 'empty', describedAs(' '), 'the description is empty'],
    [
      'pass',
      'an empty one before one that is not',
      htmlPage(
        '<meta name="description" content><meta name="description" content="Everything about things, for people.">',
      ),
    ],
    [
      'noncompliant',
      'repeats the title',
      describedAs('  The site of all things,  in one PLACE'),
      'repeats the title',
    ],
    ['antecedent-unmet', 'the root is not HTML', NOT_HTML],
  ]),

  'schema-org-jsonld': cases('rootHtml', [
    ['pass', 'schema.org', jsonLd('{"@context":"https://schema.org","@type":"WebSite"}')],
    ['optional-absent', 'another vocabulary', jsonLd('{"@context":"https://www.w3.org/ns/activitystreams"}')],
    ['broken', 'not JSON', jsonLd("{'@context': 'https://schema.org'}")],
    [
      'pass',
      'a good one next to one that is not JSON',
      jsonLd('{', '{"@context":["http://schema.org/"]}'),
      '1 of 2 scripts cannot be parsed',
    ],
    ['optional-absent', 'none', htmlPage('<h1>Home</h1>')],
    ['antecedent-unmet', 'the root is not HTML', NOT_HTML],
  ]),

  'content-without-js': cases('rootHtml', [
    ['pass', 'heading and text', htmlPage(`<h1>Home</h1>${WORDS}`)],
    ['absent', 'an empty shell', htmlPage('<div id="root"></div><script src="/app.js"></script>')],
    ['noncompliant', 'text without a heading', htmlPage(`<p>${WORDS}`), 'no h1'],
    ['noncompliant', 'a heading and little text', htmlPage('<h1>Home</h1>Loading…')],
    [
      'pass',
      'HTML in a drawing',
      htmlPage(`<svg><foreignObject><div><h1>Home</h1><p>${WORDS}</div></foreignObject></svg>`),
    ],
    [
      'noncompliant',
      'the text of a drawing itself',
      htmlPage(`<h1>Home</h1><svg><text>${WORDS}</text></svg>`),
    ],
    ['absent', 'text in noscript only', htmlPage(`<body><noscript><h1>Home</h1>${WORDS}</noscript>`)],
    ['antecedent-unmet', 'the root is not HTML', NOT_HTML],
  ]),

  'semantic-html': cases('rootHtml', [
    ['pass', 'main and nav', htmlPage('<nav>x</nav><main>y</main>')],
    ['pass', 'roles', htmlPage('<div role="banner">x</div><div role="main">y</div>')],
    ['optional-absent', 'main alone', htmlPage('<main>y</main>')],
    ['optional-absent', 'generic elements', htmlPage('<div>y</div>')],
    ['antecedent-unmet', 'the root is not HTML', NOT_HTML],
  ]),

  'noscript-fallback': cases({ rootDeadLinks: [] }, [
    ['pass', 'links llms.txt', { rootHtml: noscript('<a href="/llms.txt">For agents</a>') }],
    [
      'noncompliant',
      'links an llms.txt that is not there',
      { rootDeadLinks: [dead('/llms.txt')], rootHtml: noscript('<a href="/llms.txt">For agents</a>') },
      'links only to missing resources: https://site.example/llms.txt -> 404)',
    ],
    [
      'pass',
      'links the MCP endpoint',
      { rootHtml: noscript('<a href="https://mcp.site.example/mcp">MCP</a>') },
    ],
    [
      'absent',
      'a pixel of an analytics service',
      { rootHtml: noscript('<img src="https://stats.example/p.gif">') },
    ],
    [
      'absent',
      'a request to turn JavaScript on',
      { rootHtml: noscript('Please <a href="https://enable-javascript.com/">enable</a>') },
    ],
    ['absent', 'none', { rootHtml: htmlPage('<h1>Home</h1>') }],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: NOT_HTML }],
  ]),
} satisfies Examples;
