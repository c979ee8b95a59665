/** llms.txt and its companions: an index of the site for language models. */

import { type LlmsTxt, parseLlmsTxt } from '../parse/llms-txt.ts';
import type { LinkOutcome, LlmsLinks } from '../probes/llms-links.ts';
import {
  absent,
  broken,
  check,
  judge,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  whereFound,
  withDetail,
} from './check.ts';
import { faulty, found, missing } from './examples.ts';

const LLMS_TXT = { label: 'The llms.txt proposal', url: 'https://llmstxt.org/' };
const COMMONMARK = { label: 'CommonMark', url: 'https://spec.commonmark.org/' };
const COMMON = { category: 'content-for-agents', principle: 'P2' } as const;

const EMPTY = { state: 'absent', evidence: 'https://site.example/llms.txt -> 200 (empty)' } as const;

/** Headings that tell an agent what the site is for and how to work with it. */
const WHEN_TO_USE = [
  /\bwhen (not )?to (use|choose|pick|reach for|call)\b/,
  /\bwhen (should|can|do) (i|we|you|an? \w+|agents?) use\b/,
  /\bprogrammatic(ally)? (access|use|usage)\b/,
  /^for (\w+ ){0,2}(agents?|ai|llms?|assistants?|(language )?models)$/,
  /\b(access|endpoints|entry points|guidance|guidelines|information|instructions|interfaces|notes|use|usage) (for|by) (\w+ ){0,2}(agents?|ai|llms?|assistants?|(language )?models)$/,
  /^(\w+ )?(agent|ai|llm|assistant) (access|guidance|guidelines|instructions|notes|usage)$/,
];

