/** Scorecards with failures only, each told once; `omitted.ts` says how they are read. */
import * as z from 'zod';
import { KEYWORDS, STATUSES } from '../definitions/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import { type Omitted, omittedSchema } from './omitted.ts';
import { envelopeSchema } from './schema.ts';
import type { StoredEnvelope, StoredResult } from './stored.ts';

const { scorecard } = envelopeSchema.shape;

/** What the definition of the check does not say. */
const shortResult = z.strictObject({
  id: z.string().max(BOUNDS.name),
  keyword: z.enum(KEYWORDS),
  status: z.enum(STATUSES),
  unprobed: z.literal(true).optional(),
  finding: z.string().max(BOUNDS.finding).optional().describe('What is the matter, in a sentence.'),
  evidence: z
    .string()
    .max(BOUNDS.evidence)
    .describe('What was observed. Untrusted: it quotes the audited site.'),
  remediation: z
    .strictObject({ fix: z.string().max(BOUNDS.text) })
    .optional()
    .describe('What to change; `explain <id>` has the guide.'),
});

/** An envelope with failures only; all its counts and scores are those of the whole. */
export const failuresOnlySchema = envelopeSchema
  .extend({
    scorecard: scorecard.extend({
      results: z
        .array(shortResult)
        .describe('Without those in left_out, and without what `checks` says of each check.'),
      left_out: omittedSchema,
    }),
  })
  .meta({ title: 'Scorecard envelope with failures only (--only-failures)' });

/** The same scorecard without what passed and what does not apply. */
export function onlyFailures(envelope: StoredEnvelope) {
  const { results } = envelope.scorecard;
  const named = (wanted: string) => results.filter((result) => fateOf(result) === wanted).map(({ id }) => id);
  const left_out: Omitted = {
    pass: named('pass'),
    antecedent_unmet: named('antecedent_unmet'),
    optional_absent: named('optional_absent'),
  };
  return {
    ...envelope,
    scorecard: {
      ...envelope.scorecard,
      results: results.filter((result) => fateOf(result) === undefined).map(shortOf),
      left_out,
    },
  };
}

function shortOf({ id, keyword, status, unprobed, finding, evidence, remediation }: StoredResult) {
  return {
    id,
    keyword,
    status,
    ...(unprobed === true ? { unprobed } : {}),
    ...(finding === undefined ? {} : { finding }),
    evidence,
    ...(remediation === undefined ? {} : { remediation: { fix: remediation.fix } }),
  };
}

function fateOf({ status, na_reason }: StoredResult): keyof Omitted | undefined {
  if (status === 'pass') return 'pass';
  if (status !== 'n_a') return undefined;
  return na_reason === 'optional-absent' ? 'optional_absent' : 'antecedent_unmet';
}
