/** Examples of the checks in ../checks/llms.ts. */

import type { LinkOutcome, LlmsLinks } from '../evidence/llms.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { at, faulty, found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';

const EMPTY = { state: 'absent', evidence: at('/llms.txt', 200, 'empty') } as const;

function llmsTxtOf(text: string) {
  return found(parseLlmsTxt(text, 'https://site.example/llms.txt'), { path: '/llms.txt', text });
}

/** What the probe makes of Markdown that is declared as HTML. */
function sentAsHtml(text: string) {
  const surface = llmsTxtOf(text);
  const evidence = at('/llms.txt', 200, 'Markdown, but its content type is text/html');
  return { ...surface, value: { ...surface.value, wrongType: 'text/html' }, evidence };
}

/** The beginning of one that is longer than what is read. */
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

/** What examples have at the root. */
const ROOT = found(parseLlmsTxt('# Site', 'https://site.example/llms.txt'), { path: '/llms.txt' });

const FULL = found({ characters: 6 }, { path: '/llms-full.txt', text: '# Full' });

export const llmsExamples = {
  'llms-txt': [
    { title: 'served as text', given: { llmsTxt: llmsTxtOf('# Site') }, expect: 'pass' },
    {
      title: 'Markdown sent as HTML',
      given: { llmsTxt: sentAsHtml('# Site\n\n> What it is.') },
      expect: 'noncompliant',
      evidence: 'Markdown, but its content type is text/html',
    },
    { title: 'not there', given: { llmsTxt: missing('/llms.txt') }, expect: 'absent' },
    { title: 'an HTML page', given: { llmsTxt: faulty('/llms.txt', 'an HTML page') }, expect: 'broken' },
    { title: 'empty', given: { llmsTxt: EMPTY }, expect: 'absent', evidence: 'empty' },
  ],

  'llms-txt-format': [
    {
      title: 'complete',
      given: { llmsTxt: llmsTxtOf('# Site\n\n> What it is.\n\n## Docs\n\n- [Start](/start.md)') },
      expect: 'pass',
    },
    {
      title: 'no summary',
      given: { llmsTxt: llmsTxtOf('# Site\n\n## Docs\n\n- [Start](/start.md)') },
      expect: 'noncompliant',
      evidence: 'without a summary',
    },
    {
      title: 'no H1 first',
      given: { llmsTxt: llmsTxtOf('Some text.\n\n## Docs\n\n- [Start](/start.md)') },
      expect: 'noncompliant',
      evidence: 'without an H1',
    },
    {
      title: 'longer than what is read, complete at its beginning',
      given: { llmsTxt: beginningOf('# Site\n\n> What it is.\n\n- [Start](/start.md)') },
      expect: 'pass',
    },
    {
      title: 'longer than what is read, without a list in its beginning',
      given: { llmsTxt: beginningOf('# Site\n\n> What it is.\n\nSome text.') },
      expect: 'error',
      evidence: '2 MiB',
    },
    {
      title: 'bare text',
      given: { llmsTxt: llmsTxtOf('User-agent: *') },
      expect: 'noncompliant',
      evidence: 'an index',
    },
    {
      title: 'bare URLs, as in an index that was written by hand',
      given: { llmsTxt: llmsTxtOf('# Site\n\n> What it is.\n\n## Pages\n\n- Home: https://site.example/') },
      expect: 'noncompliant',
      evidence: 'bare URLs instead of `[name](url)`',
    },
    {
      title: 'bare URLs in angle brackets',
      given: { llmsTxt: llmsTxtOf('# Site\n\n> What it is.\n\n- <https://site.example/start>') },
      expect: 'noncompliant',
      evidence: 'bare URLs instead of `[name](url)`',
    },
    {
      title: 'a bare URL beside links with names',
      given: {
        llmsTxt: llmsTxtOf(
          '# Site\n\n> What it is.\n\n- Website: https://site.example/\n\n## Docs\n\n- [Start](/start.md)',
        ),
      },
      expect: 'pass',
    },
    {
      title: 'paths as code, which are no links',
      given: { llmsTxt: llmsTxtOf('# Site\n\n> What it is.\n\n- `/start.md`: first steps') },
      expect: 'noncompliant',
      evidence: 'an index (a Markdown link in a list)',
    },
    {
      title: 'sent as HTML',
      given: { llmsTxt: sentAsHtml('# Site\n\n> What it is.\n\n- [Start](/start.md)') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    { title: 'no llms.txt', given: { llmsTxt: missing('/llms.txt') }, expect: 'n_a' },
    {
      title: 'llms.txt is broken',
      given: { llmsTxt: faulty('/llms.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'llms-txt-when-to-use': [
    {
      title: 'When to use',
      given: { llmsTxt: llmsTxtOf('# Site\n\n## When to use\n\nFor x.') },
      expect: 'pass',
    },
    {
      title: 'longer than what is read, without such a heading in its beginning',
      given: { llmsTxt: beginningOf('# Site\n\n## About') },
      expect: 'error',
      evidence: '2 MiB',
    },
    {
      title: 'in another case',
      given: { llmsTxt: llmsTxtOf('# Site\n\n### PROGRAMMATIC ACCESS') },
      expect: 'pass',
    },
    {
      title: 'Usage for agents',
      given: { llmsTxt: llmsTxtOf('# Site\n\n## Usage for AI agents') },
      expect: 'pass',
    },
    {
      title: 'a heading that speaks to agents',
      given: { llmsTxt: llmsTxtOf('# Site\n\n## If you are an agent reading this') },
      expect: 'pass',
    },
    {
      title: 'a heading about agents',
      given: { llmsTxt: llmsTxtOf('# Site\n\n## Agents API reference\n\n## Travel agents') },
      expect: 'absent',
    },
    { title: 'no such heading', given: { llmsTxt: llmsTxtOf('# Site\n\n## Docs') }, expect: 'absent' },
    {
      title: 'words in the text only',
      given: { llmsTxt: llmsTxtOf('# Site\n\nWhen to use it?') },
      expect: 'absent',
    },
    {
      title: 'no llms.txt',
      given: { llmsTxt: missing('/llms.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'llms-txt-links': [
    { title: 'all answer', given: { llmsLinks: linksOf(['resolves', 'resolves']) }, expect: 'pass' },
    {
      title: 'longer than what is read, without a link in its beginning',
      given: {
        llmsLinks: { ...beginningOf('# Site'), value: { total: 0, outcomes: [] } },
      },
      expect: 'error',
      evidence: '2 MiB',
    },
    {
      title: 'one is dead',
      given: { llmsLinks: linksOf(['resolves', 'dead']) },
      expect: 'broken',
      evidence: '/1 -> 404',
    },
    {
      title: 'one could not be seen',
      given: { llmsLinks: linksOf(['resolves', 'unclear']) },
      expect: 'pass',
      evidence: 'not judged: https://site.example/1',
    },
    { title: 'none could be seen', given: { llmsLinks: linksOf(['unclear', 'unclear']) }, expect: 'error' },
    {
      title: 'the audit ended first',
      given: { llmsLinks: linksOf(['resolves', 'aborted']) },
      expect: 'skip',
    },
    { title: 'no links', given: { llmsLinks: linksOf([]) }, expect: 'n_a', reason: 'antecedent-unmet' },
    { title: 'no llms.txt', given: { llmsLinks: missing('/llms.txt') }, expect: 'n_a' },
  ],

  'llms-full-txt': [
    {
      title: 'beside llms.txt',
      given: { llmsTxt: ROOT, llmsFullTxt: FULL },
      expect: 'pass',
    },
    {
      title: 'not there',
      given: { llmsTxt: ROOT, llmsFullTxt: missing('/llms-full.txt') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'an HTML page',
      given: { llmsTxt: ROOT, llmsFullTxt: faulty('/llms-full.txt', 'an HTML page') },
      expect: 'broken',
    },
    {
      title: 'Markdown sent as HTML',
      given: {
        llmsTxt: ROOT,
        llmsFullTxt: found({ characters: 6, wrongType: 'text/html' }, { path: '/llms-full.txt' }),
      },
      expect: 'noncompliant',
    },
    {
      title: 'beside an llms.txt that is sent as HTML',
      given: { llmsTxt: sentAsHtml('# Site'), llmsFullTxt: FULL },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no llms.txt either',
      given: { llmsTxt: missing('/llms.txt'), llmsFullTxt: missing('/llms-full.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'a content site without llms.txt',
      siteType: 'content',
      given: { llmsTxt: missing('/llms.txt'), llmsFullTxt: missing('/llms-full.txt') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'llms.txt could not be seen',
      given: { llmsTxt: timedOut('/llms.txt'), llmsFullTxt: FULL },
      expect: 'error',
    },
    {
      title: 'it could not be seen itself',
      given: { llmsTxt: ROOT, llmsFullTxt: timedOut('/llms-full.txt') },
      expect: 'error',
    },
  ],

  'llms-txt-scoped': [
    {
      title: 'in a directory',
      given: {
        llmsTxt: ROOT,
        llmsTxtScoped: found({ characters: 9 }, { path: '/docs/llms.txt' }),
      },
      expect: 'pass',
    },
    {
      title: 'in none',
      given: { llmsTxt: ROOT, llmsTxtScoped: missing('/docs/llms.txt') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'no llms.txt',
      given: { llmsTxt: missing('/llms.txt'), llmsTxtScoped: missing('/llms.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],

  'llms-full-txt-scoped': [
    {
      title: 'in a directory',
      given: {
        llmsFullTxt: FULL,
        llmsFullTxtScoped: found({ characters: 9 }, { path: '/docs/llms-full.txt' }),
      },
      expect: 'pass',
    },
    {
      title: 'in none',
      given: { llmsFullTxt: FULL, llmsFullTxtScoped: missing('/docs/llms-full.txt') },
      expect: 'n_a',
      reason: 'optional-absent',
    },
    {
      title: 'no llms-full.txt',
      given: { llmsFullTxt: missing('/llms-full.txt'), llmsFullTxtScoped: missing('/llms-full.txt') },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
} satisfies Examples;
