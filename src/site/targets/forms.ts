/** A scorecard's forms beside its page. */
import type { Envelope } from '../../scorecard/schema.ts';
import { badgeSvg, shield } from '../badge.ts';
import { scorecardMarkdown } from '../page-markdown.ts';

export interface TargetForm {
  /** Its media type. */
  readonly type: string;
  readonly textOf: (latest: Envelope) => string;
}

/** By the name of the file under `/score/<target>/`; the function answers with `md` and `json` of live scorecards. */
export const TARGET_FORMS = {
  md: { type: 'text/markdown; charset=utf-8', textOf: scorecardMarkdown },
  json: {
    type: 'application/json; charset=utf-8',
    textOf: (latest) => `${JSON.stringify(latest, null, 2)}\n`,
  },
  'badge.svg': {
    type: 'image/svg+xml',
    textOf: ({ scorecard }) => badgeSvg(scorecard.score.global),
  },
  'shield.json': {
    type: 'application/json; charset=utf-8',
    textOf: ({ scorecard }) => `${JSON.stringify(shield(scorecard.score.global))}\n`,
  },
} as const satisfies Readonly<Record<string, TargetForm>>;
