/** Scorecards as text that a model reads: bounded, what matters first, evidence delimited. */

import { scoresText } from '../definitions/score-names.ts';
import { markdownCode, markdownProse, markdownText } from '../render/escape.ts';
import { bytesIn } from '../scorecard/bounds.ts';
import { EVIDENCE_WARNING, fence } from '../scorecard/remediation.ts';
import { rulesText } from '../scorecard/rules.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import type { FailedAttempt } from '../service-api.ts';
import type { Advice } from '../view/advice.ts';
import { type ScorecardView, scorecardView } from '../view/scorecard.ts';
import { headlineOf } from '../view/title.ts';
import { verdictText } from '../view/verdict.ts';
import { keywordWord, plural, recovered, STATUS_WORDS } from '../view/words.ts';
import type { NextCall } from './schemas.ts';
import { comparedText } from './since.ts';

/** How many failures the text of a scorecard tells of with evidence and fix. */
const MOST_FAILURES = 10;

/** A scorecard in a few lines: scores, counts, categories, and where all of it is. */
export function scorecardSummaryText(envelope: StoredEnvelope): string {
  const view = scorecardView(envelope);
  return blocks([...headText(envelope, view), failuresCount(view)]);
}

/**
 * A scorecard with what to fix first, for which the evidence is there as well, and the names of what else fails.
 *
 * @param most its bytes in JSON, where the summary alone is not longer
 */
export function boundedText(envelope: StoredEnvelope, most: number): string {
  const view = scorecardView(envelope);
  return withFailures(headText(envelope, view), view, { failures: MOST_FAILURES, bytes: most });
}

/** With as many failures as fit. */
function withFailures(
  head: readonly string[],
  view: ScorecardView,
  most: { readonly failures: number; readonly bytes: number },
): string {
  let shown = Math.min(most.failures, view.fixes.advice.length);
  let text = blocks([...head, ...failuresText(view, shown)]);
  while (shown > 0 && bytesIn(text) > most.bytes) {
    shown -= 1;
    text = blocks([...head, ...failuresText(view, shown)]);
  }
  return text;
}

function headText(envelope: StoredEnvelope, view: ScorecardView): string[] {
  const { global, relative, mcp } = view;
  const counts = view.counts.map(({ count, word }) => `${count} ${markdownText(word)}`);
  const made = envelope.freshness.cached ? 'Stored result of an audit' : 'Audited by this call';
  return [
    `# ${markdownText(view.target)}: ${scoresText({ relative: relative.value, global: global.value })}`,
    ...(view.partial === undefined ? [] : [view.partial]),
    ...(view.otherRules === undefined ? [] : [otherRulesText(view.otherRules, view.notJudged)]),
    `${relative.meaning} ${global.meaning}`,
    ...comparedText(envelope),
    markdownText(verdictText(view.verdict)),
    [
      `- ${made} at ${view.audited}; due again at ${view.due}`,
      `- Checks: ${counts.join(', ')}`,
      mcp.endpoint === null ? `- ${mcp.state}` : `- MCP endpoint: ${markdownCode(mcp.endpoint)}`,
      `- Judged by: ${markdownText(rulesText(envelope.scorecard))}`,
      `- The whole scorecard: ${envelope.markdown_url} (JSON: ${envelope.json_url})`,
    ].join('\n'),
    `Passed by category: ${view.categories.map(({ name, shortCount }) => `${markdownText(name)} ${shortCount}`).join('; ')}.`,
    ...(view.hasUnseen
      ? [
          'Checks that could not be checked or were not run say nothing about the site: do not report them as failures.',
        ]
      : []),
    ...(envelope.cut_short === true
      ? [
          'This is what was seen in the time of this call: it is stored nowhere, the addresses above do not have it, and an audit that ends cut short is not counted. Call score_cli with the same target again in 15 seconds: where the audit has ended meanwhile, the whole of it is given then, and costs nothing more.',
        ]
      : []),
  ];
}

