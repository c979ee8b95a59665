/** The documents of checks and explain. */
import * as z from 'zod';
import { STATUSES } from '../../definitions/vocabulary.ts';
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
    platforms: z.array(z.string()).describe('What --for takes for a part of its own in the guide.'),
    guide: z
      .strictObject({
        platform: z.string(),
        own_part: z
          .boolean()
          .describe('false: the guide has none for this platform, and `text` holds everywhere.'),
        text: z.string().describe('How to fix it, as Markdown.'),
      })
      .nullable()
      .describe('With --for.'),
    cases: z
      .array(z.strictObject({ status: z.enum(STATUSES), title: z.string() }))
      .describe('How it decides, by cases.'),
  })
  .meta({ title: 'One check explained (explain --json)' });
