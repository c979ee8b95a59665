/** A scorecard's forms beside its page, by the name of the file under `/score/<target>/`. */
import type { Envelope } from '../../scorecard/schema.ts';
import { badgeSvg, shield } from '../badge.ts';
import { scorecardMarkdown } from '../page-markdown.ts';

export const TARGET_FORMS: Readonly<Record<string, (latest: Envelope) => string>> = {
  md: scorecardMarkdown,
  json: (latest) => `${JSON.stringify(latest, null, 2)}\n`,
  'badge.svg': ({ scorecard }) => badgeSvg(scorecard.score.global),
  'shield.json': ({ scorecard }) => `${JSON.stringify(shield(scorecard.score.global))}\n`,
};
