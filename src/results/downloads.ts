/** The catalog, and the check definitions, for programs. */
import * as z from 'zod';
import { definitions } from '../definitions/index.ts';
import { SITE_TYPES, STATUSES } from '../definitions/vocabulary.ts';
import { LISTING_STATES } from '../scorecard/listing-state.ts';
import { type ListedHost, TARGET_CATEGORIES } from '../scorecard/record.ts';
import { rulesOf } from '../scorecard/rules.ts';
import { SPEC_VERSION } from '../versions.ts';
import { figuresNote, newest } from '../view/catalog.ts';
import { catalogStatsOf } from '../view/catalog-stats.ts';
import { checkDocument, checkDocumentSchema } from '../view/check-document.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { BASE_TEXT, FEW_TEXT, passRate, percentOf, rateText } from '../view/rate.ts';

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

const head = {
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
};

const lists = {
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
};

const wholeSchema = z.strictObject({ ...head, ...lists });
const indexSchema = z.strictObject({
  ...head,
  pages: z
    .array(z.strictObject({ url: z.url(), sites: count, apart: count, waiting: count }))
    .describe(
      'The pages, with the number of entries in each list. Joined in this order, the lists of the pages are those of the whole catalog.',
    ),
});
const pageSchema = z
  .strictObject({
    kind: z.literal('catalog-page'),
    ...frame,
    page: z.int().min(1),
    next: z.url().nullable().describe('The next page.'),
    ...lists,
  })
  .meta({ title: 'A page of a long catalog (/catalog/1.json)' });

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

export type Catalog = z.infer<typeof wholeSchema>;
export type CatalogIndex = z.infer<typeof indexSchema>;
export type CatalogPage = z.infer<typeof pageSchema>;
export type CheckRates = z.infer<typeof checkRatesSchema>;

/** The JSON Schemas of these, by the name under which they are served. */
export const DOWNLOAD_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['catalog', z.union([wholeSchema, indexSchema]).meta({ title: 'The catalog (/catalog.json)' })],
  ['catalog-page', pageSchema],
  ['check-rates', checkRatesSchema],
]);

/** The whole catalog as JSON. */
export function catalogJson(
  listed: readonly Listed[],
  origin: string,
  apart: readonly Apart[] = [],
  waiting: readonly ListedHost[] = [],
): Catalog {
  return { ...catalogHead(listed, apart, waiting), ...catalogLists(listed, apart, waiting, origin) };
}

/** What the catalog says of all its sites together. */
export function catalogHead(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
): Omit<CatalogIndex, 'pages'> {
  return {
    kind: 'catalog',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    note: figuresNote(listed) ?? null,
    counts: catalogStatsOf(listed, apart, waiting),
  };
}

/** The sites, as the catalog and its pages have them. */
export function catalogLists(
  listed: readonly Listed[],
  apart: readonly Apart[],
  waiting: readonly ListedHost[],
  origin: string,
): Pick<Catalog, 'sites' | 'apart' | 'waiting'> {
  return {
    sites: listed.map((one) => siteJson(one, origin)),
    apart: apart.map((one) => apartJson(one, origin)),
    waiting: waiting.map(siteOf),
  };
}

/** A ranked site. */
export function siteJson({ target, scored }: Listed, origin: string): Catalog['sites'][number] {
  const page = `${origin}/score/${target.host}`;
  return {
    ...siteOf(target),
    scored_at: scored.at,
    rules: rulesOf(scored.rules),
    score: scored.score,
    summary: scored.summary,
    mcp: scored.mcp,
    results: Object.fromEntries(scored.results.map((result) => [result.id, result.status])),
    waivers: target.waivers ?? [],
    scorecard_url: page,
    markdown_url: `${page}/md`,
    json_url: `${page}/json`,
  };
}

/** A site that is listed apart. */
export function apartJson({ target, listingState, last }: Apart, origin: string): Catalog['apart'][number] {
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

/** `/checks.json` */
export function checkRates(listed: readonly Listed[], origin: string): CheckRates {
  return {
    kind: 'check-rates',
    spec_version: SPEC_VERSION,
    latest_audit: newest(listed) ?? null,
    sites: listed.length,
    rate_base: BASE_TEXT,
    note: figuresNote(listed) ?? null,
    checks: definitions.map((check) => {
      const rate = passRate(listed, check.id);
      return {
        ...checkDocument(check, origin),
        markdown_url: `${origin}/fix/${check.id}.md`,
        rate: { passed: rate.passed, judged: rate.base, percent: percentOf(rate), text: rateText(rate) },
      };
    }),
  };
}
