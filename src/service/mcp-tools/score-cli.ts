import * as z from 'zod';
import { AUDITS_TEXT } from '../limit-texts.ts';
import { declaredArguments, targetArgument } from '../mcp/schemas.ts';
import {
  answerWithNotes,
  detailArgument,
  pathNote,
  scorecardOutput,
  subjectOf,
} from '../mcp/scorecard-answer.ts';
import { AUDITS, tool } from '../mcp/tool.ts';

export const scoreCli = tool({
  name: 'score_cli',
  title: 'Audit a site now',
  description:
    'Audits a web site (not a CLI) now, even if a result is stored. Use it after a deployment to see what changed (field `since`); otherwise use audit_website. ' +
    `It takes up to 20 s and counts towards your limit of ${AUDITS_TEXT}. Failed audits do not count, nor do repeats within 60 s (same result). ` +
    'All callers share a limit for each site. Beyond that, you get the newest stored scorecard (`tier`: `cache`) or audit_limit_reached.',
  input: z.strictObject({
    target: targetArgument,
    ...declaredArguments,
    detail: detailArgument,
  }),
  output: scorecardOutput,
  annotations: AUDITS,
  async run({ target, detail, ...values }, { scorecards, caller, signal, onProgress }) {
    const envelope = await scorecards.audit({
      ...subjectOf(scorecards, target, values),
      caller,
      signal,
      onProgress,
    });
    return answerWithNotes(envelope, detail, pathNote(target, envelope));
  },
});
