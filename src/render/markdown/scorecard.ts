/** The scorecard as Markdown: what fails once, what gains most first; the rest by its ids. */

import { hasNoVerdict } from '../../scorecard/no-verdict.ts';
import { LEFT_OUT } from '../../scorecard/score.ts';
import type { StoredEnvelope, StoredResult } from '../../scorecard/stored.ts';
import { leadsNowhere } from '../../versions.ts';
import type { Advice } from '../../view/advice.ts';
import { ownPaths } from '../../view/finding.ts';
import { askedFor } from '../../view/platforms-seen.ts';
import { type CategoryView, type ScorecardView, scorecardView } from '../../view/scorecard.ts';
import { headlineOf } from '../../view/title.ts';
import { keywordWord, recovered, STATUS_WORDS, statusWord } from '../../view/words.ts';
import { markdownCode, markdownLink, markdownProse, markdownText, markdownUrl } from '../escape.ts';
import { comparedMarkdown } from './compared.ts';

/**
 * The whole scorecard, ending in a line feed.
 *
 * @param given `level` of its first heading: where it is a part of another document, more than 1; `published`: whether a
 *   catalog has a page of this very scorecard, as it has none of what the command line audits
 */
export function renderMarkdown(
  envelope: StoredEnvelope,
  { onlyFailures = false, level = 1, published = true } = {},
): string {
  const view = scorecardView(envelope);
  const blocks = [
    ...header(view),
    ...comparedMarkdown(envelope),
    ...failures(envelope, view, published),
    ...unseen(envelope, view),
    ...categories(view, onlyFailures),
    ...(published ? closing(envelope) : COMMANDS),
  ];
  const deeper = '#'.repeat(level - 1);
  return `${blocks.map((block) => (block.startsWith('#') ? deeper + block : block)).join('\n\n')}\n`;
}
function header({ relative, global, mcp, ...view }: ScorecardView): string[] {
  const counts = view.counts.map(({ count, word }) => `${count} ${markdownText(word)}`);
  return [
    `# ${markdownText(view.target)}`,
    ...(view.partial === undefined ? [] : [`> **${markdownText(view.partial)}**`]),
    ...(view.otherRules === undefined ? [] : [`> ${markdownText(view.otherRules)}`]),
    markdownText(`${view.verdict.what}.`),
    [
      ...[relative, global].map(({ name, value, meaning }) => `- **${name}: ${value}%.** ${meaning}`),
      `- **Checks:** ${counts.join(', ')}`,
      `- **Audited:** ${markdownUrl(view.address)}${inPlaceOf(view)}, ${view.audited}, standard ${markdownText(view.standard)}, rules ${view.rules}`,
      ...(view.siteType === null ? [] : [`- **Site type:** ${markdownText(view.siteType)}`]),
      ...(view.madeWith === undefined ? [] : [`- **Made with:** ${markdownText(view.madeWith)}`]),
      `- **MCP:** ${mcp.endpoint === null ? mcp.state : markdownCode(mcp.endpoint)}`,
    ].join('\n'),
  ];
}

function inPlaceOf({ canonical }: Pick<ScorecardView, 'canonical'>): string {
  return canonical === undefined ? '' : ` in place of ${markdownUrl(canonical)}`;
}

/** What fails, what gains most first: the finding, where the guide is, and what was seen. */
function failures(envelope: StoredEnvelope, { fixes }: ScorecardView, published: boolean): string[] {
  const { advice, forecast, outlook } = fixes;
  if (advice.length === 0) return [];
  const heads = advice.map(headOf);
  const each = `Each has its guide${forecast ? ', the score after this fix and those above it,' : ''} and what was seen.`;
  const items = advice.map((one, i) => {
    const item = failureItem(one, i + 1, envelope, published);
    return heads[i] === heads[i - 1] ? item : `${i === 0 ? '' : '\n'}### ${heads[i]}\n\n${item}`;
  });
  return [
    '## Fix first',
    `${each} ${published ? GUIDES : 'How to fix one: the command `explain <check>`.'}`,
    items.join('\n'),
    outlook,
  ];
}

