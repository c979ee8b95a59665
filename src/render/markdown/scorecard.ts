/** The scorecard as Markdown. */

import { SCORE_OF } from '../../definitions/score-names.ts';
import { isStatus } from '../../definitions/vocabulary.ts';
import type { Remediation } from '../../scorecard/schema.ts';
import { LEFT_OUT } from '../../scorecard/score.ts';
import type { StoredEnvelope, StoredResult, StoredScorecard } from '../../scorecard/stored.ts';
import { leadsNowhere } from '../../versions.ts';
import { type FailedResult, isFailedResult } from '../../view/advice.ts';
import { findingOf } from '../../view/finding.ts';
import { type ScorecardView, scorecardView } from '../../view/scorecard.ts';
import { verdictText } from '../../view/verdict.ts';
import { KEYWORD_WORDS, keywordWord, recovered, STATUS_WORDS, statusWord } from '../../view/words.ts';
import {
  markdownBlock,
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
} from '../escape.ts';
import { table } from './table.ts';

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
    ...categories(view),
    ...fixFirst(view),
    ...failures(view),
    ...others(envelope.scorecard, onlyFailures),
    ...notJudged(view),
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
    markdownText(verdictText(view.verdict)),
    `Website · **${relative.value}% ${SCORE_OF.relative}** · ${global.value}% ${SCORE_OF.global}`,
    [
      ...[relative, global].map(({ name, value, meaning }) => `- **${name}: ${value}%.** ${meaning}`),
      `- **Checks:** ${counts.join(', ')}`,
      `- **Audited:** ${markdownUrl(view.address)}${inPlaceOf(view)}, ${view.audited}, standard ${markdownText(view.standard)}, rules ${view.rules}`,
      ...(view.siteType === null ? [] : [`- **Site type:** ${markdownText(view.siteType)}`]),
      `- **MCP:** ${mcp.endpoint === null ? mcp.state : markdownCode(mcp.endpoint)}`,
    ].join('\n'),
  ];
}

function inPlaceOf({ canonical }: Pick<ScorecardView, 'canonical'>): string {
  return canonical === undefined ? '' : ` in place of ${markdownUrl(canonical)}`;
}

function categories({ categories: all, hasUnseen }: ScorecardView): string[] {
  const rows = all.map(({ number, name, results, count, label }) => {
    const na = results.filter(({ status }) => status === 'n_a').length;
    // The label “partial” also stands for none at all, which reads as if some had passed.
    const none = label === 'partial' && !results.some(({ status }) => status === 'pass');
    return [number, markdownText(name), count, na, none ? 'none' : label];
  });
  return [
    '## Categories',
    table(['#', 'Category', 'Count', 'Not applicable', 'Label'], rows),
    ...(hasUnseen
      ? [`Errors and checks that were not run say nothing of the site: they are ${LEFT_OUT}.`]
      : []),
  ];
}

function fixFirst({ fixes: { advice, forecast, outlook } }: ScorecardView): string[] {
  if (advice.length === 0) return [];
  const rows = advice.map(({ failure, reason, points, after }, i) => [
    i + 1,
    markdownText(failure.label),
    markdownCodeCell(failure.id),
    `${STATUS_WORDS[failure.status]}, ${keywordWord(failure.keyword)}`,
    points === undefined ? '' : recovered(points),
    ...(after === undefined ? [] : [`${after.relative}%`]),
    reason === undefined ? '' : markdownProse(reason),
  ]);
  return [
    '## Fix first',
    table(['#', 'Fix', 'Check', 'Now', 'Recovers', ...(forecast ? ['Score then'] : []), 'Why'], rows),
    outlook,
  ];
}

function failures({ categories: all }: ScorecardView): string[] {
  const sections = all.flatMap(({ name, results }) =>
    results.filter(isFailedResult).flatMap((result) => failureSection(result, name)),
  );
  return sections.length === 0 ? [] : ['## What fails', ...sections];
}

function failureSection(result: FailedResult, category: string): string[] {
  const finding = findingOf(result);
  return [
    `### ${markdownText(result.label)}`,
    `${STATUS_WORDS[result.status]} · ${keywordWord(result.keyword)} · ${markdownText(category)} · ${markdownCode(result.id)}`,
    ...(finding === undefined ? [] : [`**${markdownText(finding)}**`]),
    markdownBlock(result.evidence),
    ...(result.remediation === undefined ? [] : [remedy(result.remediation)]),
  ];
}

function remedy({ goal, fix, skill_url, resources }: Remediation): string {
  return [
    `- **Goal:** ${markdownProse(goal)}`,
    `- **Fix:** ${markdownProse(fix)}`,
    `- **Guide:** ${guideOf(skill_url)}`,
    `- **Resources:** ${resources.map(({ label, url }) => markdownLink(label, url)).join(', ')}`,
  ].join('\n');
}

/** The guide's address, or the command that prints it where no catalog has published it. */
function guideOf(address: string): string {
  return leadsNowhere(address)
    ? `${markdownCode(`explain ${address.split('/').at(-1) ?? ''}`)}, a command of the auditor`
    : markdownUrl(address);
}

/** What does not fail, by what can be said of it. */
const OTHERS: readonly (readonly [string, (result: StoredResult) => boolean])[] = [
  ['What could not be checked', ({ status }) => status === 'error'],
  ['What was not run', ({ status }) => status === 'skip'],
  ['What passes', ({ status }) => status === 'pass'],
  ['What is optional and not implemented', (result) => naReason(result) === 'optional-absent'],
  ['What does not apply', (result) => result.status === 'n_a' && naReason(result) !== 'optional-absent'],
];

/** The first groups are of what could not be seen. */
const UNSEEN = 2;

function naReason(result: StoredResult): string | undefined {
  return result.status === 'n_a' ? result.na_reason : undefined;
}

/** The checks of today that the scorecard's rules did not have. */
function notJudged({ notJudged: checks }: ScorecardView): string[] {
  const rows = checks.map(({ label, id, keyword }) => [
    markdownText(label),
    markdownCodeCell(id),
    KEYWORD_WORDS[keyword],
  ]);
  return rows.length === 0 ? [] : ['## Not judged then', table(['Check', 'Id', 'Level'], rows)];
}

function others({ results }: StoredScorecard, onlyFailures: boolean): string[] {
  const unknown = [...new Set(results.map(({ status }) => status))].filter((status) => !isStatus(status));
  const groups = [
    ...(onlyFailures ? OTHERS.slice(0, UNSEEN) : OTHERS),
    ...unknown.map((word): (typeof OTHERS)[number] => [
      `What is ${markdownText(statusWord(word))}, which is not known here`,
      ({ status }) => status === word,
    ]),
  ];
  return groups.flatMap(([heading, belongs]) => {
    const rows = results
      .filter(belongs)
      .map(({ label, id, keyword, evidence }) => [
        markdownText(label),
        markdownCodeCell(id),
        keywordWord(keyword),
        markdownCodeCell(evidence),
      ]);
    return rows.length === 0 ? [] : [`## ${heading}`, table(['Check', 'Id', 'Level', 'Evidence'], rows)];
  });
}

const COMMANDS = [
  '---',
  'Commands of the auditor: `explain <check>` tells how to fix a check, `fix` has a prompt for a coding agent for each failure.',
];

function closing({ json_url, scorecard_url }: StoredEnvelope): string[] {
  return [
    '---',
    `The same as a page: ${markdownUrl(scorecard_url)} · as JSON, with a prompt for a coding agent for each failure: ${markdownUrl(json_url)}`,
  ];
}
