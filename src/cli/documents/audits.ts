/** The documents of audits beside the scorecard: what the gate says, errors. */
import * as z from 'zod';
import { ERROR_KINDS } from '../../errors.ts';
import { waiverSchema } from '../../gate/config.ts';
import { DISPOSITIONS } from '../../gate/evaluate.ts';
import { FAIL_ON } from '../../gate/vocabulary.ts';
import { envelopeSchema } from '../../scorecard/schema.ts';

export const failure = {
  error: z.literal(true),
  kind: z.enum(ERROR_KINDS),
  message: z.string().describe('What failed, and why.'),
  hint: z.string().optional().describe('What to do instead.'),
  details: z
    .strictObject({
      wall: z.string().describe('Who refuses.'),
      evidence: z.string().describe('The answer that shows it. Untrusted: it quotes the audited site.'),
      requests: z.int().describe('How many requests were made.'),
    })
    .optional()
    .describe('Of target_blocked.'),
  allowed: z.array(z.string()).optional().describe('The values that would have been accepted.'),
  missing: z
    .array(z.string())
    .optional()
    .describe('Of incomplete_recording: requests that the recording does not hold, the first of them.'),
};

const baselineChanges = z.array(
  z.strictObject({ check: z.string(), from: z.string(), to: z.string().describe('The status now.') }),
);

export const gateDocument = z
  .strictObject({
    passed: z.boolean().describe('Nothing fails, and all that is asserted could be seen.'),
    fail_on: z.array(z.enum(FAIL_ON)).describe('What makes it fail.'),
    reasons: z.array(z.string()).describe('Why it failed, a sentence each.'),
    unseen: z
      .array(z.string())
      .describe(
        'Checks that something is asserted of and that could not be seen. With no reasons: exit code 69.',
      ),
    warnings: z.array(z.string()).describe('What fails nothing and should be known.'),
    results: z.array(
      z.strictObject({
        check: z.string(),
        standing: z
          .enum(DISPOSITIONS)
          .describe(
            'fails: it fails the gate; waived: a waiver accepts it; known: it is in the baseline; allowed: nothing asks for it.',
          ),
        reason: z.string(),
        waiver: waiverSchema.optional().describe('The one that accepts it, or that has ended.'),
      }),
    ),
    baseline: z
      .strictObject({
        file: z.string(),
        target: z.string().describe('The site that it was made of.'),
        worse: baselineChanges.optional().describe('Left out, as the next two, if it is not comparable.'),
        better: baselineChanges.optional(),
        newly_applies: baselineChanges.optional().describe('Checks that fail now and did not apply then.'),
        written: z.enum(['created', 'updated', 'unchanged', 'no']),
        added: z.array(z.string()).describe('Failures that it has anew.'),
        removed: z.array(z.string()).describe('Failures that it no longer has.'),
      })
      .optional(),
  })
  .meta({ id: 'Gate', description: 'What the gate says; each check that failed is among the results.' });

/** The envelope, where it is a part of another document: printed once there, and referred to. */
export const envelopePart = envelopeSchema.meta({ id: 'Envelope' });

/** The envelope is what the site publishes, and stays as it is: only what is held to something has a gate. */
export const gatedAuditDocument = envelopeSchema
  .extend({
    gate: gateDocument,
  })
  .meta({ title: 'Scorecard envelope and what the gate says of it (audit --json with a gate)' });

export const errorDocumentSchema = z
  .strictObject(failure)
  .meta({ title: 'An error, on stderr, with --output json' });
