import * as z from 'zod';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { TOLD_MS } from '../../base/limits.ts';
import { AUDITS_TEXT } from '../limit-texts.ts';
import { endpointArgument, siteTypeArgument, targetArgument } from '../mcp/schemas.ts';
import {
  answerWithNotes,
  detailArgument,
  newerText,
  pathNote,
  scorecardOutput,
} from '../mcp/scorecard-answer.ts';
import { AUDITS, tool } from '../mcp/tool.ts';
import { endpointIn } from '../mcp-endpoint.ts';

export const auditWebsite = tool({
  name: 'audit_website',
  title: 'Score a web site',
  description:
    'Returns how ready a web site is for AI agents: the stored scorecard if it is less than 24 hours old, otherwise a fresh audit. Start here for any site. ' +
    `${CHECK_COUNT} checks, two scores, evidence and fix for each failure. ` +
    'target_blocked (the site blocks automated clients) and target_declined (the owner opted out) return no score. ' +
    `Cost: a stored scorecard is free; an audit is one of ${AUDITS_TEXT} and takes up to 20 s.`,
  input: z.strictObject({
    url: targetArgument,
    site_type: siteTypeArgument,
    mcp_endpoint: endpointArgument,
    detail: detailArgument,
  }),
  output: scorecardOutput,
  annotations: { ...AUDITS, idempotentHint: true },
  canFail: true,
  async run({ url, site_type, mcp_endpoint, detail }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.storedOrAudit({
      target: scorecards.target(url),
      siteType: site_type ?? null,
      ...endpointIn(url, mcp_endpoint),
      caller,
      signal,
      onProgress,
    });
    const told = pathNote(url, envelope);
    if (!envelope.scorecard.public_listing || envelope.tier === 'live')
      return answerWithNotes(envelope, detail, told);
    const { live } = await scorecards.known(envelope.target, TOLD_MS);
    return answerWithNotes(envelope, detail, live === undefined ? told : [...told, newerText(live)]);
  },
});
