/** The document of fix. */
import * as z from 'zod';
import { FAILING_STATUSES, KEYWORDS } from '../../definitions/vocabulary.ts';
import { waiverSchema } from '../../gate/config.ts';
import { checksListing } from './checks.ts';
import { frame } from './frame.ts';

export const fixesDocument = z
  .strictObject({
    ...frame('fixes'),
    target: z.string(),
    target_url: z.string(),
    ...checksListing,
    unknown: z.array(z.string()).describe('Ids of failed checks that this version does not have.'),
    waived: z.array(waiverSchema).describe('Failures that a waiver of the configuration accepts: left out.'),
    unseen: z.int().describe('Checks that were not run or could not be checked, and may fail, too.'),
    platforms: z.array(z.string()).describe('What the site is made with: the snippets are for these.'),
    recognised: z
      .string()
      .nullable()
      .describe('The files that these were recognised by; null where --for names them.'),
    configuration: z
      .array(
        z.strictObject({
          platform: z.string(),
          place: z
            .string()
            .describe('Where the text belongs: a file, or http { … } and server { … } of nginx.'),
          note: z.string(),
          text: z.string(),
        }),
      )
      .describe('What several fixes write into the configuration of a platform, once for all.'),
    install: z.array(z.string()).describe('What that configuration imports: commands that install it.'),
    fixes: z
      .array(
        z.strictObject({
          change: z.string().describe('What is changed, by its id.'),
          title: z.string(),
          points: z
            .number()
            .nullable()
            .describe('Points that the checks earn together; null where they cannot be told.'),
          checks: z
            .array(
              z.strictObject({
                check: z.string(),
                label: z.string(),
                keyword: z.enum(KEYWORDS),
                status: z.enum(FAILING_STATUSES),
                points: z.number().nullable(),
              }),
            )
            .describe('The failed checks that the change mends.'),
          files: z.array(z.string()).describe('Files of this project, as its configuration names them.'),
          stacks: z
            .array(z.strictObject({ platform: z.string(), files: z.array(z.string()) }))
            .describe('The files that it concerns on each platform.'),
          install: z.array(z.string()).describe('Commands that install what the snippets import.'),
          guides: z.array(z.string()).describe('The commands that print the guides.'),
          verify: z.string().describe('The command that verifies the fix, all its checks at once.'),
          prompt: z
            .string()
            .describe(
              'All of it for a coding agent: goal, what to change, snippets, and the evidence delimited as untrusted.',
            ),
        }),
      )
      .describe('What earns most first, and nothing before what it leads on to.'),
    plan: z
      .strictObject({
        path: z.string(),
        action: z.enum(['created', 'updated', 'unchanged']).describe('With dry_run: what would be done.'),
        dry_run: z.boolean(),
      })
      .nullable()
      .describe('The file of --plan.'),
  })
  .meta({ title: 'What to fix (fix --json)' });
