/** The lines of --output jsonl. */
import * as z from 'zod';
import { envelopeSchema } from '../../scorecard/schema.ts';
import { checkDocumentSchema } from '../../view/check-document.ts';
import { envelopePart, failure, gateDocument } from './audits.ts';
import { checksListing, compareDocument, explainDocument } from './checks.ts';
import { examplesDocument, skillDocument } from './files.ts';
import { fixDocument } from './fix.ts';
import { planDocument } from './plans.ts';

const eventDocument = z
  .discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('started'),
      target: z.string(),
      at: z.string().describe('ISO 8601 UTC timestamp.'),
      total: z.int().describe('Checks that run.'),
    }),
    z.strictObject({
      event: z.literal('check'),
      done: z.int(),
      total: z.int(),
      result: envelopeSchema.shape.scorecard.shape.results.element,
    }),
    z.strictObject({ event: z.literal('gate'), target: z.string(), ...gateDocument.shape }),
    z.strictObject({
      event: z.literal('scorecard'),
      cut_short: z.boolean().describe('The deadline cut the audit short: what it did not reach is “skip”.'),
      scorecard: envelopePart,
    }),
    z.strictObject({ event: z.literal('definition'), check: checkDocumentSchema }).describe('Of checks.'),
    z.strictObject({ event: z.literal('end'), ...checksListing }).describe('Of checks: the last line.'),
    z.strictObject({ event: z.literal('error'), ...failure }).describe('On stderr, of any command.'),
  ])
  .describe('What a command says bit by bit.');

/** Where a command has one answer, its one line is that document. */
export const lineDocument = z
  .union([
    eventDocument,
    z
      .discriminatedUnion('kind', [
        explainDocument,
        fixDocument,
        compareDocument,
        planDocument,
        skillDocument,
        examplesDocument,
      ])
      .describe('The whole answer of a command that has one.'),
  ])
  .meta({ title: 'A line of --output jsonl, of any command' });
