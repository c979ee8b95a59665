/** One stored scorecard. */
import * as z from 'zod';
import { envelopeOutput, nextCall, targetArgument, unseenOutput } from '../schemas.ts';
import { auditNext, blocks, missText, scorecardText, unseenText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS, STORED_ERRORS } from './reading.ts';

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Reads the newest stored scorecard of a site, of the catalog or of an earlier live audit, whatever its age. Never audits: where nothing is stored, found is false. ' +
    'Where the newest attempt could not see the site, unseen says why; the scorecard is then the last good one. ' +
    'Use it when any earlier result will do, or when the allowance of audits is used up. Cost: a read.',
  input: z.strictObject({ target: targetArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: z.string(),
    envelope: envelopeOutput.optional().describe('The scorecard, where found.'),
    unseen: unseenOutput.optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  failsWith: STORED_ERRORS,
  async run(args, { scorecards }) {
    const { name } = scorecards.target(args.target);
    const envelope = await scorecards.stored(name);
    const unseen = await scorecards.unseen(name);
    const state = unseen === undefined ? {} : { unseen };
    const told = unseen === undefined ? [] : [unseenText(unseen)];
    if (envelope === undefined) {
      const next = auditNext(name);
      return {
        structured: { found: false, target: name, ...state, next },
        text: blocks([missText(`No scorecard of ${name} is stored.`, next), ...told]),
      };
    }
    return {
      structured: { found: true, target: name, ...state, envelope },
      text: blocks([...told, scorecardText(envelope)]),
    };
  },
});
