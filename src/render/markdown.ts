/** The scorecard as Markdown. */

import { rulesOf } from '../scorecard/rules.ts';
import type { Envelope, Result, Scorecard } from '../scorecard/schema.ts';
import { adviceFor, type Failure, isFailure } from '../view/advice.ts';
import {
  markdownBlock,
  markdownCode,
  markdownCodeCell,
  markdownLink,
  markdownProse,
  markdownText,
  markdownUrl,
} from './escape.ts';
import { gained, instant, KEYWORD_WORDS, STATUS_WORDS, SUMMARY_WORDS, together } from './labels.ts';
import { categoryCount, categoryLabel, mcpState, meaningOf, noForecast, partialNote } from './unseen.ts';

/** The whole scorecard, ending in a line feed. */
export function renderMarkdown(envelope: Envelope): string {
  const { scorecard } = envelope;
  const blocks = [
    ...header(envelope),
    ...categories(scorecard),
    ...fixFirst(scorecard),
    ...failures(scorecard),
    ...others(scorecard),
    ...closing(envelope),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function header(envelope: Envelope): string[] {
  const { scorecard, freshness } = envelope;
  const { score, summary, results } = scorecard;
  const meaning = meaningOf(results);
  const endpoint = scorecard.mcp_endpoint;
  const note = partialNote(envelope);
  const counts = SUMMARY_WORDS.filter(([status]) => summary[status] > 0).map(
    ([status, word]) => `${summary[status]} ${word}`,
  );
  return [
    `# ${markdownText(envelope.target)}`,
    ...(note === undefined ? [] : [`> **${markdownText(note)}**`]),
    `Website · **${score.global}% global-ready** · ${score.relative}% relative`,
    [
      `- **Relative ${score.relative}:** ${meaning.relative}`,
      `- **Global ${score.global}:** ${meaning.global}`,
      `- **Checks:** ${counts.join(', ')}`,
      `- **Audited:** ${markdownUrl(scorecard.tool.url)}, ${instant(freshness.scored_at)}, standard ${markdownText(envelope.spec_version)}, rules ${rulesOf(scorecard)}`,
      ...(scorecard.site_type === null ? [] : [`- **Site type:** ${scorecard.site_type}`]),
      `- **MCP:** ${endpoint === null ? mcpState(scorecard) : markdownCode(endpoint)}`,
    ].join('\n'),
  ];
}

function categories(scorecard: Scorecard): string[] {
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

function fixFirst({ results, score }: Scorecard): string[] {
  const { advice, reachable } = adviceFor(results);
  if (advice.length === 0) return [];
  const rows = advice.map(({ failure, gain }, i) => {
    const what = `| ${i + 1} | ${markdownText(failure.label)} | ${markdownCodeCell(failure.id)} |`;
    return gain === undefined ? what : `${what} ${gained(gain.relative)} | ${gained(gain.global)} |`;
  });
  const end = reachable === undefined ? noForecast(results) : together(advice.length, score, reachable);
  return [
    '## Fix first',
    table(['#', 'Fix', 'Check', ...(reachable === undefined ? [] : ['Relative', 'Global'])], rows),
    ...(end === undefined ? [] : [end]),
  ];
}

function failures(scorecard: Scorecard): string[] {
  const failed = scorecard.results.filter(isFailure);
  return failed.length === 0
    ? []
    : ['## What fails', ...failed.flatMap((result) => failureSection(result, nameOf(result, scorecard)))];
}

function nameOf({ category }: Failure, { categories }: Scorecard): string {
  return categories.find(({ id }) => id === category)?.name ?? category;
}

function failureSection(result: Failure, category: string): string[] {
  const { goal, fix, skill_url, resources } = result.remediation;
  return [
    `### ${markdownText(result.label)}`,
    `${STATUS_WORDS[result.status]} · ${KEYWORD_WORDS[result.keyword]} · ${markdownText(category)} · ${markdownCode(result.id)}`,
    markdownBlock(result.evidence),
    [
      `- **Goal:** ${markdownProse(goal)}`,
      `- **Fix:** ${markdownProse(fix)}`,
      `- **Guide:** ${markdownUrl(skill_url)}`,
      `- **Resources:** ${resources.map(({ label, url }) => markdownLink(label, url)).join(', ')}`,
    ].join('\n'),
  ];
}

/** What does not fail, by what can be said of it. */
const OTHERS: readonly (readonly [string, (result: Result) => boolean])[] = [
  ['What could not be checked', ({ status }) => status === 'error'],
  ['What was not run', ({ status }) => status === 'skip'],
  ['What passes', ({ status }) => status === 'pass'],
  ['What is optional and not implemented', (result) => naReason(result) === 'optional-absent'],
  ['What does not apply', (result) => naReason(result) === 'antecedent-unmet'],
];

function naReason(result: Result): string | undefined {
  return result.status === 'n_a' ? result.na_reason : undefined;
}

function others({ results }: Scorecard): string[] {
  return OTHERS.flatMap(([heading, belongs]) => {
    const rows = results
      .filter(belongs)
      .map(
        ({ label, id, keyword, evidence }) =>
          `| ${markdownText(label)} | ${markdownCodeCell(id)} | ${KEYWORD_WORDS[keyword]} | ${markdownCodeCell(evidence)} |`,
      );
    return rows.length === 0 ? [] : [`## ${heading}`, table(['Check', 'Id', 'Level', 'Evidence'], rows)];
  });
}

function closing({ json_url, scorecard_url }: Envelope): string[] {
  return [
    '---',
    `The same as a page: ${markdownUrl(scorecard_url)} · as JSON, with a prompt for a coding agent for each failure: ${markdownUrl(json_url)}`,
  ];
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`, ...rows].join('\n');
}
