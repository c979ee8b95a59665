/** One stored scorecard. */
import * as z from 'zod';
import { envelopeOutput, nextCall, targetArgument } from '../schemas.ts';
import { auditNext, missText, scorecardText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS, STORED_ERRORS } from './reading.ts';

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Reads the newest stored scorecard of a site, of the catalog or of an earlier live audit, whatever its age. Never audits: where nothing is stored, found is false. ' +
    'Use it when any earlier result will do, or when the allowance of audits is used up. Cost: a read.',
  input: z.strictObject({ target: targetArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: z.string(),
    envelope: envelopeOutput.optional().describe('The scorecard, where found.'),
    next: nextCall.optional(),
  }),
  annotations: READS,
  failsWith: STORED_ERRORS,
  async run(args, { scorecards }) {
    const { name } = scorecards.target(args.target);
    const envelope = await scorecards.stored(name);
    if (envelope === undefined) {
      const next = auditNext(name);
      return {
        structured: { found: false, target: name, next },
        text: missText(`No scorecard of ${name} is stored.`, next),
      };
    }
    return { structured: { found: true, target: name, envelope }, text: scorecardText(envelope) };
  },
});
