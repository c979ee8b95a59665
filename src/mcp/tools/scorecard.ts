/** One stored scorecard. */
import * as z from 'zod';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { instant } from '../../view/words.ts';
import { envelopeOutput, nextCall, percent, targetArgument, unseenOutput } from '../schemas.ts';
import { auditNext, blocks, missText, scorecardText, unseenText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS, STORED_ERRORS } from './reading.ts';

const liveOutput = z
  .strictObject({
    scored_at: z.string(),
    score: z.strictObject({ relative: percent, global: percent }),
    scorecard_url: z.string(),
    markdown_url: z.string(),
    json_url: z.string(),
  })
  .describe('A live audit that somebody asked for, newer than the scorecard of the catalog.');

export const getScorecard = tool({
  name: 'get_scorecard',
  title: 'Read a stored scorecard',
  description:
    'Reads the stored scorecard of a site, whatever its age: the catalog has the first word, an earlier live audit answers for sites that it does not list. Never audits: where nothing is stored, found is false. ' +
    'Where a live audit of a site of the catalog is newer, live says where to read that one. ' +
    'Where the newest attempt could not see the site, unseen says why; the scorecard is then the last good one. ' +
    'Use it when any earlier result will do, or when the allowance of audits is used up. Cost: a read.',
  input: z.strictObject({ target: targetArgument }),
  output: z.strictObject({
    found: z.boolean(),
    target: z.string(),
    envelope: envelopeOutput.optional().describe('The scorecard, where found.'),
    live: liveOutput.optional(),
    unseen: unseenOutput.optional(),
    next: nextCall.optional(),
  }),
  annotations: READS,
  failsWith: STORED_ERRORS,
  async run(args, { scorecards }) {
    const { name } = scorecards.target(args.target);
    const { envelope, live: newer, unseen } = await scorecards.known(name);
    const state = {
      ...(newer === undefined ? {} : { live: pointerOf(newer) }),
      ...(unseen === undefined ? {} : { unseen }),
    };
    const told = [
      ...(unseen === undefined ? [] : [unseenText(unseen)]),
      ...(newer === undefined ? [] : [newerText(newer)]),
    ];
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

function pointerOf({ freshness, scorecard, scorecard_url, markdown_url, json_url }: StoredEnvelope) {
  return {
    scored_at: freshness.scored_at,
    score: scorecard.score,
    scorecard_url,
    markdown_url,
    json_url,
  };
}

function newerText({ freshness, scorecard: { score }, markdown_url }: StoredEnvelope): string {
  return `A newer live audit, of ${instant(freshness.scored_at)}: global ${score.global}, relative ${score.relative}, at ${markdown_url}. This is the scorecard of the catalog:`;
}
