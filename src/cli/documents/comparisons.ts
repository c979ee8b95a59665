/** The documents of compare, with another scorecard and with a report of another tool. */
import * as z from 'zod';
import { STATUSES } from '../../catalogue/vocabulary.ts';
import { OTHER_VERDICTS } from '../../parse/other-report.ts';
import { comparisonSchema } from '../../scorecard/compare.ts';
import { OUTCOMES } from '../../view/others/comparison.ts';
import { frame } from './frame.ts';

export const compareDocument = z
  .object({ ...frame('comparison'), ...comparisonSchema.shape })
  .meta({ title: 'Two scorecards compared (compare --json)' });

const theirVerdict = z
  .enum(OTHER_VERDICTS)
  .describe('What the other tool says, in words that all of them share.');
const ourStatus = z
  .string()
  .describe(`${STATUSES.join(', ')}; a scorecard of other rules may say something else.`);

export const compareWithDocument = z
  .strictObject({
    ...frame('comparison_with_other'),
    tool: z.strictObject({
      id: z.enum(['lighthouse', 'afdocs']),
      name: z.string(),
      version: z.string().nullable().describe('null where the report does not say it.'),
    }),
    ours: z.strictObject({ target: z.string(), scored_at: z.string() }),
    theirs: z.strictObject({ url: z.string(), at: z.string().nullable() }),
    cautions: z.array(z.string()).describe('Why differences may come from something else than the tools.'),
    counts: z.strictObject({ differ: z.int(), one_side: z.int(), agree: z.int(), neither: z.int() }),
    rows: z.array(
      z.strictObject({
        check: z.string().describe('The id of our check.'),
        label: z.string(),
        ours: z
          .strictObject({
            status: ourStatus,
            evidence: z.string().describe('Untrusted: it quotes the audited site.'),
          })
          .nullable()
          .describe('null where the scorecard does not have the check.'),
        theirs: z.strictObject({
          id: z.string(),
          verdict: theirVerdict,
          message: z.string().describe('Untrusted: it is from the report.'),
        }),
        scope: z.enum(['same', 'wider', 'narrower']).describe('How much their check looks at, beside ours.'),
        outcome: z.enum(OUTCOMES).describe('one_side: only one of the two judges.'),
        reason: z.string().nullable().describe('Why they differ, or only one judges.'),
      }),
    ),
    only_theirs: z
      .array(z.strictObject({ id: z.string(), verdict: theirVerdict, asks: z.string(), why: z.string() }))
      .describe('Their checks that nothing of ours corresponds to, and why.'),
    only_ours: z
      .array(z.strictObject({ check: z.string(), label: z.string(), status: ourStatus.nullable() }))
      .describe('Our checks that nothing in the report corresponds to.'),
    unknown: z.array(z.string()).describe('Ids of their checks that this version does not know.'),
  })
  .meta({ title: 'A scorecard beside the report of another tool (compare --with --json)' });
