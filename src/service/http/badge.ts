/**
 * `GET /score/<target>/badge.svg`, where a build has no file of it, and `/shield.json`: what others show on pages of their own.
 * They show what the plain address answers with, so that nothing that was declared is among it.
 */
import type { Context } from 'hono';
import { LIVE_RESULT_DAYS, TOLD_MS } from '../../limits.ts';
import { badgeSvg, shield } from '../../render/badge.ts';
import { ServiceError } from '../../service-errors.ts';
import { HOUR, openAnswer } from './open-answer.ts';
import { type HttpProblem, problemAtAddress, problemResponse } from './problem.ts';
import type { ScorecardOptions } from './scorecard.ts';

export const BADGES = ['badge.svg', 'shield.json'] as const;

const FORMS: Readonly<Record<(typeof BADGES)[number], { type: string; textOf: (score: number) => string }>> =
  {
    'badge.svg': { type: 'image/svg+xml', textOf: badgeSvg },
    'shield.json': {
      type: 'application/json; charset=utf-8',
      textOf: (score) => `${JSON.stringify(shield(score))}\n`,
    },
  };

const NO_BADGE: HttpProblem = {
  status: 404,
  title: 'Not scored yet',
  code: 'not_found',
  detail: `There is no scorecard that a badge could show: live results are kept for ${LIVE_RESULT_DAYS} days. Audit the site again.`,
  links: [{ href: '/score', label: 'The catalog' }],
};

export async function answerBadge(
  c: Context,
  target: string,
  badge: (typeof BADGES)[number],
  { scorecards, pages }: Pick<ScorecardOptions, 'scorecards' | 'pages'>,
): Promise<Response> {
  try {
    const { envelope } = await scorecards.known(scorecards.target(target).name, TOLD_MS);
    if (envelope === undefined) return problemResponse(c, NO_BADGE, 'json', pages);
    const { type, textOf } = FORMS[badge];
    return openAnswer(c, type, HOUR).body(textOf(envelope.scorecard.score.relative));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return problemResponse(c, problemAtAddress(error), 'json', pages);
  }
}
