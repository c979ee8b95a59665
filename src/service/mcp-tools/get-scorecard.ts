import * as z from 'zod';
import { bytesIn, jsonBytes } from '../../audit/scorecard/bounds.ts';
import { TOLD_MS } from '../../base/limits.ts';
import { failedAttemptOutput, nextCall, targetArgument, word } from '../mcp/schemas.ts';
import {
  detailArgument,
  newestOf,
  otherOf,
  otherText,
  scorecardAnswer,
  scorecardOutput,
} from '../mcp/scorecard-answer.ts';
import { blocks, failedAttemptText, missText, unscoredNext } from '../mcp/texts.ts';
import { READS, tool } from '../mcp/tool.ts';

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Returns the newest stored scorecard of a site, however old. Never starts an audit. If no scorecard is stored, `found` is false. ' +
    'Use it if an old result is enough or your audits are used up.',
  input: z.strictObject({ target: targetArgument, detail: detailArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: word,
    envelope: scorecardOutput.optional().describe('As audit_website returns it.'),
    unseen: failedAttemptOutput.optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  async run({ target, detail }, { scorecards }) {
    const { name } = scorecards.target(target);
    const known = await scorecards.known(name, TOLD_MS);
    const { failedAttempt } = known;
    const envelope = newestOf(known);
    const other = otherOf(known);
    const state = failedAttempt === undefined ? {} : { unseen: failedAttempt };
    const notes = [
      ...(failedAttempt === undefined ? [] : [failedAttemptText(failedAttempt)]),
      ...(other === undefined ? [] : [otherText(other)]),
    ];
    if (envelope === undefined) {
      const next = unscoredNext(name, failedAttempt);
      return {
        structured: { found: false, target: name, ...state, next },
        text: blocks([missText(`No scorecard of ${name} is stored.`, next), ...notes]),
      };
    }
    const around = { found: true, target: name, ...state };
    const restBytes = bytesIn(blocks(notes)) + jsonBytes(around);
    const answer = scorecardAnswer(envelope, detail, restBytes);
    return {
      structured: { ...around, envelope: answer.structured },
      text: blocks([...notes, answer.text]),
    };
  },
});
