/** Scorecards with failures only; `left-out.ts` says how they are read. */
import * as z from 'zod';
import { type Omitted, omittedSchema } from './omitted.ts';
import { envelopeSchema, shortResultSchema } from './schema.ts';
import type { StoredEnvelope, StoredResult } from './stored.ts';

const { scorecard } = envelopeSchema.shape;

/** An envelope with failures only; all its counts and scores are those of the whole. */
export const failuresOnlySchema = envelopeSchema
  .extend({
    scorecard: scorecard.extend({
      results: z.array(shortResultSchema).describe('Without those in left_out.'),
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
      results: results.filter((result) => fateOf(result) === undefined).map(withoutPrompt),
      left_out,
    },
  };
}

/** What its prompt and the evidence in it say is said by the result itself. */
function withoutPrompt({ remediation, ...result }: StoredResult) {
  if (remediation === undefined) return result;
  const { prompt: _, evidence: __, ...short } = remediation;
  return { ...result, remediation: short };
}

function fateOf({ status, na_reason }: StoredResult): keyof Omitted | undefined {
  if (status === 'pass') return 'pass';
  if (status !== 'n_a') return undefined;
  return na_reason === 'optional-absent' ? 'optional_absent' : 'antecedent_unmet';
}
