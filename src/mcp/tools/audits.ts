/** The tools that may audit a site now. */

import * as z from 'zod';
import { CHECK_COUNT } from '../../definitions/index.ts';
import { TOLD_MS } from '../../limits.ts';
import { namesPath } from '../../parse/url.ts';
import { bytesIn } from '../../scorecard/bounds.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { AUDITS_TEXT } from '../../view/limit-texts.ts';
import { type DetailLevel, detailArgument, scorecardAnswer, scorecardOutput } from '../detail.ts';
import { newerText } from '../newer.ts';
import { siteTypeArgument, targetArgument } from '../schemas.ts';
import { blocks } from '../texts.ts';
import { tool } from '../tool.ts';

const AUDITS = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: true,
} as const;

export const scoreCli = tool({
  name: 'score_cli',
  title: 'Audit a site now',
  description:
    `Audits a web site for agent-readiness now, even if a result is stored: ${CHECK_COUNT} checks, two scores, evidence and fix for each failure; since: what changed. ` +
    'Use it after a deployment; otherwise audit_website, which is free while a stored result is fresh. ' +
    `Cost: one of ${AUDITS_TEXT}; up to 20 s (a progress token keeps you informed). ` +
    'Free if the same site was audited in the last 60 s (you get that result) or if the audit fails, is refused or is cut short. ' +
    'If a site was audited too often, you get its stored scorecard (tier cache), or audit_limit_reached with scope target.',
  input: z.strictObject({ target: targetArgument, site_type: siteTypeArgument, detail: detailArgument }),
  output: scorecardOutput,
  annotations: { ...AUDITS, idempotentHint: false },
  canFail: true,
  async run({ target, site_type, detail }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.audit({
      target: scorecards.target(target),
      siteType: site_type ?? null,
      caller,
      signal,
      onProgress,
    });
    return answerOf(envelope, detail, pathNote(target, envelope));
  },
});

export const auditWebsite = tool({
  name: 'audit_website',
  title: 'Score a web site',
  description:
    'Returns how ready a web site is for AI agents: the stored scorecard if it is less than 24 hours old, otherwise a fresh audit. Start here for any site. ' +
    `${CHECK_COUNT} checks, two scores, evidence and fix for each failure. ` +
    'target_blocked (the site blocks automated clients) and target_declined (the owner opted out) return no score. ' +
    `Cost: a stored scorecard is free; an audit is one of ${AUDITS_TEXT} and takes up to 20 s.`,
  input: z.strictObject({ url: targetArgument, site_type: siteTypeArgument, detail: detailArgument }),
  output: scorecardOutput,
  annotations: { ...AUDITS, idempotentHint: true },
  canFail: true,
  async run({ url, site_type, detail }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.storedOrAudit({
      target: scorecards.target(url),
      siteType: site_type ?? null,
      caller,
      signal,
      onProgress,
    });
    const told = pathNote(url, envelope);
    if (!envelope.scorecard.public_listing || envelope.tier === 'live')
      return answerOf(envelope, detail, told);
    const { live } = await scorecards.known(envelope.target, TOLD_MS);
    return answerOf(envelope, detail, live === undefined ? told : [...told, newerText(live)]);
  },
});

/** A note that the path in `typed` was not audited. */
function pathNote(typed: string, { target_url }: Envelope): string[] {
  if (!namesPath(typed)) return [];
  const { origin } = new URL(target_url);
  return [`A scorecard is of a whole site: the origin ${origin} was audited, not the path that you named.`];
}

/** Returns a scorecard, with notes before its text. */
function answerOf(envelope: Envelope, detail: DetailLevel, told: readonly string[]) {
  const { structured, text } = scorecardAnswer(envelope, detail, bytesIn(blocks(told)));
  return { structured, text: blocks([...told, text]) };
}
