import * as z from 'zod';
import { bytesIn, jsonBytes } from '../../audit/scorecard/bounds.ts';
import { declared, failedAttemptOutput, nextCall, targetArgument, word } from '../mcp/schemas.ts';
import {
  detailArgument,
  newestOf,
  otherOf,
  otherText,
  scorecardAnswer,
  scorecardOutput,
  siteNamed,
} from '../mcp/scorecard-answer.ts';
import { blocks, failedAttemptText, unscoredNext, unscoredText } from '../mcp/texts.ts';
import { READS, tool } from '../mcp/tool.ts';

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Returns the newest stored scorecard of a site, however old. Never starts an audit. ' +
    'Use it if an old result is enough or your audits are used up. Pass the site_type and mcp_endpoint that you passed to the audit.',
  input: z.strictObject({ target: targetArgument, ...declared, detail: detailArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: word,
    envelope: scorecardOutput.optional().describe('As audit_website returns it.'),
    unseen: failedAttemptOutput.optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  async run({ target, detail, ...values }, { scorecards }) {
    const site = await siteNamed(scorecards, target, values);
    const { host, failedAttempt } = site;
    const envelope = newestOf(site);
    const other = otherOf(site);
    const state = failedAttempt === undefined ? {} : { unseen: failedAttempt };
    const notes = [
      ...(failedAttempt === undefined ? [] : [failedAttemptText(failedAttempt)]),
      ...(other === undefined ? [] : [otherText(other)]),
    ];
    if (envelope === undefined) {
      const next = unscoredNext(host, failedAttempt, site.declared);
      return {
        structured: { found: false, target: host, ...state, next },
        text: blocks([unscoredText(host, site.declared, next), ...notes]),
      };
    }
    const around = { found: true, target: host, ...state };
    const restBytes = bytesIn(blocks(notes)) + jsonBytes(around);
    const answer = scorecardAnswer(envelope, detail, restBytes);
    return {
      structured: { ...around, envelope: answer.structured },
      text: blocks([...notes, answer.text]),
    };
  },
});
