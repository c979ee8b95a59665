/** The whole catalog, and the catalogue of checks, each as one download. */
import * as z from 'zod';
import { TARGET_CATEGORIES } from '../catalog/schema.ts';
import { definitionOf, definitionSchema } from '../checks/definition.ts';
import { checks } from '../checks/index.ts';
import { SITE_TYPES, STATUSES } from '../scorecard/schema.ts';
import { SPEC_VERSION } from '../versions.ts';
import type { Listed } from './catalog.ts';
import { ratesByCheck } from './plots.ts';
import { newest } from './summaries.ts';

const count = z.int().min(0);
const percent = z.int().min(0).max(100);
const status = z.enum(STATUSES);

const frame = {
  spec_version: z.string().describe('Version of the standard.'),
  latest_audit: z.iso.datetime().nullable().describe('When the newest scorecard was made.'),
};

const catalogSchema = z
  .strictObject({
    kind: z.literal('catalog'),
    ...frame,
    sites: z.array(
      z.strictObject({
        host: z.string(),
        name: z.string(),
        description: z.string(),
        category: z.enum(TARGET_CATEGORIES.map(({ id }) => id)),
        site_type: z.enum(SITE_TYPES).nullable().describe('What the site was declared to be.'),
        demo: z.boolean().describe('A demo site of this project.'),
        scored_at: z.iso.datetime(),
        score: z.strictObject({ relative: percent, global: percent }),
        summary: z.record(status, count).describe('How many checks have each status.'),
        mcp: z.boolean().describe('An MCP endpoint was found.'),
        results: z.record(z.string(), status).describe('The status of each check, by its id.'),
        waivers: z
          .array(z.strictObject({ check: z.string(), reason: z.string() }))
          .describe('Checks that the owner declines, with the reason. They do not change the verdict.'),
        scorecard_url: z.url(),
        markdown_url: z.url(),
        json_url: z.url(),
      }),
    ),
  })
  .meta({ title: 'The catalog (/catalog.json)' });

const checkRatesSchema = z
  .strictObject({
    kind: z.literal('check-rates'),
    ...frame,
    sites: count.describe('Sites in the catalog.'),
    checks: z.array(
      z.strictObject({
        ...definitionSchema.shape,
        markdown_url: z.url().describe('The fix guide as Markdown.'),
        rate: z.strictObject({
          passed: count,
          judged: count.describe('Sites to which the check applies and that could be seen.'),
          percent: percent.nullable().describe('Passed of judged; null where none was judged.'),
        }),
      }),
    ),
  })
  .meta({ title: 'The checks with pass rates (/checks.json)' });

export type Catalog = z.infer<typeof catalogSchema>;
export type CheckRates = z.infer<typeof checkRatesSchema>;

/** The JSON Schemas of both, by the name under which they are served. */
export const DOWNLOAD_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['catalog', catalogSchema],
  ['check-rates', checkRatesSchema],
]);

/** `/catalog.json` */
export function catalogJson(listed: readonly Listed[], origin: string): Catalog {
  return {
    kind: 'catalog',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    sites: listed.map(({ target, scored }) => ({
      host: target.host,
      name: target.name,
      description: target.description,
      category: target.category,
      site_type: target.site_type ?? null,
      demo: target.demo === true,
      scored_at: scored.at,
      score: scored.score,
      summary: scored.summary,
      mcp: scored.mcp,
      results: Object.fromEntries(scored.results.map((result) => [result.id, result.status])),
      waivers: target.waivers ?? [],
      scorecard_url: `${origin}/score/${target.host}`,
      markdown_url: `${origin}/score/${target.host}/md`,
      json_url: `${origin}/score/${target.host}/json`,
    })),
  };
}

/** `/catalog.csv` (RFC 4180): a row a site, and a column a check with its status. */
export function catalogCsv(listed: readonly Listed[], origin: string): string {
  const heads = [
    'host',
    'name',
    'description',
    'category',
    'demo',
    'scored_at',
    'relative',
    'global',
    ...STATUSES,
    'mcp',
    'scorecard_url',
    // A status and a check may not share a name: a program reads columns by theirs.
    ...checks.map(({ id }) => `check:${id}`),
  ];
  const rows = catalogJson(listed, origin).sites.map((site) => [
    site.host,
    site.name,
    site.description,
    site.category,
    site.demo,
    site.scored_at,
    site.score.relative,
    site.score.global,
    ...STATUSES.map((name) => site.summary[name]),
    site.mcp,
    site.scorecard_url,
    ...checks.map(({ id }) => site.results[id] ?? ''),
  ]);
  return [heads, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe before it, which makes it text again; that holds
 * behind white space too, which some spreadsheets drop.
 */
export function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `/checks.json` */
export function checkRates(listed: readonly Listed[], origin: string): CheckRates {
  const rates = ratesByCheck(listed.map(({ scored }) => scored));
  return {
    kind: 'check-rates',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    sites: listed.length,
    checks: checks.map((check) => {
      const rate = rates.get(check.id);
      return {
        ...definitionOf(check, origin),
        markdown_url: `${origin}/fix/${check.id}.md`,
        rate: { passed: rate?.pass ?? 0, judged: rate?.counted ?? 0, percent: rate?.percent ?? null },
      };
    }),
  };
}