export const llmsChecks = [
  check({
    ...COMMON,
    id: 'llms-txt',
    keyword: 'should',
    label: 'llms.txt is published',
    goal: 'An agent finds the pages that matter from one small file, instead of crawling the site.',
    fix: 'Serve a Markdown file at /llms.txt with status 200 and the type text/plain or text/markdown: the name of the site, a summary, and lists of links to the pages that matter.',
    resources: [LLMS_TXT],
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) => judge(llmsTxt),
    examples: [
      { title: 'served as text', given: { llmsTxt: llmsTxtOf('# Site') }, expect: 'pass' },
      { title: 'not there', given: { llmsTxt: missing('/llms.txt') }, expect: 'absent' },
      { title: 'an HTML page', given: { llmsTxt: faulty('/llms.txt', 'an HTML page') }, expect: 'broken' },
      { title: 'empty', given: { llmsTxt: EMPTY }, expect: 'absent', evidence: 'empty' },
    ],
  }),

  check({
    ...COMMON,
    id: 'llms-txt-format',
    keyword: 'should',
    label: 'llms.txt has a title, a summary and an index',
    goal: 'An agent reads at once what the site is, and finds its pages in lists of links.',
    fix: 'Begin llms.txt with one H1 (`# Name`), follow it with a summary in a blockquote (`> What this is`), and list the pages as Markdown links (`- [Title](https://…)`) under H2 headings.',
    resources: [LLMS_TXT, COMMONMARK],
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereFound(llmsTxt, ({ value, evidence }) => {
        const missing = missingParts(value);
        return missing.length === 0
          ? pass(withDetail(evidence, 'H1, summary and index'))
          : noncompliant(withDetail(evidence, `without ${missing.join(', ')}`));
      }),
    examples: [
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
        title: 'bare text',
        given: { llmsTxt: llmsTxtOf('User-agent: *') },
        expect: 'noncompliant',
        evidence: 'an index',
      },
      { title: 'no llms.txt', given: { llmsTxt: missing('/llms.txt') }, expect: 'n_a' },
      {
        title: 'llms.txt is broken',
        given: { llmsTxt: faulty('/llms.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    ...COMMON,
    id: 'llms-txt-when-to-use',
    keyword: 'should',
    label: 'llms.txt says when and how agents should use the site',
    goal: 'An agent decides from llms.txt alone whether the site helps with its task, and how to work with it.',
    fix: 'Add a section to llms.txt under a heading such as `## When to use` or `## Programmatic access`, and say there what the site is good for and which interfaces agents should call.',
    resources: [LLMS_TXT],
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereFound(llmsTxt, ({ value, evidence }) => {
        const heading = value.headings.find(saysWhenToUse);
        return heading === undefined
          ? absent(
              withDetail(
                evidence,
                `none of its headings (${value.headings.length}) is such as "When to use"`,
              ),
            )
          : pass(withDetail(evidence, `heading "${heading}"`));
      }),
    examples: [
      {
        title: 'When to use',
        given: { llmsTxt: llmsTxtOf('# Site\n\n## When to use\n\nFor x.') },
        expect: 'pass',
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
  }),

  check({
    ...COMMON,
    id: 'llms-txt-links',
    keyword: 'should',
    label: 'The links in llms.txt work',
    goal: 'An agent that follows the index arrives at content, not at an error page.',
    fix: 'Correct or remove the links that are named in the evidence, and check the links of llms.txt whenever the site is built.',
    resources: [
      LLMS_TXT,
      {
        label: 'RFC 9110, section 15: Status Codes',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15',
      },
    ],
    needs: ['llmsLinks'],
    evaluate: ({ llmsLinks }) =>
      whereFound(llmsLinks, ({ value, evidence }) => linksVerdict(value, evidence)),
    examples: [
      { title: 'all answer', given: { llmsLinks: linksOf(['resolves', 'resolves']) }, expect: 'pass' },
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
      { title: 'the audit ended first', given: { llmsLinks: linksOf(['resolves', 'cut']) }, expect: 'skip' },
      { title: 'no links', given: { llmsLinks: linksOf([]) }, expect: 'n_a', reason: 'antecedent-unmet' },
      { title: 'no llms.txt', given: { llmsLinks: missing('/llms.txt') }, expect: 'n_a' },
    ],
  }),
];

function missingParts({ title, summary, hasIndex }: LlmsTxt): string[] {
  return [
    title === undefined ? 'an H1 as its first heading' : '',
    summary === undefined ? 'a summary (a blockquote or paragraph before the first H2)' : '',
    hasIndex ? '' : 'an index (a Markdown link in a list)',
  ].filter((part) => part !== '');
}

function saysWhenToUse(heading: string): boolean {
  const words = heading
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return WHEN_TO_USE.some((pattern) => pattern.test(words));
}

/** One dead link breaks the check; one that could not be seen does not, as long as another one was. */
function linksVerdict({ total, outcomes }: LlmsLinks, evidence: string): Verdict {
  if (outcomes.length === 0) return notApplicable(withDetail(evidence, 'it has no links'));
  const of = (state: LinkOutcome['state']) => outcomes.filter((outcome) => outcome.state === state);
  const list = (links: readonly LinkOutcome[]) => links.map((link) => link.evidence).join('; ');
  const [dead, cut, unclear, resolving] = [of('dead'), of('cut'), of('unclear'), of('resolves')];
  const asked = `${outcomes.length} of ${total} links asked`;
  if (dead.length > 0) {
    return broken(withDetail(evidence, `${asked}, ${dead.length} do not resolve: ${list(dead)}`));
  }
  if (cut.length > 0) return { status: 'skip', evidence: withDetail(evidence, list(cut)) };
  if (resolving.length === 0) {
    return { status: 'error', evidence: withDetail(evidence, `no link could be judged: ${list(unclear)}`) };
  }
  const rest = unclear.length === 0 ? '' : `; not judged: ${list(unclear)}`;
  return pass(withDetail(evidence, `${asked}, ${resolving.length} resolve${rest}`));
}

function llmsTxtOf(text: string) {
  return found(parseLlmsTxt(text, 'https://site.example/llms.txt'), { path: '/llms.txt', text });
}

function linksOf(states: readonly LinkOutcome['state'][]) {
  const outcomes = states.map((state, i): LinkOutcome => {
    const url = `https://site.example/${i}`;
    return { url, state, evidence: `${url} -> ${state === 'resolves' ? 200 : 404}` };
  });
  return found<LlmsLinks>({ total: outcomes.length, outcomes }, { path: '/llms.txt' });
}
