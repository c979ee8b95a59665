import type { LinkOutcome, LlmsLinks } from '../evidence/llms.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { at, faulty, found, missing, timedOut } from './answers.ts';
import { cases, type Examples } from './example.ts';

const EMPTY = { state: 'absent', evidence: at('/llms.txt', 200, 'empty') } as const;

function llmsTxtOf(text: string) {
  return found(parseLlmsTxt(text, 'https://site.example/llms.txt'), { path: '/llms.txt', text });
}

/** Returns the evidence for an llms.txt that is sent as HTML. */
function sentAsHtml(text: string) {
  const surface = llmsTxtOf(text);
  const evidence = at('/llms.txt', 200, 'Markdown, but its content type is text/html');
  return { ...surface, value: { ...surface.value, wrongType: 'text/html' }, evidence };
}

/** Returns the evidence for an llms.txt that exceeds the size limit. Only its beginning, `text`, was read. */
function beginningOf(text: string) {
  const surface = llmsTxtOf(text);
  return { ...surface, answer: { ...surface.answer, truncated: true } };
}

function linksOf(states: readonly LinkOutcome['state'][]) {
  const outcomes = states.map((state, i): LinkOutcome => {
    const evidence = at(`/${i}`, state === 'resolves' ? 200 : 404);
    return { url: `https://site.example/${i}`, state, evidence };
  });
  return found<LlmsLinks>({ total: outcomes.length, outcomes }, { path: '/llms.txt' });
}

const ROOT = found(parseLlmsTxt('# Site', 'https://site.example/llms.txt'), { path: '/llms.txt' });

const FULL = found({ characters: 6 }, { path: '/llms-full.txt', text: '# Full' });

const NEITHER = { llmsTxt: missing('/llms.txt'), llmsFullTxt: missing('/llms-full.txt') };

