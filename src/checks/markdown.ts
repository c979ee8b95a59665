/** The Markdown twin of a page: who gets it. */

import type { Found, Surface } from '../evidence/surface.ts';
import type { MarkdownTwin } from '../probes/markdown.ts';
import { check, judge, type Seen, type Verdict, whereFound, withDetail } from './check.ts';
import { type AnswerParts, found, htmlPage, missing } from './examples.ts';

const CONTENT_NEGOTIATION = {
  label: 'RFC 9110, section 12: Content Negotiation',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12',
};
const TEXT_MARKDOWN = {
  label: 'RFC 7763: The text/markdown Media Type',
  url: 'https://www.rfc-editor.org/rfc/rfc7763.html',
};
const VARY = {
  label: 'RFC 9110, section 12.5.5: Vary',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.5',
};
const COMMON = { category: 'content-for-agents', principle: 'P2' } as const;
const PAGE = htmlPage('<h1>Home</h1>');
const NOT_HTML = missing('/');

/** How each variant was asked for. */
export const ASKED = {
  markdownByAccept: 'asked with Accept: text/markdown',
  markdownByPlain: 'asked with Accept: text/plain',
  markdownForCli: 'asked as curl',
  markdownForAgent: 'asked as an AI assistant',
} as const;

/** A twin with this text and this Vary. */
const twin = (text = '# Home', vary = '', parts: AnswerParts = {}): Found<MarkdownTwin> =>
  found({ text, vary: [vary] }, { type: 'text/markdown', text, ...parts });
const HTML_AGAIN = { state: 'absent', evidence: 'https://site.example/ -> 200 (text/html)' } as const;
const HTML_AS_MARKDOWN = {
  state: 'broken',
  evidence: 'https://site.example/ -> 200 (text/markdown, but the body is HTML)',
} as const;
export const markdownChecks = [
  check({
    ...COMMON,
    id: 'accept-markdown',
    keyword: 'should',
    label: 'Accept: text/markdown is answered with Markdown',
    goal: 'An agent reads the text of a page without the markup around it, at a fraction of the tokens.',
    fix: 'Answer a request for a page with `Accept: text/markdown` with the Markdown of that page, `Content-Type: text/markdown; charset=utf-8` and `Vary: Accept, User-Agent`.',
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
    needs: ['rootHtml', 'markdownByAccept'],
    evaluate: ({ rootHtml, markdownByAccept }) =>
      whereFound(rootHtml, () => judgeTwin(markdownByAccept, 'markdownByAccept')),
    examples: [
      { title: 'Markdown', given: { rootHtml: PAGE, markdownByAccept: twin() }, expect: 'pass' },
      {
        title: 'Markdown of another page, where the home page has none',
        given: { rootHtml: PAGE, markdownByAccept: twin('# Guide', '', { path: '/docs/guide' }) },
        expect: 'pass',
        evidence: '/docs/guide -> 200 (asked with Accept: text/markdown)',
      },
      {
        title: 'HTML all the same',
        given: { rootHtml: PAGE, markdownByAccept: HTML_AGAIN },
        expect: 'absent',
      },
      {
        title: 'HTML declared as Markdown',
        given: { rootHtml: PAGE, markdownByAccept: HTML_AS_MARKDOWN },
        expect: 'broken',
      },
      {
        title: 'the root is not HTML',
        given: { rootHtml: NOT_HTML, markdownByAccept: NOT_HTML },
        expect: 'n_a',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'markdown-accept-plain',
    keyword: 'may',
    label: 'Accept: text/plain is answered with Markdown',
    goal: 'An agent that only knows to ask for plain text gets the readable form of a page too.',
    fix: 'Answer a request for a page with `Accept: text/plain` with the same Markdown as for text/markdown, as `text/plain` or `text/markdown`.',
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
    needs: ['rootHtml', 'markdownByPlain'],
    evaluate: ({ rootHtml, markdownByPlain }) =>
      whereFound(rootHtml, () => judgeTwin(markdownByPlain, 'markdownByPlain')),
    examples: [
      {
        title: 'Markdown as plain text',
        given: { rootHtml: PAGE, markdownByPlain: twin('# Home', '', { type: 'text/plain' }) },
        expect: 'pass',
      },
      {
        title: 'HTML all the same',
        given: { rootHtml: PAGE, markdownByPlain: HTML_AGAIN },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'HTML declared as plain text',
        given: { rootHtml: PAGE, markdownByPlain: HTML_AS_MARKDOWN },
        expect: 'broken',
      },
      {
        title: 'the root is not HTML',
        given: { rootHtml: NOT_HTML, markdownByPlain: NOT_HTML },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'markdown-cli-ua',
    keyword: 'may',
    label: 'Command-line clients get Markdown',
    goal: 'An agent that fetches with curl reads text, without having to know about content negotiation.',
    fix: 'Answer clients that accept anything (`Accept: */*`) and whose User-Agent is that of a command-line tool, such as `curl/8`, with the Markdown of the page and `Vary: Accept, User-Agent`.',
    resources: [CONTENT_NEGOTIATION, VARY],
    needs: ['rootHtml', 'markdownForCli'],
    evaluate: ({ rootHtml, markdownForCli }) =>
      whereFound(rootHtml, () => judgeTwin(markdownForCli, 'markdownForCli')),
    examples: [
      { title: 'Markdown', given: { rootHtml: PAGE, markdownForCli: twin() }, expect: 'pass' },
      {
        title: 'HTML as for everyone',
        given: { rootHtml: PAGE, markdownForCli: HTML_AGAIN },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'HTML declared as Markdown',
        given: { rootHtml: PAGE, markdownForCli: HTML_AS_MARKDOWN },
        expect: 'broken',
      },
      {
        title: 'the root is not HTML',
        given: { rootHtml: NOT_HTML, markdownForCli: NOT_HTML },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'markdown-agent-ua',
    keyword: 'may',
    label: 'AI assistants get Markdown',
    goal: 'An assistant that opens a page for its user gets the text, whatever Accept header its fetcher sends.',
    fix: 'Answer the User-Agents of AI assistants that fetch pages for their users (for example ChatGPT-User) with the Markdown of the page and `Vary: Accept, User-Agent`.',
    resources: [
      CONTENT_NEGOTIATION,
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
    ],
    needs: ['rootHtml', 'markdownForAgent'],
    evaluate: ({ rootHtml, markdownForAgent }) =>
      whereFound(rootHtml, () => judgeTwin(markdownForAgent, 'markdownForAgent')),
    examples: [
      { title: 'Markdown', given: { rootHtml: PAGE, markdownForAgent: twin() }, expect: 'pass' },
      {
        title: 'HTML as for everyone',
        given: { rootHtml: PAGE, markdownForAgent: HTML_AGAIN },
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'HTML declared as Markdown',
        given: { rootHtml: PAGE, markdownForAgent: HTML_AS_MARKDOWN },
        expect: 'broken',
      },
      {
        title: 'the root is not HTML',
        given: { rootHtml: NOT_HTML, markdownForAgent: NOT_HTML },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];

function judgeTwin(twin: Seen<Surface<MarkdownTwin>>, variant: keyof typeof ASKED): Verdict {
  return judge({ ...twin, evidence: withDetail(twin.evidence, ASKED[variant]) });
}
