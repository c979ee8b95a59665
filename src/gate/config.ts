/**
 * The configuration file of a project that is held to something: what is audited, how it is reached, and what must hold.
 * Its JSON Schema is printed from here and published.
 */
import * as z from 'zod';
import { catalogue } from '../catalogue/index.ts';
import { CATEGORIES, SITE_TYPES } from '../catalogue/vocabulary.ts';
import { MAX_SAMPLE, MOST_AT_ONCE } from '../limits.ts';
import { REPORT_FORMATS } from './report-formats.ts';
import { ASSERTIONS, FAIL_ON } from './vocabulary.ts';

const checkId = z.enum(catalogue.map(({ id }) => id));
const checkOrCategory = z.enum([...CATEGORIES.map(({ id }) => id), ...catalogue.map(({ id }) => id)]);
const percent = z.int().min(0).max(100);
const one = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1)]);

export const waiverSchema = z.strictObject({
  check: checkOrCategory,
  reason: z.string().min(1).describe('Why it may fail; shown in every report.'),
  expires: z.iso.date().describe('The last day on which it holds, as YYYY-MM-DD (UTC).'),
});

export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    target: one(z.string()).optional().describe('What is audited where the command names nothing.'),
    canonicalOrigin: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The address that a preview gives as its own.'),
    mcpEndpoint: z.string().min(1).optional().describe('The MCP endpoint: a path of the site, or a URL.'),
    waitFor: z
      .union([z.number().positive(), z.url({ protocol: /^https?$/ })])
      .optional()
      .describe('Seconds to wait for the target, or the URL that is waited for.'),
    waitTimeout: z.number().positive().optional().describe('How long a URL is waited for, in seconds.'),
    siteType: z.enum(SITE_TYPES).optional(),
    sitemapSample: z
      .int()
      .min(1)
      .max(MAX_SAMPLE)
      .optional()
      .describe('Look at so many pages of the sitemap beside the home page.'),
    jobs: z.int().min(1).max(MOST_AT_ONCE).optional().describe('Of several targets, how many at a time.'),
    only: z.array(checkOrCategory).optional().describe('Run only these checks or categories.'),
    skip: z.array(checkOrCategory).optional().describe('Leave these out.'),
    headers: z
      .array(z.string().regex(/^[^=:\s]+=(?:env|file):.+$/))
      .optional()
      .describe(
        'Request headers for a protected site: <name>=env:<VARIABLE> or <name>=file:<path>, never a value.',
      ),
    resolver: z
      .string()
      .optional()
      .describe('The DNS-over-HTTPS resolver asked for DNS-AID records, or “off”.'),
    failOn: one(z.enum(FAIL_ON)).optional().describe('What makes the gate fail.'),
    thresholds: z
      .strictObject({
        relative: percent.optional(),
        global: percent.optional(),
        categories: z.partialRecord(z.enum(CATEGORIES.map(({ id }) => id)), percent).optional(),
      })
      .optional()
      .describe('The lowest scores; of a category, the share of its counted checks that pass.'),
    assertions: z
      .partialRecord(checkOrCategory, z.enum(ASSERTIONS))
      .optional()
      .describe(
        'What is asked of a check or of all checks of a category; what names the check itself counts first.',
      ),
    waivers: z.array(waiverSchema).optional().describe('Failures that are accepted until a day.'),
    baseline: z.string().optional().describe('The file of known failures, relative to this file.'),
    outputFiles: z
      .partialRecord(z.enum(REPORT_FORMATS), z.string().min(1))
      .optional()
      .describe('Reports that each audit writes, by format: files, relative to this one.'),
    onlyFailures: z
      .boolean()
      .optional()
      .describe('Whether reports leave out what passed and what does not apply.'),
    base: z
      .string()
      .optional()
      .describe('An earlier scorecard that reports compare with; relative to this file.'),
    files: z
      .record(z.string().startsWith('/'), z.string())
      .optional()
      .describe(
        'The file of this project, relative to this one, behind a path of the site: where reports point to. A path that ends with a slash is for all below it.',
      ),
  })
  .meta({ title: 'agent-readiness.config: what a project is held to' });

export type Config = z.infer<typeof configSchema>;
export type Waiver = z.infer<typeof waiverSchema>;
export type CheckId = z.infer<typeof checkId>;
