/**
 * Reads stored scorecards. Only schema 0.4 has been published. It may get more optional members, and checks may be added or
 * removed (.github/DECISIONS.md, "Freshness and stored results"). So only the schema for writing (`schema.ts`) is strict.
 */
import * as z from 'zod';
import { isRecord } from '../../base/json.ts';
import { REFRESH_AFTER_MS } from '../../base/limits.ts';
import { CATEGORIES } from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import { failuresOnlySchema, withOmitted } from './failures-only.ts';
import { type Envelope, envelopeSchema } from './schema.ts';

const { scorecard } = envelopeSchema.shape;
const { results } = scorecard.shape;

/** The schema of a scorecard's envelope. Unlike new scorecards, stored ones may have more or fewer checks. */
const anyChecks = envelopeSchema.extend({
  scorecard: scorecard.extend({
    results: z.array(results.element).min(1).max(BOUNDS.storedResults),
    categories: z.array(scorecard.shape.categories.element).max(CATEGORIES.length),
  }),
});

/** Reads a stored scorecard. Keeps unknown members, and restores the results that `--only-failures` left out. */
export const storedEnvelopeSchema: z.ZodType<Envelope> = z.unknown().transform((data, context) => {
  const isCut = isRecord(data) && isRecord(data.scorecard) && 'left_out' in data.scorecard;
  const schema = isCut ? failuresOnlySchema : anyChecks;
  const issues = schema.safeParse(data).error?.issues ?? [];
  const faults = issues.filter(({ code }) => code !== 'unrecognized_keys');
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
  if (faults.length > 0) return z.NEVER;
  return isCut ? withOmitted(data as z.infer<typeof failuresOnlySchema>) : (data as Envelope);
});

/** Returns a scorecard with the time of a later audit that had the same result. */
export function scoredAgain(envelope: Envelope, scored_at: string): Envelope {
  const refresh_after = new Date(Date.parse(scored_at) + REFRESH_AFTER_MS).toISOString();
  return { ...envelope, freshness: { ...envelope.freshness, scored_at, refresh_after } };
}
