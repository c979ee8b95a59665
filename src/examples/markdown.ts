/** Examples of the checks in ../checks/markdown.ts. */

import type { MarkdownAlternate } from '../evidence/markdown.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import { type AnswerParts, at, found, htmlPage, missing, timedOut } from './answers.ts';
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

const VARIANTS = ['markdownByAccept', 'markdownByPlain', 'markdownForCli', 'markdownForAgent'] as const;

type Variant = (typeof VARIANTS)[number];

/** What the four variants gave; the ones not named gave HTML. */
const variants = (given: Partial<Record<Variant, Surface<MarkdownAlternate>>>) => ({
  rootHtml: PAGE,
  markdownByAccept: HTML_AGAIN,
  markdownByPlain: HTML_AGAIN,
  markdownForCli: HTML_AGAIN,
  markdownForAgent: HTML_AGAIN,
  ...given,
});

/** The same, with what the auditor got under its own name. */
const varying = (
  given: Parameters<typeof variants>[0],
  auditor: Surface<MarkdownAlternate> = HTML_AGAIN,
) => ({
  ...variants(given),
  markdownForAuditor: auditor,
});

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

  'markdown-vary': [
    {
      title: 'Accept, which alone decides',
      given: varying({ markdownByAccept: alternate('x', 'Accept') }),
      expect: 'pass',
      evidence: 'Vary names Accept',
    },
    {
      title: 'both, where both decide',
      given: varying({
        markdownByAccept: alternate('x', 'Accept, User-Agent'),
        markdownForCli: alternate('x', 'User-Agent, Accept'),
      }),
      expect: 'pass',
      evidence: 'Vary names Accept and User-Agent',
    },
    { title: 'anything', given: varying({ markdownByAccept: alternate('x', '*') }), expect: 'pass' },
    {
      title: 'Accept, and whether the name decides too could not be seen',
      given: varying({ markdownByAccept: alternate('x', 'Accept'), markdownForAgent: timedOut('/') }),
      expect: 'error',
    },
    {
      title: 'one of them, where both decide',
      given: varying({
        markdownByAccept: alternate('x', 'accept-encoding, accept'),
        markdownForCli: alternate('x', 'accept'),
      }),
      expect: 'noncompliant',
      evidence: 'names Accept, not User-Agent',
    },
    {
      title: 'neither',
      given: varying({ markdownForCli: alternate('x', 'Accept-Encoding') }),
      expect: 'absent',
      evidence: 'does not name User-Agent',
    },
    {
      title: 'the other one',
      given: varying({ markdownForCli: alternate('x', 'Accept') }),
      expect: 'absent',
    },
    {
      title: 'one answer without it',
      given: varying({ markdownByAccept: alternate('x', 'Accept'), markdownByPlain: alternate('x', '') }),
      expect: 'noncompliant',
    },
    {
      title: 'whoever does not ask for HTML gets Markdown: the name decides nothing',
      given: varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: alternate('x', 'Accept') },
        alternate('x', 'Accept'),
      ),
      expect: 'pass',
    },
    {
      title: 'HTML that is called Markdown is none: the name decides',
      given: varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: HTML_AS_MARKDOWN },
        timedOut('/'),
      ),
      expect: 'absent',
    },
    {
      title: 'by which of the two could not be seen',
      given: varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: alternate('x', 'User-Agent') },
        timedOut('/'),
      ),
      expect: 'pass',
    },
    { title: 'no Markdown', given: varying({}), expect: 'n_a', reason: 'antecedent-unmet' },
    {
      title: 'a variant could not be seen',
      given: varying({ markdownByAccept: timedOut('/') }),
      expect: 'error',
    },
    { title: 'the root is not HTML', given: { ...varying({}), rootHtml: missing('/') }, expect: 'n_a' },
  ],

  'markdown-frontmatter': [
    {
      title: 'YAML between hyphens',
      given: variants({ markdownByAccept: alternate('---\ntitle: Home\n---\n# Home') }),
      expect: 'pass',
    },
    {
      title: 'none',
      given: variants({ markdownByAccept: alternate('# Home') }),
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'never closed',
      given: variants({ markdownByAccept: alternate('---\ntitle: Home\n\n# Home') }),
      expect: 'broken',
      evidence: 'not closed',
    },
    {
      title: 'not YAML',
      given: variants({ markdownByAccept: alternate('---\ntitle: "Home\n---\n# Home') }),
      expect: 'broken',
      evidence: 'not YAML',
    },
    { title: 'no Markdown', given: variants({}), expect: 'n_a', reason: 'antecedent-unmet' },
    {
      title: 'a variant could not be seen',
      given: variants({ markdownForAgent: timedOut('/') }),
      expect: 'error',
    },
  ],
} satisfies Examples;