export const llmsExamples = {
  'llms-txt': cases('llmsTxt', [
    ['pass', 'served as text', llmsTxtOf('# Site')],
    [
      'noncompliant',
      'Markdown sent as HTML',
      sentAsHtml('# Site\n\n> What it is.'),
      'Markdown, but its content type is text/html',
    ],
    ['absent', 'not there', missing('/llms.txt')],
    ['broken', 'an HTML page', faulty('/llms.txt', 'an HTML page')],
    ['absent', 'empty', EMPTY, 'empty'],
  ]),

  'llms-txt-format': cases('llmsTxt', [
    ['pass', 'complete', llmsTxtOf('# Site\n\n> What it is.\n\n## Docs\n\n- [Start](/start.md)')],
    [
      'noncompliant',
      'no summary',
      llmsTxtOf('# Site\n\n## Docs\n\n- [Start](/start.md)'),
      'without a summary',
    ],
    [
      'noncompliant',
      'no H1 first',
      llmsTxtOf('Some text.\n\n## Docs\n\n- [Start](/start.md)'),
      'without an H1',
    ],
    [
      'pass',
      'longer than the audit reads, complete at its beginning',
      beginningOf('# Site\n\n> What it is.\n\n- [Start](/start.md)'),
    ],
    [
      'error',
      'longer than the audit reads, without a list in its beginning',
      beginningOf('# Site\n\n> What it is.\n\nSome text.'),
      '2 MiB',
    ],
    ['noncompliant', 'bare text', llmsTxtOf('User-agent: *'), 'an index'],
    [
      'noncompliant',
      'bare URLs, as in an index that was written by hand',
      llmsTxtOf(
        '# Site\n\n> What it is.\n\n## Pages\n\n- https://site.example/a\n- Our [home]: https://site.example/\n- B: /b',
      ),
      'bare URLs instead of `[name](url)`); write `- [Our home](https://site.example/)`',
    ],
    [
      'noncompliant',
      'bare URLs in angle brackets',
      llmsTxtOf('# Site\n\n> What it is.\n\n- <https://site.example/start>'),
      'bare URLs instead of `[name](url)`',
    ],
    [
      'pass',
      'a bare URL next to links with names',
      llmsTxtOf(
        '# Site\n\n> What it is.\n\n- Website: https://site.example/\n\n## Docs\n\n- [Start](/start.md)',
      ),
    ],
    [
      'noncompliant',
      'paths as code, which are not links',
      llmsTxtOf('# Site\n\n> What it is.\n\n- `/start.md`: first steps'),
      'an index (a Markdown link in a list)',
    ],
    ['antecedent-unmet', 'sent as HTML', sentAsHtml('# Site\n\n> What it is.\n\n- [Start](/start.md)')],
    ['antecedent-unmet', 'no llms.txt', missing('/llms.txt')],
    ['antecedent-unmet', 'llms.txt is broken', faulty('/llms.txt')],
  ]),

  'llms-txt-when-to-use': cases('llmsTxt', [
    ['pass', 'When to use', llmsTxtOf('# Site\n\n## When to use\n\nFor x.')],
    [
      'error',
      'longer than the audit reads, without such a heading in its beginning',
      beginningOf('# Site\n\n## About'),
      '2 MiB',
    ],
    ['pass', 'in another case', llmsTxtOf('# Site\n\n### PROGRAMMATIC ACCESS')],
    ['pass', 'Usage for agents', llmsTxtOf('# Site\n\n## Usage for AI agents')],
    ['pass', 'a heading that speaks to agents', llmsTxtOf('# Site\n\n## If you are an agent reading this')],
    ['absent', 'a heading about agents', llmsTxtOf('# Site\n\n## Agents API reference\n\n## Travel agents')],
    ['absent', 'no such heading', llmsTxtOf('# Site\n\n## Docs')],
    ['absent', 'words in the text only', llmsTxtOf('# Site\n\nWhen to use it?')],
    ['antecedent-unmet', 'no llms.txt', missing('/llms.txt')],
  ]),

  'llms-txt-links': cases('llmsLinks', [
    ['pass', 'all answer', linksOf(['resolves', 'resolves'])],
    [
      'error',
      'longer than the audit reads, without a link in its beginning',
      { ...beginningOf('# Site'), value: { total: 0, outcomes: [] } },
      '2 MiB',
    ],
    ['broken', 'one is dead', linksOf(['resolves', 'dead']), '/1 -> 404'],
    ['pass', 'one could not be seen', linksOf(['resolves', 'unclear']), 'not judged: https://site.example/1'],
    ['error', 'none could be seen', linksOf(['unclear', 'unclear'])],
    ['skip', 'the audit ended first', linksOf(['resolves', 'aborted'])],
    ['antecedent-unmet', 'no links', linksOf([])],
    ['antecedent-unmet', 'no llms.txt', missing('/llms.txt')],
  ]),

  'llms-full-txt': [
    ...cases({ llmsTxt: ROOT, llmsFullTxt: FULL }, [
      ['pass', 'next to llms.txt', {}],
      ['optional-absent', 'not there', { llmsFullTxt: missing('/llms-full.txt') }],
      ['broken', 'an HTML page', { llmsFullTxt: faulty('/llms-full.txt', 'an HTML page') }],
      [
        'noncompliant',
        'Markdown sent as HTML',
        { llmsFullTxt: found({ characters: 6, wrongType: 'text/html' }, { path: '/llms-full.txt' }) },
      ],
      ['antecedent-unmet', 'next to an llms.txt that is sent as HTML', { llmsTxt: sentAsHtml('# Site') }],
      ['antecedent-unmet', 'no llms.txt either', NEITHER],
      ['error', 'llms.txt could not be seen', { llmsTxt: timedOut('/llms.txt') }],
      ['error', 'it could not be seen itself', { llmsFullTxt: timedOut('/llms-full.txt') }],
    ]),
    ...cases(NEITHER, [['optional-absent', 'a content site without llms.txt', {}]]).map((one) => ({
      ...one,
      siteType: 'content' as const,
    })),
  ],

  'llms-txt-scoped': cases({ llmsTxt: ROOT }, [
    ['pass', 'in a directory', { llmsTxtScoped: found({ characters: 9 }, { path: '/docs/llms.txt' }) }],
    ['optional-absent', 'in none', { llmsTxtScoped: missing('/docs/llms.txt') }],
    [
      'antecedent-unmet',
      'no llms.txt',
      { llmsTxt: missing('/llms.txt'), llmsTxtScoped: missing('/llms.txt') },
    ],
  ]),

  'llms-full-txt-scoped': cases({ llmsFullTxt: FULL }, [
    [
      'pass',
      'in a directory',
      { llmsFullTxtScoped: found({ characters: 9 }, { path: '/docs/llms-full.txt' }) },
    ],
    ['optional-absent', 'in none', { llmsFullTxtScoped: missing('/docs/llms-full.txt') }],
    [
      'antecedent-unmet',
      'no llms-full.txt',
      { llmsFullTxt: missing('/llms-full.txt'), llmsFullTxtScoped: missing('/llms-full.txt') },
    ],
  ]),
} satisfies Examples;
