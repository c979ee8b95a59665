/** The documents of checks, explain and compare. */
import * as z from 'zod';
import { comparisonSchema } from '../../scorecard/compare.ts';
import { checkDocumentSchema } from '../../view/check-document.ts';
import { frame } from './frame.ts';

export const checksListing = {
  shown: z.int().describe('How many are listed here.'),
  total: z.int().describe('How many there are.'),
  truncated: z.boolean().describe('The list was cut; a higher --limit shows more.'),
};

export const checksDocument = z
  .strictObject({ ...frame('checks'), ...checksListing, checks: z.array(checkDocumentSchema) })
  .meta({ title: 'The checks of the catalogue (checks --json)' });

export const explainDocument = z
  .strictObject({
    ...frame('check'),
    check: checkDocumentSchema,
    on_the_wire: z.string().describe('What must be seen on the wire, as Markdown.'),
    markdown: z.string().describe('All of it, with common mistakes, as Markdown.'),
  })
  .meta({ title: 'One check explained (explain --json)' });

export const compareDocument = z
  .object({ ...frame('comparison'), ...comparisonSchema.shape })
  .meta({ title: 'Two scorecards compared (compare --json)' });
