/** The documents of fix and retest. */
import * as z from 'zod';
import { FAILING_STATUSES, KEYWORDS } from '../../definitions/vocabulary.ts';
import { waiverSchema } from '../../gate/config.ts';
import { RETEST_OUTCOMES, type RetestOutcome } from '../../view/retest-outcomes.ts';
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

const retestSide = z.strictObject({
  target: z.string(),
  target_url: z.string(),
  scored_at: z.string(),
  rules: z.int().describe('The rules that judged it.'),
});

const retestVerdict = z.strictObject({
  status: z.string(),
  evidence: z.string().describe('Untrusted: it quotes the audited site.'),
});

export const retestDocument = z
  .strictObject({
    ...frame('retest'),
    partial: z.literal(true).describe('Only what failed last time was looked at: there is no score.'),
    from: retestSide,
    to: retestSide.nullable().describe('null where nothing had failed, and no audit was made.'),
    ran: z.int().describe('Checks that ran: those that failed, and those that may apply once these pass.'),
    counts: z.strictObject(
      Object.fromEntries(RETEST_OUTCOMES.map((outcome) => [outcome, z.int()])) as Record<
        RetestOutcome,
        z.ZodInt
      >,
    ),
    checks: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        category: z.string(),
        keyword: z.string(),
        outcome: z
          .enum(RETEST_OUTCOMES)
          .describe(
            'worse: broken now, and was not. new_failure, new_pass: did not apply because of what failed, and does now. not_applicable: has nothing to judge any more.',
          ),
        cause: z
          .enum(['site', 'rules', 'both', 'unclear', 'peers'])
          .nullable()
          .describe('What changed; null where the status is the same.'),
        from: retestVerdict,
        to: retestVerdict,
        prompt: z.string().nullable().describe('For a coding agent, where it fails.'),
      }),
    ),
    unknown: z.array(z.string()).describe('Ids of failed checks that this version does not have.'),
  })
  .meta({ title: 'What failed, tested again (retest --json)' });
