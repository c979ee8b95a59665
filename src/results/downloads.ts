/** The whole catalog, and the check definitions, each as one download. */
import * as z from 'zod';
import { definitions } from '../definitions/index.ts';
import { SITE_TYPES, STATUSES } from '../definitions/vocabulary.ts';
import { csvCell } from '../render/escape.ts';
import { LISTING_STATES } from '../scorecard/listing-state.ts';
import { type ListedHost, TARGET_CATEGORIES } from '../scorecard/record.ts';
import { rulesOf } from '../scorecard/rules.ts';
import { SPEC_VERSION } from '../versions.ts';
import { type Adoption, latestRate } from '../view/adoption.ts';
import { figuresNote, newest } from '../view/catalog.ts';
import { catalogStatsOf } from '../view/catalog-stats.ts';
import { checkDocument, checkDocumentSchema } from '../view/check-document.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { BASE_TEXT, FEW_TEXT, percentOf, rateText } from '../view/rate.ts';

const count = z.int().min(0);
const percent = z.int().min(0).max(100);
const status = z
  .string()
  .describe(`${STATUSES.join(', ')}; a scorecard of other rules may say something else.`);

const note = z
  .string()
  .nullable()
  .describe('Why the figures are none to quote; null where they are of real sites.');

const frame = {
  spec_version: z.string().describe('Version of the standard.'),
  latest_audit: z.iso.datetime().nullable().describe('When the newest scorecard was made.'),
};

const site = {
  host: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(TARGET_CATEGORIES.map(({ id }) => id)),
  site_type: z.enum(SITE_TYPES).nullable().describe('What the site was declared to be.'),
  demo: z.boolean().describe('A demo site of this project.'),
};

const scores = {
  scored_at: z.iso.datetime(),
  rules: z.int().describe('The rules that judged it; scores of different rules are not comparable.'),
  score: z.strictObject({ relative: percent, global: percent }),
};

/** A site that no audit can see now, as programs are told of it. */
const apartSchema = z.strictObject({
  ...site,
  state: z
    .enum(LISTING_STATES)
    .describe(
      'refuses: something before the site turns automated clients away. declined: its owner does not want it audited. unreachable: it gives no answer.',
    ),
  since: z.iso.datetime().describe('The first of the attempts in a row that ended so.'),
  last_attempt: z.iso.datetime(),
  by: z.string().nullable().describe('Who refuses, where it can be told. Untrusted.'),
  message: z.string().describe('What the last attempt failed with. Untrusted: it may quote the site.'),
  last_scorecard: z
    .strictObject({ ...scores, json_url: z.url() })
    .nullable()
    .describe('The last good scorecard. It counts for nothing in the catalog.'),
  scorecard_url: z.url().describe('The page of the site, which says how its owner lets the auditor in.'),
  markdown_url: z.url(),
});

const catalogSchema = z
  .strictObject({
    kind: z.literal('catalog'),
    ...frame,
    note,
    counts: z.strictObject({
      ranked: count,
      refusing: count.describe('Sites that refuse automated clients.'),
      declined: count.describe('Sites whose owners declined; nothing that was found of them is published.'),
      unreachable: count.describe('Sites that give no answer, and have no scorecard.'),
      due: count.describe(
        'Ranked sites whose last audit was a day or more older than the latest audit of the catalog.',
      ),
      waiting: count.describe('Sites of the list that were not audited yet.'),
    }),
    sites: z.array(
      z.strictObject({
        ...site,
        ...scores,
        summary: z.record(z.string(), count).describe('How many checks have each status.'),
        mcp: z.boolean().describe('An MCP endpoint was found.'),
        results: z
          .record(z.string(), status)
          .describe('The status of each check that was judged then, by its id.'),
        waivers: z
          .array(z.strictObject({ check: z.string(), reason: z.string() }))
          .describe('Checks that the owner declines, with the reason. They do not change the verdict.'),
        scorecard_url: z.url(),
        markdown_url: z.url(),
        json_url: z.url(),
      }),
    ),
    apart: z
      .array(apartSchema)
      .describe('Sites that no audit can see now: outside of sites, of all rates and averages.'),
    waiting: z.array(z.strictObject(site)).describe('Sites of the list that were not audited yet.'),
  })
  .meta({ title: 'The catalog (/catalog.json)' });

const checkRatesSchema = z
  .strictObject({
    kind: z.literal('check-rates'),
    ...frame,
    sites: count.describe('Ranked sites of the catalog.'),
    rate_base: z.string().describe('What every rate is of, in words.'),
    note,
    checks: z.array(
      z.strictObject({
        ...checkDocumentSchema.shape,
        markdown_url: z.url().describe('The fix guide as Markdown.'),
        rate: z.strictObject({
          passed: count,
          judged: count.describe(BASE_TEXT),
          percent: percent.nullable().describe(`Passed of judged; null where none was judged. ${FEW_TEXT}`),
          text: z.string().describe('The same in words: 12 of 40 sites (30%).'),
        }),
      }),
    ),
  })
  .meta({ title: 'The checks with pass rates (/checks.json)' });

