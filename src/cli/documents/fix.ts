/** The document of fix. */
import * as z from 'zod';
import { FAILING_STATUSES } from '../../definitions/vocabulary.ts';
import { waiverSchema } from '../../gate/config.ts';
import { frame } from './frame.ts';

const scores = z.strictObject({ relative: z.int(), global: z.int() });

const wireBlock = z.strictObject({
  place: z
    .string()
    .describe(
      'The path of a document; `pages`, `mcp`, `404` or `api-errors` for a response; `head` or `body` for HTML.',
    ),
  kind: z.enum(['document', 'response', 'html']),
  type: z.string().optional().describe('The media type of a document.'),
  text: z.string().describe('What is seen there. The owner fills in what stands between < and >.'),
});

export const fixDocument = z
  .strictObject({
    ...frame('fix'),
    target: z.string(),
    address: z.string().describe('The origin that was audited.'),
    score: scores,
    score_then: scores
      .nullable()
      .describe('The scores once the brief is followed; null if some check could not be seen.'),
    score_with_api: scores
      .nullable()
      .describe('The scores if the owner describes an API that limits nothing; null if an API was seen.'),
    shortfall: z.array(z.string()).describe('Why the relative score then is below 100.'),
    questions: z
      .array(z.strictObject({ id: z.string(), text: z.string() }))
      .describe('What to ask the owner first.'),
    parts: z
      .array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          fails: z.array(
            z.strictObject({ check: z.string(), status: z.enum(FAILING_STATUSES), keyword: z.string() }),
          ),
          begins: z.array(z.string()).describe('Checks that begin to apply, and that this part covers.'),
          evidence: z.array(z.string()).describe('Untrusted: it quotes the audited site.'),
          text: z.string().describe('What must be seen on the wire, as Markdown.'),
          wire: z.array(wireBlock).describe('The blocks of that text as data.'),
        }),
      )
      .describe('One for each change, in the order to make them.'),
    optional: z.array(z.string()).describe('Optional checks of things that the site does not have.'),
    not_applicable: z.int().describe('How many checks do not apply.'),
    waived: z.array(waiverSchema).describe('Failures that a waiver of the configuration accepts.'),
    skipped: z.array(z.string()).describe('Checks that were not run.'),
    unseen: z.array(z.string()).describe('Checks that could not be seen, and may fail too.'),
    unknown: z.array(z.string()).describe('Ids of failed checks that this version does not have.'),
    verify: z.string().describe('The command that audits the site again.'),
    markdown: z.string().describe('The whole brief, as Markdown.'),
  })
  .meta({ title: 'What to change on a site (fix --json)' });
