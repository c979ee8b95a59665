/** Examples of the checks in ../markdown.ts. */

import type { MarkdownAlternate } from '../../evidence/markdown.ts';
import type { Found } from '../../evidence/surface.ts';
import { type AnswerParts, at, found, htmlPage, missing } from './answers.ts';
import type { Examples } from './example.ts';

const PAGE = htmlPage('<h1>Home</h1>');

const NOT_HTML = missing('/');

/** An alternate with this text and this Vary. */
const alternate = (text = '# Home', vary = '', parts: AnswerParts = {}): Found<MarkdownAlternate> =>
  found({ text, vary: [vary] }, { type: 'text/markdown', text, ...parts });

const HTML_AGAIN = { state: 'absent', evidence: at('/', 200, 'text/html') } as const;

const HTML_AS_MARKDOWN = {
  state: 'broken',
  evidence: at('/', 200, 'text/markdown, but the body is HTML'),
} as const;

export const markdownExamples = {
  'accept-markdown': [
    { title: 'Markdown', given: { rootHtml: PAGE, markdownByAccept: alternate() }, expect: 'pass' },
    {
      title: 'Markdown of another page, where the home page has none',
      given: { rootHtml: PAGE, markdownByAccept: alternate('# Guide', '', { path: '/docs/guide' }) },
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

  'markdown-accept-plain': [
    {
      title: 'Markdown as plain text',
      given: { rootHtml: PAGE, markdownByPlain: alternate('# Home', '', { type: 'text/plain' }) },
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

  'markdown-cli-ua': [
    { title: 'Markdown', given: { rootHtml: PAGE, markdownForCli: alternate() }, expect: 'pass' },
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

  'markdown-agent-ua': [
    { title: 'Markdown', given: { rootHtml: PAGE, markdownForAgent: alternate() }, expect: 'pass' },
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
} satisfies Examples;
