import * as z from 'zod';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { LIVE_COPY_MS } from '../../base/limits.ts';
import { AUDITS_TEXT } from '../limit-texts.ts';
import { declaredArguments, targetArgument } from '../mcp/schemas.ts';
import {
  answerWithNotes,
  detailArgument,
  otherOf,
  otherText,
  pathNote,
  scorecardOutput,
  subjectOf,
} from '../mcp/scorecard-answer.ts';
import { AUDITS, tool } from '../mcp/tool.ts';

export const auditWebsite = tool({
  name: 'audit_website',
  title: 'Score a web site',
  description:
    'Scores how ready a web site is for AI agents. Returns the stored scorecard if it is under 24 hours old; otherwise audits the site. Start here for any site. ' +
    `A scorecard has two scores (from ${CHECK_COUNT} checks), the evidence, and as many fixes as fit into 8 kB. ` +
    'If the site blocks automated clients, you get the error target_blocked; if its owner opted out, target_declined. ' +
    `An audit takes up to 20 s and counts towards your limit of ${AUDITS_TEXT}; a stored scorecard does not.`,
  input: z.strictObject({
    target: targetArgument,
    ...declaredArguments,
    detail: detailArgument,
  }),
  output: scorecardOutput,
  annotations: { ...AUDITS, idempotentHint: true },
  async run({ target, detail, ...values }, { scorecards, caller, signal, onProgress }) {
    const subject = subjectOf(scorecards, target, values);
    const envelope = await scorecards.storedOrAudit({ ...subject, caller, signal, onProgress });
    const notes = pathNote(target, envelope);
    if (envelope.tier === 'live' || subject.siteType !== null || subject.mcpEndpoint !== undefined)
      return answerWithNotes(envelope, detail, notes);
    const other = otherOf(await scorecards.known(envelope.target, LIVE_COPY_MS));
    return answerWithNotes(envelope, detail, other === undefined ? notes : [...notes, otherText(other)]);
  },
});
