/**
 * Reads stored scorecards. Schema 0.4 is the only published one. Within it, only optional fields are added, and check ids may
 * come and go (.github/DECISIONS.md, "Freshness and stored results"). Only writing is strict (`schema.ts`).
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

/** Accepts any number of checks, in any current category. */
const anyChecks = envelopeSchema.extend({
  scorecard: scorecard.extend({
    results: z.array(results.element).min(1).max(BOUNDS.storedResults),
    categories: z.array(scorecard.shape.categories.element).max(CATEGORIES.length),
  }),
});

/** A stored envelope as in its file. Unknown fields are kept. Results omitted from a file with failures only are restored. */
export const storedEnvelopeSchema: z.ZodType<Envelope> = z.unknown().transform((data, context) => {
  const isCut = isRecord(data) && isRecord(data.scorecard) && 'left_out' in data.scorecard;
  const schema = isCut ? failuresOnlySchema : anyChecks;
  const issues = schema.safeParse(data).error?.issues ?? [];
  const faults = issues.filter(({ code }) => code !== 'unrecognized_keys');
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
  if (faults.length > 0) return z.NEVER;
  return isCut ? withOmitted(data as z.infer<typeof failuresOnlySchema>) : (data as Envelope);
});

/** Returns a scorecard that a later audit has confirmed, with the later time. */
export function scoredAgain(envelope: Envelope, scored_at: string): Envelope {
  const refresh_after = new Date(Date.parse(scored_at) + REFRESH_AFTER_MS).toISOString();
  return { ...envelope, freshness: { ...envelope.freshness, scored_at, refresh_after } };
}