/** That the rules were others, and which checks of today they did not have. */
function otherRulesText(note: string, notJudged: ScorecardView['notJudged']): string {
  const ids = notJudged.map(({ id }) => markdownCode(id)).join(', ');
  return markdownText(note) + (ids === '' ? '' : ` They are: ${ids}.`);
}

function failuresCount({ fixes, hasUnseen }: ScorecardView): string {
  const { length } = fixes.advice;
  if (length === 0) return hasUnseen ? 'Nothing that was seen fails.' : 'Nothing fails.';
  return `${plural(length, 'check')} ${length === 1 ? 'fails' : 'fail'}: detail failures tells which, and what to change.`;
}

function failuresText(view: ScorecardView, most: number): string[] {
  const { target, fixes } = view;
  const { advice, forecast, outlook } = fixes;
  if (advice.length === 0) return [failuresCount(view)];
  const shown = advice.slice(0, most);
  const rest = advice.slice(most);
  return [
    ...(shown.length === 0
      ? []
      : [
          `## Fix first${rest.length > 0 ? ` (${shown.length} of ${plural(advice.length, 'failure')})` : ''}`,
          EVIDENCE_WARNING,
          ...shown.map(adviceText),
        ]),
    ...(rest.length === 0 ? [] : [restText(rest, shown.length > 0)]),
    ...(forecast ? [] : [outlook]),
    `The guide to each: get_fix with check_id, target ${markdownCode(target)} for the evidence there, and platform for the steps with your software.`,
  ];
}

function adviceText({ failure, points }: Advice, i: number): string {
  const { id, keyword, status, remediation, evidence } = failure;
  const gaining = points === undefined ? '' : `; the fix recovers ${recovered(points)}`;
  return [
    `${i + 1}. ${markdownText(headlineOf(failure))} (${markdownCode(id)}, ${keywordWord(keyword)}, ${STATUS_WORDS[status]}${gaining})`,
    ...(remediation === undefined ? [] : [`Fix: ${markdownProse(remediation.fix)}`]),
    fence(evidence),
  ].join('\n');
}

/** What fails besides, by status, in the order of what a fix gains. */
function restText(rest: readonly Advice[], isRest: boolean): string {
  const byStatus = Map.groupBy(rest, ({ failure }) => failure.status);
  const lines = [...byStatus].map(
    ([status, those]) =>
      `- ${STATUS_WORDS[status]}: ${those.map(({ failure }) => markdownCode(failure.id)).join(', ')}`,
  );
  return [
    `${plural(rest.length, 'check')}${isRest ? ' besides' : ''}, what gains most first:`,
    ...lines,
  ].join('\n');
}

/** That the newest attempt could not see a site; what is known of it is older, or nothing. */
export function failedAttemptText({ state, message }: FailedAttempt): string {
  const what = UNSEEN[state];
  return [
    `${what}: the newest audit could not see it, which says nothing of the site itself. ${EVIDENCE_WARNING}`,
    fence(message),
  ].join('\n');
}

const UNSEEN: Readonly<Record<FailedAttempt['state'], string>> = {
  refuses: 'The site refuses automated clients',
  declined: 'The owner of the site declined to have it audited',
  unreachable: 'The site did not answer',
};

/** Where there is nothing, and what to call instead. */
export function missText(what: string, next: NextCall): string {
  return `${what} ${next.why} Call ${next.tool} with ${JSON.stringify(next.arguments)}.`;
}

/** How to go on in a list. */
export function moreText(cursor: string): string {
  return `More: the same arguments with cursor ${cursor}`;
}

/** A host without a scorecard, and the call that makes one. */
export function auditNext(host: string): NextCall {
  return {
    tool: 'audit_website',
    arguments: { url: host },
    why: 'An audit makes one; it is metered.',
  };
}

export function blocks(parts: readonly string[]): string {
  return parts.join('\n\n');
}
