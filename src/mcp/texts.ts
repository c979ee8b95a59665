/** Scorecards as text that a model reads: bounded, what matters first, evidence delimited. */

import type { Unseen } from '../catalog/services.ts';
import { markdownCode, markdownProse, markdownText } from '../render/escape.ts';
import { EVIDENCE_WARNING, fence } from '../scorecard/remediation.ts';
import { rulesText } from '../scorecard/rules.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { type ScorecardView, scorecardView } from '../view/scorecard.ts';
import { gainText, levelWord, plural, STATUS_WORDS } from '../view/words.ts';
import type { NextCall } from './schemas.ts';

/** How many failures the text of a scorecard tells of. */
const MOST_FAILURES = 10;

const texts = new WeakMap<StoredEnvelope, string>();

/**
 * A scorecard in a few thousand characters: scores, categories, and what to fix first with the evidence. Made once for
 * each that is kept: it takes as long as all else in an answer.
 */
export function scorecardText(envelope: StoredEnvelope): string {
  const text = texts.get(envelope) ?? makeText(envelope);
  texts.set(envelope, text);
  return text;
}

function makeText(envelope: StoredEnvelope): string {
  const view = scorecardView(envelope);
  const { global, relative, mcp } = view;
  const counts = view.counts.map(({ count, word }) => `${count} ${markdownText(word)}`);
  const made = envelope.freshness.cached ? 'Stored result of an audit' : 'Audited by this call';
  return blocks([
    `# ${markdownText(view.target)}: global ${global.value}, relative ${relative.value}`,
    ...(view.partial === undefined ? [] : [view.partial]),
    ...(view.otherRules === undefined ? [] : [otherRulesText(view.otherRules, view.notJudged)]),
    'Of 100 points each: global against everything that a site can offer agents, relative against what applies to this one.',
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
          'Checks that could not be checked or were not run say nothing of the site: do not report them as failures.',
        ]
      : []),
    ...(envelope.cut_short === true
      ? [
          'An audit that its deadline cuts short is not stored and not counted: the addresses above do not have this result.',
        ]
      : []),
    ...failuresText(view),
  ]);
}

/** That the rules were others, and which checks of today they did not have. */
function otherRulesText(note: string, notJudged: ScorecardView['notJudged']): string {
  const ids = notJudged.map(({ id }) => markdownCode(id)).join(', ');
  return markdownText(note) + (ids === '' ? '' : ` They are: ${ids}.`);
}

function failuresText({ target, fixes, hasUnseen }: ScorecardView): string[] {
  const { advice, forecast, outlook } = fixes;
  if (advice.length === 0) return [hasUnseen ? 'Nothing fails of what was seen.' : 'Nothing fails.'];
  const shown = advice.slice(0, MOST_FAILURES);
  const rest = advice.length - shown.length;
  return [
    `## Fix first${rest > 0 ? ` (${shown.length} of ${plural(advice.length, 'failure')})` : ''}`,
    EVIDENCE_WARNING,
    ...shown.map(({ failure, gain }, i) =>
      [
        `${i + 1}. ${markdownProse(failure.label)} (${markdownCode(failure.id)}, ${levelWord(failure.keyword)}, ${STATUS_WORDS[failure.status]}${gain === undefined ? '' : `; fixing it: ${gainText(gain)}`})`,
        ...(failure.remediation === undefined ? [] : [`Fix: ${markdownProse(failure.remediation.fix)}`]),
        fence(failure.evidence),
      ].join('\n'),
    ),
    ...(forecast ? [] : [outlook]),
    `The guide to each: get_fix with check_id, and target ${markdownCode(target)} for the evidence there.`,
  ];
}

/** That the newest attempt could not see a site; what is known of it is older, or nothing. */
export function unseenText({ state, message }: Unseen): string {
  const what = UNSEEN[state];
  return [
    `${what}: the newest audit could not see it, which says nothing of the site itself. ${EVIDENCE_WARNING}`,
    fence(message),
  ].join('\n');
}

const UNSEEN: Readonly<Record<Unseen['state'], string>> = {
  refuses: 'The site refuses automated clients',
  declined: 'The owner of the site declined to have it audited',
  unreachable: 'The site gave no answer',
};

/** Where there is nothing, and what to call instead. */
export function missText(what: string, next: NextCall): string {
  return `${what} ${next.why} Call ${next.tool} with ${JSON.stringify(next.arguments)}.`;
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
