/** A scorecard's forms beside its page. */
import type { Envelope } from '../../scorecard/schema.ts';
import { badgeSvg, shield } from '../badge.ts';
import { scorecardMarkdown } from '../page-markdown.ts';

export interface TargetForm {
  /** The file under `/score/<target>/`. */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly textOf: (latest: Envelope) => string;
}

export const TARGET_FORMS: readonly TargetForm[] = [
  { name: 'md', type: 'text/markdown; charset=utf-8', textOf: scorecardMarkdown },
  {
    name: 'json',
    type: 'application/json; charset=utf-8',
    textOf: (latest) => `${JSON.stringify(latest, null, 2)}\n`,
  },
  {
    name: 'badge.svg',
    type: 'image/svg+xml',
    textOf: ({ scorecard }) => badgeSvg(scorecard.score.global),
  },
  {
    name: 'shield.json',
    type: 'application/json; charset=utf-8',
    textOf: ({ scorecard }) => `${JSON.stringify(shield(scorecard.score.global))}\n`,
  },
];
