/** A scorecard's forms beside its page. */
import type { ListedTarget } from '../../catalog/scored.ts';
import { badgeSvg, shield } from '../../render/badge.ts';
import type { Standing } from '../../scorecard/standing.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { scorecardMarkdown, unseenMarkdown } from '../page-markdown.ts';

export interface TargetForm {
  /** Its media type. */
  readonly type: string;
  /** @param standing of a site that no audit can see now */
  readonly textOf: (latest: StoredEnvelope, standing?: Standing) => string;
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

/** All forms of a target, by name. One without a scorecard has its Markdown, which says why; the function answers the others. */
export function formsOf(
  { target, latest, standing }: ListedTarget,
  site: string,
): readonly (readonly [name: string, form: { readonly type: string; readonly text: string }])[] {
  if (latest === null)
    return [['md', { type: TARGET_FORMS.md.type, text: unseenMarkdown(target, standing, site) }]];
  return Object.entries<TargetForm>(TARGET_FORMS).map(([name, { type, textOf }]) => [
    name,
    { type, text: textOf(latest, standing) },
  ]);
}
