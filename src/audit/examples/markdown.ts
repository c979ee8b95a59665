import type { MarkdownAlternate } from '../evidence/markdown.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import { type AnswerParts, at, found, htmlPage, missing, timedOut } from './answers.ts';
import { cases, type Examples } from './example.ts';

const PAGE = htmlPage('<h1>Home</h1>');

const NOT_HTML = missing('/');

/** Returns the evidence for a Markdown response. By default, the HTML at the same URL has the same `Vary` header. */
const alternate = (
  text = '# Home',
  vary = '',
  parts: AnswerParts & Partial<MarkdownAlternate> = {},
): Found<MarkdownAlternate> => {
  const { isRedirect = false, htmlVary = vary } = parts;
  return found({ text, vary, isRedirect, htmlVary }, { type: 'text/markdown', text, ...parts });
};

const HTML_AGAIN = { state: 'absent', evidence: at('/', 200, 'text/html') } as const;

const HTML_AS_MARKDOWN = {
  state: 'broken',
  evidence: at('/', 200, 'text/markdown, but the body is HTML'),
} as const;

const VARIANTS = ['markdownByAccept', 'markdownByPlain', 'markdownForCli', 'markdownForAgent'] as const;

type Variant = (typeof VARIANTS)[number];

/** Returns the home page and the responses to four requests for Markdown. Responses that are not in `alternates` are HTML. */
const variants = (alternates: Partial<Record<Variant, Surface<MarkdownAlternate>>>) => ({
  rootHtml: PAGE,
  markdownByAccept: HTML_AGAIN,
  markdownByPlain: HTML_AGAIN,
  markdownForCli: HTML_AGAIN,
  markdownForAgent: HTML_AGAIN,
  ...alternates,
});

/** Returns the responses of `variants`, plus `auditor`: the response to a request with the auditor's own User-Agent. */
const varying = (
  alternates: Parameters<typeof variants>[0],
  auditor: Surface<MarkdownAlternate> = HTML_AGAIN,
) => ({
  ...variants(alternates),
  markdownForAuditor: auditor,
});

