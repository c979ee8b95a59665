/** Parses the configuration file of a project. Its published JSON Schema is generated from this file. */
import * as z from 'zod';
import { CATEGORIES, SITE_TYPES } from '../../audit/check-texts/vocabulary.ts';
import { checkOrCategory, waiverSchema } from '../../audit/scorecard/waivers.ts';
import { ASSERTIONS, FAIL_ON, REPORT_FORMATS } from './vocabulary.ts';

const percent = z.int().min(0).max(100);

export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The address of this schema, for editors.'),
    target: z.string().optional().describe('The site to audit if the command names none.'),
    canonicalOrigin: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The address that a preview gives as its own.'),
    mcpEndpoint: z.string().min(1).optional().describe('The MCP endpoint: a path of the site, or a URL.'),
    waitFor: z
      .union([z.number().positive(), z.url({ protocol: /^https?$/ })])
      .optional()
      .describe('Seconds to wait for the target, or the URL to wait for.'),
    waitTimeout: z
      .number()
      .positive()
      .optional()
      .describe('The maximum time to wait for the URL, in seconds.'),
    siteType: z.enum(SITE_TYPES).optional().describe('The kind of site; detected by default.'),
    only: z.array(checkOrCategory).optional().describe('Run only these checks or categories.'),
    skip: z.array(checkOrCategory).optional().describe('Leave these out.'),
    headers: z
      .array(z.string().regex(/^[^=:\s]+=(?:env|file):.+$/))
      .optional()
      .describe(
        'Request headers for a protected site: <name>=env:<VARIABLE> or <name>=file:<path>, never a value.',
      ),
    resolver: z.string().optional().describe('The DNS-over-HTTPS resolver for DNS-AID records, or “off”.'),
    failOn: z
      .union([z.enum(FAIL_ON), z.array(z.enum(FAIL_ON)).min(1)])
      .optional()
      .describe(
        'What makes the gate fail. broken: a check is broken. worse: one is worse than in the baseline. below: a threshold or an assertion does not hold. Default: below if there are thresholds or assertions, worse if there is a baseline.',
      ),
    thresholds: z
      .strictObject({
        relative: percent
          .optional()
          .describe('The relative score: against the checks that apply to this site.'),
        global: percent.optional().describe('The global score: against all checks.'),
        categories: z
          .partialRecord(z.enum(CATEGORIES.map(({ id }) => id)), percent)
          .optional()
          .describe('By category: the share of its checks that pass, of those that apply.'),
      })
      .optional()
      .describe(
        'The lowest scores that are accepted, in percent. Waivers and the baseline accept checks; they change no score.',
      ),
    assertions: z
      .partialRecord(checkOrCategory, z.enum(ASSERTIONS))
      .optional()
      .describe(
        'The requirement for a check, or for the checks of a category that apply: pass, pass-if-applicable, not-broken, or off (none). “pass” also fails if the check, or every check of the category, does not apply. An entry for a check overrides that of its category.',
      ),
    assistants: z
      .literal('allowed')
      .optional()
      .describe('Fails if robots.txt blocks fetchers of AI assistants from the home page.'),
    waivers: z
      .array(waiverSchema)
      .optional()
      .describe('Failures that are accepted until a day. They are still shown, and fail again after it.'),
    baseline: z
      .string()
      .min(1)
      .optional()
      .describe(
        'An earlier scorecard or the file that --update-baseline writes, relative to this file: only what is worse fails.',
      ),
    outputFiles: z
      .partialRecord(z.enum(REPORT_FORMATS), z.string().min(1))
      .optional()
      .describe('The report files that each audit writes, by format, relative to this file.'),
    onlyFailures: z
      .boolean()
      .optional()
      .describe('Whether reports leave out checks that passed or do not apply.'),
    files: z
      .record(z.string().regex(/^\//), z.string())
      .optional()
      .describe(
        'Maps paths of the site to files of this project, relative to this file: reports point to them. A path that ends with a slash covers all paths below it.',
      ),
  })
  .meta({ title: 'agent-readiness.config: what a project must meet' });

export type Config = z.infer<typeof configSchema>;
