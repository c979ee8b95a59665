/** Scorecards as text that a model reads: bounded, what matters first, evidence delimited. */

import type { Unseen } from '../catalog/services.ts';
import { markdownCode, markdownProse, markdownText } from '../render/escape.ts';
import { gainText, instant, KEYWORD_WORDS, plural, STATUS_WORDS, SUMMARY_WORDS } from '../render/labels.ts';
import { mcpState, noForecast, partialNote, shortCount } from '../render/unseen.ts';
import { EVIDENCE_WARNING, fence } from '../scorecard/remediation.ts';
import { rulesText } from '../scorecard/rules.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { adviceFor } from '../view/advice.ts';
import type { NextCall } from './schemas.ts';

/** How many failures the text of a scorecard tells of. */
const MOST_FAILURES = 10;

const texts = new WeakMap<Envelope, string>();

/**
 * A scorecard in a few thousand characters: scores, categories, and what to fix first with the evidence. Made once for
 * each that is kept: it takes as long as all else in an answer.
 */
export function scorecardText(envelope: Envelope): string {
  const text = texts.get(envelope) ?? makeText(envelope);
  texts.set(envelope, text);
  return text;
}

function makeText(envelope: Envelope): string {
  const { scorecard, freshness } = envelope;
  const { score, summary } = scorecard;
  const ownOf = (id: string) => scorecard.results.filter(({ category }) => category === id);
  const counts = SUMMARY_WORDS.filter(([status]) => summary[status] > 0).map(
    ([status, word]) => `${summary[status]} ${word}`,
  );
  const made = freshness.cached ? 'Stored result of an audit' : 'Audited by this call';
  const endpoint = scorecard.mcp_endpoint;
  const note = partialNote(envelope);
  return blocks([
    `# ${markdownText(envelope.target)}: global ${score.global}, relative ${score.relative}`,
    ...(note === undefined ? [] : [note]),
    'Of 100 points each: global against everything that a site can offer agents, relative against what applies to this one.',
    [
      `- ${made} at ${instant(freshness.scored_at)}; due again at ${instant(freshness.refresh_after)}`,
      `- Checks: ${counts.join(', ')}`,
      endpoint === null ? `- ${mcpState(scorecard)}` : `- MCP endpoint: ${markdownCode(endpoint)}`,
      `- Judged by: ${markdownText(rulesText(scorecard))}`,
      `- The whole scorecard: ${envelope.markdown_url} (JSON: ${envelope.json_url})`,
    ].join('\n'),
    `Passed by category: ${scorecard.categories.map((category) => `${category.name} ${shortCount(category, ownOf(category.id))}`).join('; ')}.`,
    ...(summary.error + summary.skip > 0
      ? [
          'Checks that could not be checked or were not run say nothing of the site: do not report them as failures.',
        ]
      : []),
    ...(envelope.cut_short === true
      ? [
          'An audit that its deadline cuts short is not stored and not counted: the addresses above do not have this result.',
        ]
      : []),
    ...failuresText(envelope),
  ]);
}

function failuresText({ target, scorecard }: Envelope): string[] {
  const { advice } = adviceFor(scorecard.results);
  const caution = noForecast(scorecard.results);
  if (advice.length === 0)
    return [caution === undefined ? 'Nothing fails.' : 'Nothing fails of what was seen.'];
  const shown = advice.slice(0, MOST_FAILURES);
  const rest = advice.length - shown.length;
  return [
    `## Fix first${rest > 0 ? ` (${shown.length} of ${plural(advice.length, 'failure')})` : ''}`,
    EVIDENCE_WARNING,
    ...shown.map(({ failure, gain }, i) =>
      [
        `${i + 1}. ${markdownProse(failure.label)} (${markdownCode(failure.id)}, ${KEYWORD_WORDS[failure.keyword]}, ${STATUS_WORDS[failure.status]}${gain === undefined ? '' : `; fixing it: ${gainText(gain)}`})`,
        `Fix: ${markdownProse(failure.remediation.fix)}`,
        fence(failure.evidence),
      ].join('\n'),
    ),
    ...(caution === undefined ? [] : [caution]),
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
