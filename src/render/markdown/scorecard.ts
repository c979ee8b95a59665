/** The scorecard as Markdown. */

import { isStatus } from '../../catalogue/vocabulary.ts';
import { rulesOf } from '../../scorecard/rules.ts';
import type { Remediation } from '../../scorecard/schema.ts';
import type { StoredEnvelope, StoredResult, StoredScorecard } from '../../scorecard/stored.ts';
import { adviceFor, type Failure, isFailure } from '../../view/advice.ts';
import { otherRules } from '../../view/judged.ts';
import {
  categoryCount,
  categoryLabel,
  mcpState,
  meaningOf,
  noForecast,
  partialNote,
} from '../../view/unseen.ts';
import {
  gained,
  instant,
  KEYWORD_WORDS,
  levelWord,
  STATUS_WORDS,
  statusCounts,
  statusWord,
  together,
} from '../../view/words.ts';
import {
  markdownBlock,
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
} from '../escape.ts';

/** The whole scorecard, ending in a line feed. */
export function renderMarkdown(envelope: StoredEnvelope): string {
  const { scorecard } = envelope;
  const blocks = [
    ...header(envelope),
    ...categories(scorecard),
    ...fixFirst(scorecard),
    ...failures(scorecard),
    ...others(scorecard),
    ...notJudged(scorecard),
    ...closing(envelope),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function header(envelope: StoredEnvelope): string[] {
  const { scorecard, freshness } = envelope;
  const { score, results } = scorecard;
  const meaning = meaningOf(results);
  const endpoint = scorecard.mcp_endpoint;
  const note = partialNote(envelope);
  const counts = statusCounts(scorecard).map(({ count, word }) => `${count} ${markdownText(word)}`);
  const other = otherRules(scorecard);
  return [
    `# ${markdownText(envelope.target)}`,
    ...(note === undefined ? [] : [`> **${markdownText(note)}**`]),
    ...(other === undefined ? [] : [`> ${markdownText(other.note)}`]),
    `Website · **${score.global}% global-ready** · ${score.relative}% relative`,
    [
      `- **Relative ${score.relative}:** ${meaning.relative}`,
      `- **Global ${score.global}:** ${meaning.global}`,
      `- **Checks:** ${counts.join(', ')}`,
      `- **Audited:** ${markdownUrl(scorecard.tool.url)}, ${instant(freshness.scored_at)}, standard ${markdownText(envelope.spec_version)}, rules ${rulesOf(scorecard)}`,
      ...(scorecard.site_type === null ? [] : [`- **Site type:** ${markdownText(scorecard.site_type)}`]),
      `- **MCP:** ${endpoint === null ? mcpState(scorecard) : markdownCode(endpoint)}`,
    ].join('\n'),
  ];
}

function categories(scorecard: StoredScorecard): string[] {
  const rows = scorecard.categories.map((category, i) => {
    const own = scorecard.results.filter((result) => result.category === category.id);
    const na = own.filter(({ status }) => status === 'n_a').length;
    return `| C${i + 1} | ${markdownText(category.name)} | ${categoryCount(category, own)} | ${na} | ${categoryLabel(category, own)} |`;
  });
  return [
    '## Categories',
    table(['#', 'Category', 'Count', 'Not applicable', 'Label'], rows),
    ...(scorecard.summary.error + scorecard.summary.skip > 0
      ? ['Errors and checks that were not run say nothing of the site, and count for neither score.']
      : []),
  ];
}

function fixFirst(scorecard: StoredScorecard): string[] {
  const { results, score } = scorecard;
  const { advice, reachable } = adviceFor(scorecard);
  if (advice.length === 0) return [];
  const rows = advice.map(({ failure, gain }, i) => {
    const what = `| ${i + 1} | ${markdownText(failure.label)} | ${markdownCodeCell(failure.id)} |`;
    return gain === undefined ? what : `${what} ${gained(gain.relative)} | ${gained(gain.global)} |`;
  });
  const end =
    reachable === undefined ? noForecast(results, { reachable }) : together(advice.length, score, reachable);
  return [
    '## Fix first',
    table(['#', 'Fix', 'Check', ...(reachable === undefined ? [] : ['Relative', 'Global'])], rows),
    ...(end === undefined ? [] : [end]),
  ];
}

function failures(scorecard: StoredScorecard): string[] {
  const failed = scorecard.results.filter(isFailure);
  return failed.length === 0
    ? []
    : ['## What fails', ...failed.flatMap((result) => failureSection(result, nameOf(result, scorecard)))];
}

function nameOf({ category }: Failure, { categories }: StoredScorecard): string {
  return categories.find(({ id }) => id === category)?.name ?? category;
}

function failureSection(result: Failure, category: string): string[] {
  return [
    `### ${markdownText(result.label)}`,
    `${STATUS_WORDS[result.status]} · ${levelWord(result.keyword)} · ${markdownText(category)} · ${markdownCode(result.id)}`,
    markdownBlock(result.evidence),
    ...(result.remediation === undefined ? [] : [remedy(result.remediation)]),
  ];
}

function remedy({ goal, fix, skill_url, resources }: Remediation): string {
  return [
    `- **Goal:** ${markdownProse(goal)}`,
    `- **Fix:** ${markdownProse(fix)}`,
    `- **Guide:** ${markdownUrl(skill_url)}`,
    `- **Resources:** ${resources.map(({ label, url }) => markdownLink(label, url)).join(', ')}`,
  ].join('\n');
}

/** What does not fail, by what can be said of it. */
const OTHERS: readonly (readonly [string, (result: StoredResult) => boolean])[] = [
  ['What could not be checked', ({ status }) => status === 'error'],
  ['What was not run', ({ status }) => status === 'skip'],
  ['What passes', ({ status }) => status === 'pass'],
  ['What is optional and not implemented', (result) => naReason(result) === 'optional-absent'],
  ['What does not apply', (result) => result.status === 'n_a' && naReason(result) !== 'optional-absent'],
];

function naReason(result: StoredResult): string | undefined {
  return result.status === 'n_a' ? result.na_reason : undefined;
}

/** The checks of today that the scorecard's rules did not have. */
function notJudged(scorecard: StoredScorecard): string[] {
  const missing = otherRules(scorecard)?.notJudged ?? [];
  const rows = missing.map(
    ({ label, id, keyword }) =>
      `| ${markdownText(label)} | ${markdownCodeCell(id)} | ${KEYWORD_WORDS[keyword]} |`,
  );
  return rows.length === 0 ? [] : ['## Not judged then', table(['Check', 'Id', 'Level'], rows)];
}

function others({ results }: StoredScorecard): string[] {
  const unknown = [...new Set(results.map(({ status }) => status))].filter((status) => !isStatus(status));
  const groups = [
    ...OTHERS,
    ...unknown.map((word): (typeof OTHERS)[number] => [
      `What is ${markdownText(statusWord(word))}, which is not known here`,
      ({ status }) => status === word,
    ]),
  ];
  return groups.flatMap(([heading, belongs]) => {
    const rows = results
      .filter(belongs)
      .map(
        ({ label, id, keyword, evidence }) =>
          `| ${markdownText(label)} | ${markdownCodeCell(id)} | ${levelWord(keyword)} | ${markdownCodeCell(evidence)} |`,
      );
    return rows.length === 0 ? [] : [`## ${heading}`, table(['Check', 'Id', 'Level', 'Evidence'], rows)];
  });
}

function closing({ json_url, scorecard_url }: StoredEnvelope): string[] {
  return [
    '---',
    `The same as a page: ${markdownUrl(scorecard_url)} · as JSON, with a prompt for a coding agent for each failure: ${markdownUrl(json_url)}`,
  ];
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...rows].join('\n');
}
