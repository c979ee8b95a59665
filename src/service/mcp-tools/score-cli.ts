import * as z from 'zod';
import { AUDITS_TEXT } from '../limit-texts.ts';
import { endpointArgument, siteTypeArgument, targetArgument } from '../mcp/schemas.ts';
import { answerWithNotes, detailArgument, pathNote, scorecardOutput } from '../mcp/scorecard-answer.ts';
import { AUDITS, tool } from '../mcp/tool.ts';
import { endpointIn } from '../mcp-endpoint.ts';

export const scoreCli = tool({
  name: 'score_cli',
  title: 'Audit a site now',
  description:
    'Audits a web site now, even if a result is stored. Use it after a deployment (since says what changed), otherwise audit_website. ' +
    `Cost: one of ${AUDITS_TEXT}, up to 20 s; none if the audit fails, or if the site was audited in the last 60 s (you get that result). ` +
    'If a site was audited too often, you get its newest stored scorecard (tier cache), or audit_limit_reached with scope target.',
  input: z.strictObject({
    target: targetArgument,
    site_type: siteTypeArgument,
    mcp_endpoint: endpointArgument,
    detail: detailArgument,
  }),
  output: scorecardOutput,
  annotations: AUDITS,
  async run({ target, site_type, mcp_endpoint, detail }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.audit({
      target: scorecards.target(target),
      siteType: site_type ?? null,
      ...endpointIn(target, mcp_endpoint),
      caller,
      signal,
      onProgress,
    });
    return answerWithNotes(envelope, detail, pathNote(target, envelope));
  },
});