export const markdownExamples = {
  'accept-markdown': cases({ rootHtml: PAGE }, [
    ['pass', 'Markdown', { markdownByAccept: alternate() }],
    [
      'pass',
      'Markdown of another page, where the home page has none',
      { markdownByAccept: alternate('# Guide', '', { path: '/docs/guide' }) },
      '/docs/guide -> 200 (requested with Accept: text/markdown)',
    ],
    ['absent', 'HTML all the same', { markdownByAccept: HTML_AGAIN }],
    ['broken', 'HTML declared as Markdown', { markdownByAccept: HTML_AS_MARKDOWN }],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: NOT_HTML, markdownByAccept: NOT_HTML }],
  ]),

  'markdown-accept-plain': cases({ rootHtml: PAGE }, [
    ['pass', 'Markdown as plain text', { markdownByPlain: alternate('# Home', '', { type: 'text/plain' }) }],
    ['optional-absent', 'HTML all the same', { markdownByPlain: HTML_AGAIN }],
    ['broken', 'HTML declared as plain text', { markdownByPlain: HTML_AS_MARKDOWN }],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: NOT_HTML, markdownByPlain: NOT_HTML }],
  ]),

  'markdown-cli-ua': cases({ rootHtml: PAGE }, [
    ['pass', 'Markdown', { markdownForCli: alternate() }],
    ['optional-absent', 'HTML as for everyone', { markdownForCli: HTML_AGAIN }],
    ['broken', 'HTML declared as Markdown', { markdownForCli: HTML_AS_MARKDOWN }],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: NOT_HTML, markdownForCli: NOT_HTML }],
  ]),

  'markdown-agent-ua': cases({ rootHtml: PAGE }, [
    ['pass', 'Markdown', { markdownForAgent: alternate() }],
    ['optional-absent', 'HTML as for everyone', { markdownForAgent: HTML_AGAIN }],
    ['broken', 'HTML declared as Markdown', { markdownForAgent: HTML_AS_MARKDOWN }],
    ['antecedent-unmet', 'the root is not HTML', { rootHtml: NOT_HTML, markdownForAgent: NOT_HTML }],
  ]),

  'markdown-vary': cases({}, [
    [
      'pass',
      'Accept, which alone decides',
      varying({ markdownByAccept: alternate('x', 'Accept') }),
      'Vary names Accept',
    ],
    [
      'pass',
      'both, where both decide',
      varying({
        markdownByAccept: alternate('x', 'Accept, User-Agent'),
        markdownForCli: alternate('x', 'User-Agent, Accept'),
      }),
      'Vary names Accept and User-Agent',
    ],
    ['pass', 'anything', varying({ markdownByAccept: alternate('x', '*') })],
    [
      'error',
      'Accept, and whether the name decides too could not be seen',
      varying({ markdownByAccept: alternate('x', 'Accept'), markdownForAgent: timedOut('/') }),
    ],
    [
      'noncompliant',
      'one of them, where both decide',
      varying({
        markdownByAccept: alternate('x', 'accept-encoding, accept'),
        markdownForCli: alternate('x', 'accept'),
      }),
      'names Accept, not User-Agent',
    ],
    [
      'absent',
      'neither',
      varying({ markdownForCli: alternate('x', 'Accept-Encoding') }),
      'does not name User-Agent',
    ],
    [
      'noncompliant',
      'the Markdown alone',
      varying({ markdownByAccept: alternate('x', 'Accept', { htmlVary: 'Accept-Encoding' }) }),
      'Vary of the HTML at this URL does not name Accept, but that of the Markdown does',
    ],
    [
      'noncompliant',
      'the HTML alone',
      varying({ markdownByAccept: alternate('x', '', { htmlVary: 'Accept' }) }),
      'Vary does not name Accept, but that of the HTML at this URL does',
    ],
    [
      'noncompliant',
      'the HTML names one of two',
      varying({
        markdownByAccept: alternate('x', 'Accept, User-Agent', { htmlVary: 'Accept' }),
        markdownForCli: alternate('x', 'Accept, User-Agent', { htmlVary: 'Accept' }),
      }),
      'Vary of the HTML at this URL names Accept, not User-Agent',
    ],
    [
      'absent',
      'not the redirect, whatever the HTML has',
      varying({ markdownByAccept: alternate('x', '', { isRedirect: true, htmlVary: 'Accept' }) }),
      'Vary of the redirect does not name Accept',
    ],
    [
      'pass',
      'the redirect and the HTML',
      varying({ markdownByAccept: alternate('x', 'Accept', { isRedirect: true }) }),
    ],
    ['absent', 'the other one', varying({ markdownForCli: alternate('x', 'Accept') })],
    [
      'noncompliant',
      'one answer without it',
      varying({ markdownByAccept: alternate('x', 'Accept'), markdownByPlain: alternate('x', '') }),
    ],
    [
      'pass',
      'every client that does not ask for HTML gets Markdown: the name decides nothing',
      varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: alternate('x', 'Accept') },
        alternate('x', 'Accept'),
      ),
    ],
    [
      'absent',
      'HTML that is called Markdown is none: the name decides',
      varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: HTML_AS_MARKDOWN },
        timedOut('/'),
      ),
    ],
    [
      'pass',
      'by which of the two could not be seen',
      varying(
        { markdownForCli: alternate('x', 'Accept'), markdownForAgent: alternate('x', 'User-Agent') },
        timedOut('/'),
      ),
    ],
    ['antecedent-unmet', 'no Markdown', varying({})],
    ['error', 'a variant could not be seen', varying({ markdownByAccept: timedOut('/') })],
    ['antecedent-unmet', 'the root is not HTML', { ...varying({}), rootHtml: missing('/') }],
  ]),

  'markdown-frontmatter': cases({}, [
    [
      'pass',
      'YAML between hyphens',
      variants({ markdownByAccept: alternate('---\ntitle: Home\n---\n# Home') }),
    ],
    ['optional-absent', 'none', variants({ markdownByAccept: alternate('# Home') })],
    [
      'broken',
      'never closed',
      variants({ markdownByAccept: alternate('---\ntitle: Home\n\n# Home') }),
      'not closed',
    ],
    [
      'broken',
      'not YAML',
      variants({ markdownByAccept: alternate('---\ntitle: "Home\n---\n# Home') }),
      'not YAML',
    ],
    ['antecedent-unmet', 'no Markdown', variants({})],
    ['error', 'a variant could not be seen', variants({ markdownForAgent: timedOut('/') })],
  ]),
} satisfies Examples;