export type Catalog = z.infer<typeof catalogSchema>;
export type CheckRates = z.infer<typeof checkRatesSchema>;

/** The JSON Schemas of these, by the name under which they are served. */
export const DOWNLOAD_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['catalog', catalogSchema],
  ['check-rates', checkRatesSchema],
]);

/** `/catalog.json` */
export function catalogJson(
  listed: readonly Listed[],
  origin: string,
  apart: readonly Apart[] = [],
  waiting: readonly ListedHost[] = [],
): Catalog {
  return {
    kind: 'catalog',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    note: figuresNote(listed) ?? null,
    counts: catalogStatsOf(listed, apart, waiting),
    sites: listed.map(({ target, scored }) => ({
      ...siteOf(target),
      scored_at: scored.at,
      rules: rulesOf(scored.rules),
      score: scored.score,
      summary: scored.summary,
      mcp: scored.mcp,
      results: Object.fromEntries(scored.results.map((result) => [result.id, result.status])),
      waivers: target.waivers ?? [],
      scorecard_url: `${origin}/score/${target.host}`,
      markdown_url: `${origin}/score/${target.host}/md`,
      json_url: `${origin}/score/${target.host}/json`,
    })),
    apart: apart.map((one) => apartJson(one, origin)),
    waiting: waiting.map(siteOf),
  };
}

function apartJson({ target, listingState, last }: Apart, origin: string): Catalog['apart'][number] {
  const page = `${origin}/score/${target.host}`;
  const { state, since, at, by, message } = listingState;
  return {
    ...siteOf(target),
    state,
    since,
    last_attempt: at,
    by: by ?? null,
    message,
    last_scorecard:
      last === undefined
        ? null
        : { scored_at: last.at, rules: rulesOf(last.rules), score: last.score, json_url: `${page}/json` },
    scorecard_url: page,
    markdown_url: `${page}/md`,
  };
}

function siteOf({ host, name, description, category, site_type, demo }: ListedHost) {
  return { host, name, description, category, site_type: site_type ?? null, demo: demo === true };
}

/**
 * `/catalog.csv` (RFC 4180): a row a site, and a column a check with its status, empty where it was not judged
 * then. Sites that no audit can see come last,
 * without scores, so that no average of a column counts them.
 */
export function catalogCsv(listed: readonly Listed[], origin: string, apart: readonly Apart[] = []): string {
  // Those of other rules come behind those of today, so that nothing that was judged is left out.
  const ids = [
    ...new Set([
      ...definitions.map(({ id }) => id),
      ...listed.flatMap(({ scored }) => scored.results.map(({ id }) => id)),
    ]),
  ];
  const heads = [
    'host',
    'name',
    'description',
    'category',
    'demo',
    'state',
    'since',
    'refused_by',
    'scored_at',
    'rules',
    'relative',
    'global',
    ...STATUSES,
    'mcp',
    'scorecard_url',
    // A status and a check may not share a name: a program reads columns by theirs.
    ...ids.map((id) => `check:${id}`),
  ];
  const { sites, apart: apartSites } = catalogJson(listed, origin, apart);
  const named = [
    ...sites.map(({ score, summary, results, ...site }) => ({
      ...site,
      ...score,
      state: 'ranked',
      ...Object.fromEntries(STATUSES.map((name) => [name, summary[name] ?? 0])),
      ...Object.fromEntries(ids.map((id) => [`check:${id}`, results[id]])),
    })),
    ...apartSites.map(({ by, ...site }) => ({ ...site, refused_by: by })),
  ].map((fields) => new Map(Object.entries(fields)));
  const rows = named.map((cells) => heads.map((head) => `${cells.get(head) ?? ''}`));
  return [heads, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** `/checks.json` */
export function checkRates(listed: readonly Listed[], adoption: Adoption, origin: string): CheckRates {
  return {
    kind: 'check-rates',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    sites: listed.length,
    rate_base: BASE_TEXT,
    note: figuresNote(listed) ?? null,
    checks: definitions.map((check) => {
      const rate = latestRate(adoption, check.id);
      return {
        ...checkDocument(check, origin),
        markdown_url: `${origin}/fix/${check.id}.md`,
        rate: { passed: rate.passed, judged: rate.base, percent: percentOf(rate), text: rateText(rate) },
      };
    }),
  };
}
