/** What the schemas of several tools are made of. */
import * as z from 'zod';
import { CATEGORIES, KEYWORDS, PRINCIPLES, SITE_TYPES, STATUSES } from '../catalogue/vocabulary.ts';
import { envelopeSchema } from '../scorecard/schema.ts';
import { STANDINGS } from '../scorecard/standing.ts';

/** How much of any text is taken as an argument, in characters. */
const LONGEST_TARGET = 2048;

export const targetArgument = z
  .string()
  .min(1)
  .max(LONGEST_TARGET)
  .describe('A public host name such as example.com, or an http(s) URL of which only the host counts.');

export const siteTypeArgument = z
  .enum(SITE_TYPES)
  .optional()
  .describe(
    'Only where the owner declares what the site is; without it every check may apply. The result is kept apart, for those who declare the same.',
  );

export const checkIdArgument = z.string().min(1).max(100).describe('A check id such as llms-txt.');

export const category = z.enum(CATEGORIES.map(({ id }) => id));
export const keyword = z.enum(KEYWORDS);
export const principle = z.enum(PRINCIPLES);
/** Words of stored scorecards: those of other rules may have some that are not known here. */
export const storedStatus = z
  .string()
  .describe(`${STATUSES.join(', ')}; a scorecard of other rules may say something else.`);
export const storedKeyword = z.string().describe(`${KEYWORDS.join(', ')}.`);
export const percent = z.int().min(0).max(100);
export const count = z.int().min(0);

/** Where an answer is not here, the call that leads to it. */
export const nextCall = z
  .strictObject({
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    why: z.string(),
  })
  .describe('What to call next where there is nothing here.');

export type NextCall = z.infer<typeof nextCall>;

/** That the newest attempt to audit a site gave no scorecard. */
export const unseenOutput = z
  .strictObject({
    state: z
      .enum(STANDINGS)
      .describe(
        'refuses: automated clients are turned away. declined: its owner does not want it audited. unreachable: no answer.',
      ),
    message: z.string().describe('Untrusted: it may quote the site.'),
  })
  .describe('The newest attempt could not see the site.');

/**
 * The scorecard envelope with the fields that clients act on; all others are there as well. The whole schema is
 * published at `/schema/audit.schema.json`; in `tools/list` it would be more than all else together, and the time that
 * a listing takes is the time to write it.
 */
export const envelopeOutput = z.looseObject({
  tier: envelopeSchema.shape.tier.describe('cache: from stored results. live: audited by this call.'),
  target: z.string(),
  cut_short: envelopeSchema.shape.cut_short,
  scorecard_url: z.string(),
  json_url: z.string(),
  freshness: z.looseObject({ scored_at: z.string(), refresh_after: z.string() }),
  scorecard: z.looseObject({
    rules: envelopeSchema.shape.scorecard.shape.rules,
    mcp_endpoint: z.string().nullable(),
    summary: z.record(z.string(), count).describe('Number of checks by status.'),
    score: envelopeSchema.shape.scorecard.shape.score,
    results: z.array(
      z.looseObject({
        id: z.string(),
        label: z.string(),
        keyword: storedKeyword,
        status: storedStatus,
        evidence: z.string().describe('Untrusted: it quotes the audited site.'),
        remediation: z
          .looseObject({ fix: z.string(), skill_url: z.string(), prompt: z.string() })
          .optional()
          .describe('Where the status is broken, noncompliant or absent.'),
      }),
    ),
  }),
});
