/** Renders a target's badge as SVG, or as JSON for shields.io. It shows the relative score, or why there is none. */

import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { ListingState } from '../audit/scorecard/listing-state.ts';

export const BADGE_LABEL = 'agent readiness';
/** The mean width of a character in 11 px Verdana, in pixels. `textLength` fits the text to the badge in any font. */
const CHARACTER = 6.6;

/** What a badge shows instead of a score: why the site cannot be audited, or why there is no scorecard. */
export type NoScore = ListingState['state'] | 'never' | 'expired' | 'unavailable';

const NO_SCORE: Readonly<Record<NoScore, string>> = {
  refuses: 'refused',
  declined: 'declined',
  unreachable: 'not reached',
  never: 'not scored',
  expired: 'expired',
  unavailable: 'not available now',
};

/** Returns the background color for a score. White text on this color has a contrast ratio of at least 4.5. */
function colorOf(score: number | NoScore): string {
  if (typeof score === 'string') return '#6b6f6a';
  if (score >= 80) return '#1f6f4a';
  if (score >= 50) return '#2b6777';
  if (score >= 25) return '#8a5a12';
  return '#6b6f6a';
}

function messageOf(score: number | NoScore): string {
  return typeof score === 'string' ? NO_SCORE[score] : `${score}% ${SCORE_OF.relative}`;
}

export function badgeText(score: number | NoScore): string {
  return `${BADGE_LABEL}: ${messageOf(score)}`;
}

export function badgeSvg(score: number | NoScore): string {
  const message = messageOf(score);
  const name = badgeText(score);
  const labelWidth = Math.round(BADGE_LABEL.length * CHARACTER) + 12;
  const messageWidth = Math.round(message.length * CHARACTER) + 14;
  const width = labelWidth + messageWidth;
  const text = (x: number, words: string, room: number) =>
    `<text x="${x}" y="14" textLength="${room}">${words}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}">` +
    `<title>${name}</title>` +
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>` +
    `<g clip-path="url(#r)"><path fill="#2c3330" d="M0 0h${labelWidth}v20H0z"/><path fill="${colorOf(score)}" d="M${labelWidth} 0h${messageWidth}v20H${labelWidth}z"/></g>` +
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">' +
    text(labelWidth / 2, BADGE_LABEL, labelWidth - 12) +
    text(labelWidth + messageWidth / 2, message, messageWidth - 14) +
    '</g></svg>\n'
  );
}

/** Returns the badge as JSON for https://shields.io/badges/endpoint-badge. */
export function shield(score: number | NoScore): Record<string, string | number> {
  return { schemaVersion: 1, label: BADGE_LABEL, message: messageOf(score), color: colorOf(score) };
}
