/** The tools that may audit a site now. */

import * as z from 'zod';
import { CHECK_COUNT } from '../../catalogue/index.ts';
import { SERVICE_ERRORS } from '../../service-errors.ts';
import { AUDITS_TEXT } from '../../view/limit-texts.ts';
import { envelopeOutput, siteTypeArgument, targetArgument } from '../schemas.ts';
import { scorecardText } from '../texts.ts';
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
    `Audits a web site for agent-readiness now, also where a result is stored: ${CHECK_COUNT} checks, two scores, and for each failure the evidence and the fix. ` +
    'Use it after a change was deployed. Otherwise use audit_website, which costs nothing while a stored result is fresh. ' +
    `Cost: one of ${AUDITS_TEXT}; takes up to 20 s (send a progress token to be kept informed). ` +
    'Within 60 s of an audit of the same site its result comes back and costs nothing. An audit that could not run, was refused by the site, or was cut short by its deadline (cut_short) costs nothing. ' +
    'A site that many have audited in the last hour is spared: the stored scorecard comes back (tier cache), or audit_limit_reached with the scope target.',
  input: z.strictObject({ target: targetArgument, site_type: siteTypeArgument }),
  output: envelopeOutput,
  annotations: { ...AUDITS, idempotentHint: false },
  failsWith: SERVICE_ERRORS,
  async run({ target, site_type }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.audit({
      target: scorecards.target(target),
      siteType: site_type ?? null,
      caller,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return { structured: envelope, text: scorecardText(envelope) };
  },
});

export const auditWebsite = tool({
  name: 'audit_website',
  title: 'Score a web site',
  description:
    'Tells how ready a web site is for AI agents: the stored scorecard while it is less than 24 h old, else a fresh audit. Start here for any site. ' +
    `Gives ${CHECK_COUNT} checks, two scores, and for each failure the evidence and the fix. ` +
    'A site that turns automated clients away fails with target_blocked, which says how its owner lets the auditor in; one whose owner declines audits by robots.txt fails with target_declined. Neither is a score. ' +
    `Cost: nothing from the store, else one of ${AUDITS_TEXT}, up to 20 s.`,
  input: z.strictObject({ url: targetArgument, site_type: siteTypeArgument }),
  output: envelopeOutput,
  annotations: { ...AUDITS, idempotentHint: true },
  failsWith: SERVICE_ERRORS,
  async run({ url, site_type }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.storedOrAudit({
      target: scorecards.target(url),
      siteType: site_type ?? null,
      caller,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    return { structured: envelope, text: scorecardText(envelope) };
  },
});
