/** One stored scorecard. */

import * as z from 'zod';
import { bytesIn, jsonBytes } from '../../audit/scorecard/bounds.ts';
import { TOLD_MS } from '../../base/limits.ts';
import { failedAttemptOutput, nextCall, targetArgument, word } from '../mcp/schemas.ts';
import {
  detailArgument,
  newerOf,
  newerOutput,
  newerText,
  scorecardAnswer,
  scorecardOutput,
} from '../mcp/scorecard-answer.ts';
import { blocks, failedAttemptText, missText, unscoredNext } from '../mcp/texts.ts';
import { READS, tool } from '../mcp/tool.ts';

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Returns the stored scorecard of a site at any age: the one of the catalog, else the last live audit. Never audits: if nothing is stored, found is false. ' +
    'live: a newer live audit; unseen: why the newest attempt failed. ' +
    'Use it if an earlier result is enough, or if your audits are used up. Cost: a read.',
  input: z.strictObject({ target: targetArgument, detail: detailArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: word,
    envelope: scorecardOutput.optional(),
    live: newerOutput.optional(),
    unseen: failedAttemptOutput.optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  async run({ target, detail }, { scorecards }) {
    const { name } = scorecards.target(target);
    const { envelope, live: newer, failedAttempt } = await scorecards.known(name, TOLD_MS);
    const state = {
      ...(newer === undefined ? {} : { live: newerOf(newer) }),
      ...(failedAttempt === undefined ? {} : { unseen: failedAttempt }),
    };
    const told = [
      ...(failedAttempt === undefined ? [] : [failedAttemptText(failedAttempt)]),
      ...(newer === undefined ? [] : [newerText(newer)]),
    ];
    if (envelope === undefined) {
      const next = unscoredNext(name, failedAttempt);
      return {
        structured: { found: false, target: name, ...state, next },
        text: blocks([missText(`No scorecard of ${name} is stored.`, next), ...told]),
      };
    }
    const around = { found: true, target: name, ...state };
    const beside = bytesIn(blocks(told)) + jsonBytes(around);
    const answer = scorecardAnswer(envelope, detail, beside);
    return {
      structured: { ...around, envelope: answer.structured },
      text: blocks([...told, answer.text]),
    };
  },
});