const GUIDES =
  'A guide has the steps for your software with `?for=nginx`, or another platform that it names; over MCP, `get_fix` has them.';

/** What a failure has in common with those next to it. */
function headOf({ failure: { status, keyword }, points }: Advice): string {
  return `${STATUS_WORDS[status]} ${keywordWord(keyword)}${points === undefined ? '' : `: ${recovered(points)} each`}`;
}

function failureItem(
  { failure, after }: Advice,
  number: number,
  envelope: StoredEnvelope,
  published: boolean,
): string {
  const { id, remediation, evidence } = failure;
  const guide = published ? remediation?.skill_url : undefined;
  const place =
    guide === undefined || leadsNowhere(guide)
      ? undefined
      : `${guide}.md?for=${askedFor(envelope.scorecard)}`;
  return [
    `${number}. ${markdownText(headlineOf(failure))} ${place === undefined ? markdownCode(id) : markdownLink(id, place)}${after === undefined ? '' : ` → ${after.relative}%`}`,
    ...(published || remediation === undefined ? [] : [`   ${markdownProse(remediation.fix)}`]),
    `   ${markdownCode(ownPaths(evidence, envelope))}`,
  ].join('\n');
}

/** What has no verdict, and why. */
function unseen(envelope: StoredEnvelope, { hasUnseen }: ScorecardView): string[] {
  if (!hasUnseen) return [];
  const { results } = envelope.scorecard;
  const items = results
    .filter(hasNoVerdict)
    .map(
      ({ id, status, keyword, evidence }) =>
        `- ${markdownText(statusWord(status))} ${keywordWord(keyword)} ${markdownCode(id)}: ${markdownCode(ownPaths(evidence, envelope))}`,
    );
  return ['## Could not be seen', `These say nothing of the site: they are ${LEFT_OUT}.`, items.join('\n')];
}

/** The categories with what passes and what does not apply, by its ids. */
function categories({ categories: all, notJudged }: ScorecardView, onlyFailures: boolean): string[] {
  const others = notJudged.map(({ id }) => markdownCode(id)).join(', ');
  return [
    '## Categories',
    all.map((category) => categoryItem(category, onlyFailures)).join('\n'),
    ...(others === '' ? [] : [`Not judged then: ${others}.`]),
  ];
}

function categoryItem({ number, name, results, count, label }: CategoryView, onlyFailures: boolean): string {
  const groups = onlyFailures
    ? []
    : OTHERS.flatMap(([heading, belongs]) => {
        const ids = results.filter(belongs).map(({ id }) => markdownCode(id));
        return ids.length === 0 ? [] : [` ${heading}: ${ids.join(', ')}.`];
      });
  return `- **${number} ${markdownText(name)}** (${label}): ${count}.${groups.join('')}`;
}

/** What neither fails nor is without a verdict. */
const OTHERS: readonly (readonly [string, (result: StoredResult) => boolean])[] = [
  ['Passes', ({ status }) => status === 'pass'],
  [
    'Optional and not implemented',
    ({ status, na_reason }) => status === 'n_a' && na_reason === 'optional-absent',
  ],
  ['Does not apply', ({ status, na_reason }) => status === 'n_a' && na_reason !== 'optional-absent'],
];

const COMMANDS = [
  '---',
  'Commands of the auditor: `explain <check>` tells how to fix a check, `fix` has a plan for a coding agent.',
];

function closing({ json_url, scorecard_url }: StoredEnvelope): string[] {
  const site = new URL(scorecard_url).origin;
  return [
    '---',
    `The same as ${markdownLink('a page', scorecard_url)}, and with all there is as ${markdownLink('JSON', json_url)}. ${markdownLink('What each check asks', `${site}/checks.md`)}.`,
  ];
}
