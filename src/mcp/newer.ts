/** A live scorecard that is newer than that of the catalog: it is named beside that one, never given in its place. */

import * as z from 'zod';
import { scoresText } from '../definitions/score-names.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { Known } from '../service-api.ts';
import { instant } from '../view/words.ts';
import { scores, word } from './schemas.ts';

/** Returns the newest scorecard, by which a site is fixed; `undefined` if none is stored. */
export function newestOf({ envelope, live }: Known): Envelope | undefined {
  return live ?? envelope;
}

export const newerOutput = z
  .strictObject({
    scored_at: word,
    score: scores,
    scorecard_url: word,
    markdown_url: word,
    json_url: word,
  })
  .describe('Newer than the catalog.');

export function newerOf(live: Envelope): z.input<typeof newerOutput> {
  const { freshness, scorecard, scorecard_url, markdown_url, json_url } = live;
  return {
    scored_at: freshness.scored_at,
    score: scorecard.score,
    scorecard_url,
    markdown_url,
    json_url,
  };
}

export function newerText({ freshness, scorecard: { score }, markdown_url }: Envelope): string {
  return `A newer live audit, of ${instant(freshness.scored_at)}: ${scoresText(score)}, at ${markdown_url}. This is the scorecard of the catalog:`;
}
