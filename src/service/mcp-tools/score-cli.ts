import * as z from 'zod';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { AUDITS_TEXT } from '../limit-texts.ts';
import { endpointArgument, siteTypeArgument, targetArgument } from '../mcp/schemas.ts';
import { answerWithNotes, detailArgument, pathNote, scorecardOutput } from '../mcp/scorecard-answer.ts';
import { AUDITS, tool } from '../mcp/tool.ts';
import { endpointIn } from '../mcp-endpoint.ts';

export const scoreCli = tool({
  name: 'score_cli',
  title: 'Audit a site now',
  description:
    `Audits a web site for agent-readiness now, even if a result is stored: ${CHECK_COUNT} checks, two scores, evidence and fix for each failure; since: what changed. ` +
    'Use it after a deployment; otherwise audit_website, which is free while a stored result is fresh. ' +
    `Cost: one of ${AUDITS_TEXT}; up to 20 s (a progress token keeps you informed). ` +
    'Free if the same site was audited in the last 60 s (you get that result) or if the audit fails, is refused or is cut short. ' +
    'If a site was audited too often, you get its stored scorecard (tier cache), or audit_limit_reached with scope target.',
  input: z.strictObject({
    target: targetArgument,
    site_type: siteTypeArgument,
    mcp_endpoint: endpointArgument,
    detail: detailArgument,
  }),
  output: scorecardOutput,
  annotations: { ...AUDITS, idempotentHint: false },
  canFail: true,
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
