/** What the HTML of the root page holds for a reader that runs no scripts. */
import { withoutTrailing } from '../parse/trailing.ts';
import { webUrl } from '../parse/url.ts';
import { absent, check, noncompliant, pass, whereFound, withDetail } from './check.ts';
import { htmlPage, missing } from './examples.ts';

const CATEGORY = 'content-for-agents';
/** A page that can be read without scripts has this many characters of visible text or more. */
const MIN_TEXT = 200;

const CONTENT_LANDMARK = /^(role=)?(main|article)$/;

const NOT_HTML_EXAMPLE = {
  title: 'the root is not HTML',
  given: { rootHtml: missing('/') },
  expect: 'n_a',
  reason: 'antecedent-unmet',
} as const;

export const htmlContentChecks = [
  check({
    id: 'content-without-js',
    category: CATEGORY,
    keyword: 'should',
    principle: 'P2',
    label: 'The home page can be read without JavaScript',
    goal: 'An agent that fetches the page, and runs no scripts, still gets its heading and its text.',
    fix: 'Render the home page on the server or at build time, so that its HTML holds an `<h1>` with text and the text that visitors read.',
    resources: [
      {
        label: 'web.dev: Rendering on the Web',
        url: 'https://web.dev/articles/rendering-on-the-web',
      },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { h1, textLength }, evidence }) => {
        const detail = `${h1.length === 0 ? 'no h1 with text' : 'an h1'}, ${textLength} characters of visible text`;
        const met = [h1.length > 0, textLength >= MIN_TEXT].filter(Boolean).length;
        if (met === 2) return pass(withDetail(evidence, detail));
        const short = withDetail(evidence, `${detail}; both an h1 and ${MIN_TEXT} characters are needed`);
        return met === 1 ? noncompliant(short) : absent(short);
      }),
    examples: [
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
  }),

  check({
    id: 'semantic-html',
    category: CATEGORY,
    keyword: 'may',
    principle: 'P3',
    label: 'The home page uses landmarks',
    goal: 'An agent tells the content of a page from its navigation, and reads the content only.',
    fix: 'Put the content of the page into `<main>` or `<article>`, and what surrounds it into `<header>`, `<nav>`, `<aside>` and `<footer>`.',
    resources: [
      { label: 'HTML: sections', url: 'https://html.spec.whatwg.org/multipage/sections.html' },
      { label: 'ARIA: landmark regions', url: 'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/' },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { landmarks }, evidence }) => {
        const content = landmarks.filter((name) => CONTENT_LANDMARK.test(name));
        const detail = landmarks.length === 0 ? 'no landmarks' : `landmarks: ${landmarks.join(', ')}`;
        return content.length > 0 && landmarks.length > content.length
          ? pass(withDetail(evidence, detail))
          : absent(
              withDetail(
                evidence,
                `${detail}; main or article and one of header, nav, footer, aside, section are needed`,
              ),
            );
      }),
    examples: [
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
  }),

  check({
    id: 'noscript-fallback',
    category: CATEGORY,
    keyword: 'should',
    principle: 'P1',
    label: 'A noscript block lists the machine entry points',
    goal: 'An agent without JavaScript is told where the machine-readable forms of the site are.',
    fix: 'Add a `<noscript>` to the body of the home page with links to what the site has for machines: /llms.txt, its OpenAPI description, its sitemap, its MCP endpoint.',
    resources: [
      {
        label: 'HTML: the noscript element',
        url: 'https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element',
      },
    ],
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { noscripts }, evidence }) => {
        const target = noscripts.flat().find(isMachineSurface);
        if (target !== undefined) return pass(withDetail(evidence, `a noscript links ${target}`));
        const detail =
          noscripts.length === 0
            ? 'no noscript'
            : `${noscripts.length} noscript, none with a link to a machine surface`;
        return absent(withDetail(evidence, detail));
      }),
    examples: [
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
  }),
];

/** Whether a URL has the form of something made for machines: told by its path, as the MCP endpoint is too. */
function isMachineSurface(target: string): boolean {
  const url = webUrl(target);
  if (url === undefined) return false;
  const path = withoutTrailing(url.pathname.toLowerCase(), '/');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    path.includes('/.well-known/') ||
    /\.(md|markdown|json|jsonld)$/.test(name) ||
    /^(llms(-[\w-]+)?\.txt|mcp|(openapi|swagger)([.-][\w.-]*)?|sitemap[\w.-]*(\.xml(\.gz)?)?)$/.test(name)
  );
}
