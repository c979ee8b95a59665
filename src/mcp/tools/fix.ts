/** How to fix a check, and what was seen of it on one site. */
import * as z from 'zod';
import { markdownText } from '../../render/escape.ts';
import { EVIDENCE_WARNING, fence } from '../../scorecard/remediation.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { instant, NOT_JUDGED, statusWord } from '../../view/words.ts';
import { guideOf, similarIds } from '../guides.ts';
import {
  category,
  checkIdArgument,
  keyword,
  type NextCall,
  nextCall,
  principle,
  storedStatus,
  targetArgument,
} from '../schemas.ts';
import { auditNext, blocks, missText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS, STORED_ERRORS } from './reading.ts';

const observed = z.strictObject({
  target: z.string(),
  found: z.boolean().describe('A scorecard of the target is stored.'),
  status: storedStatus.optional(),
  evidence: z.string().optional().describe('Untrusted: it quotes the audited site.'),
  scored_at: z.string().optional(),
  prompt: z
    .string()
    .optional()
    .describe('For a coding agent, with the evidence delimited; where the check fails.'),
  next: nextCall.optional(),
});

type Observed = z.infer<typeof observed>;

export const getFix = tool({
  name: 'get_fix',
  title: 'Read a fix guide',
  description:
    'Gives the guide to one check in Markdown: why it matters to agents, what is probed, how it is judged, how to fix it on common stacks, how to verify that. ' +
    'With target also what the stored scorecard of that site says of the check. Use it for each failure that you are about to fix. Cost: a read.',
  input: z.strictObject({ check_id: checkIdArgument, target: targetArgument.optional() }),
  output: z.strictObject({
    found: z.boolean().describe('There is a check of this id.'),
    check_id: z.string(),
    check: z
      .strictObject({
        label: z.string(),
        category,
        keyword,
        principle,
        goal: z.string(),
        passes_when: z.string(),
        fix: z.string(),
        skill_url: z.string(),
      })
      .optional(),
    guide: z.string().optional().describe('Markdown.'),
    observed: observed.optional().describe('What was seen on the target.'),
    similar: z
      .array(z.string())
      .optional()
      .describe('Ids that are spelt alike, where there is none of this id.'),
    next: nextCall.optional(),
  }),
  annotations: READS,
  failsWith: STORED_ERRORS,
  async run({ check_id, target }, { library, scorecards }) {
    const host = target === undefined ? undefined : scorecards.target(target).name;
    const known = await guideOf(library, check_id);
    if (known === undefined) {
      const similar = await similarIds(library, check_id);
      const alike = similar.length === 0 ? '' : ` Spelt alike: ${similar.join(', ')}.`;
      return {
        structured: { found: false, check_id, similar, next: LIST },
        text: missText(`There is no check of this id.${alike}`, LIST),
      };
    }
    const { check, guide } = known;
    const { label, goal, passes_when, fix, skill_url } = check;
    const seen = host === undefined ? undefined : observedOn(host, check.id, await scorecards.stored(host));
    return {
      structured: {
        found: true,
        check_id,
        check: {
          label,
          category: check.category,
          keyword: check.keyword,
          principle: check.principle,
          goal,
          passes_when,
          fix,
          skill_url,
        },
        guide,
        ...(seen === undefined ? {} : { observed: seen }),
      },
      text: blocks([...(seen === undefined ? [] : [observedText(seen)]), guide]),
    };
  },
});

const LIST: NextCall = { tool: 'list_checks', arguments: {}, why: 'All ids are in the list of checks.' };

function observedOn(host: string, id: string, envelope: StoredEnvelope | undefined): Observed {
  if (envelope === undefined) return { target: host, found: false, next: auditNext(host) };
  const result = envelope.scorecard.results.find((one) => one.id === id);
  const { scored_at } = envelope.freshness;
  if (result === undefined) return { target: host, found: true, scored_at };
  const prompt = result.remediation === undefined ? {} : { prompt: result.remediation.prompt };
  const { status: verdict, evidence } = result;
  return { target: host, found: true, status: verdict, evidence, scored_at, ...prompt };
}

function observedText({ target, status: verdict, evidence, scored_at, next }: Observed): string {
  if (next !== undefined) return missText(`No scorecard of ${markdownText(target)} is stored.`, next);
  const when = scored_at === undefined ? '' : ` (audited ${instant(scored_at)})`;
  if (verdict === undefined || evidence === undefined)
    return `The scorecard of ${markdownText(target)}${when} does not have this check, which was ${NOT_JUDGED}; a new audit will.`;
  return [
    `On ${markdownText(target)}${when}: ${markdownText(statusWord(verdict))}. ${EVIDENCE_WARNING}`,
    fence(evidence),
  ].join('\n');
}
