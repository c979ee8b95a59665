/** The schema of the scorecard, from which the types, the validation and the JSON Schema are derived. */
import * as z from 'zod';
import { SCHEMA_VERSION } from '../../base/versions.ts';
import { CHECK_COUNT } from '../check-texts/index.ts';
import { FIRST_RULES } from '../check-texts/rule-sets.ts';
import {
  CATEGORIES,
  CHANGE_DIRECTIONS,
  KEYWORDS,
  PRINCIPLES,
  SITE_TYPES,
  STATUSES,
  type Status,
} from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';

const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: 'Instant', description: 'ISO 8601 UTC timestamp with milliseconds.' });
const semver = z
  .string()
  .regex(/^\d+\.\d+\.\d+$/)
  .meta({ id: 'Version' });
const count = z.int().min(0);
const percent = z.int().min(0).max(100);
const url = z.url({ protocol: /^https?$/ }).max(BOUNDS.url);
const strictUrl = z.url({ protocol: /^https?$/ }).max(BOUNDS.strictUrl);
const text = z.string().max(BOUNDS.text);
const name = z.string().max(BOUNDS.name);
/** The sentence of a result. It must start with the words for the result's status, such as `Verified`. */
const sentence = (pattern: RegExp) => z.string().max(BOUNDS.result).regex(pattern);
/** A URL in the catalog. In JSON Schema, zod omits the `format` of a URL with a pattern, so `meta` adds it. */
const pageUrl = (pattern: RegExp) => url.regex(pattern).meta({ format: 'uri' });
const categoryId = z.enum(CATEGORIES.map(({ id }) => id));
const principle = z.enum(PRINCIPLES);
const status = z.enum(STATUSES);

const remediation = z
  .object({
    goal: text.min(10).describe('What an agent gains.'),
    fix: text.min(20).describe('What to change.'),
    skill_url: url.describe('The fix guide of the check.'),
    resources: z
      .array(z.object({ label: name, url }))
      .min(1)
      .max(BOUNDS.resources),
    evidence: z.string().max(BOUNDS.evidence).describe('Untrusted: it quotes the audited site.'),
    prompt: z
      .string()
      .max(BOUNDS.prompt)
      .describe('Goal, fix, guide, resources and the delimited evidence, for a coding agent.'),
  })
  .meta({ id: 'Remediation' });

const factText = z.string().max(BOUNDS.factText);

/** An observation. It has a `url` for a request, a `question` for a DNS query, or a `statement`. */
const fact = z
  .strictObject({
    under: factText.optional().describe('The name of this fact in the evidence.'),
    url: factText.optional().describe('The URL that responded, or that was requested without a response.'),
    method: factText.optional().describe('The HTTP method. If missing: GET, or POST if there is a `call`.'),
    hops: z
      .array(z.strictObject({ url: factText, status: z.int() }))
      .max(BOUNDS.hops)
      .optional()
      .describe('The redirects that led to the URL.'),
    status: z.int().optional().describe('The HTTP status.'),
    unanswered: z
      .string()
      .max(20)
      .optional()
      .describe('Why there is no complete response: `dns`, `connect`, `tls`, `timeout`, `reset` …'),
    lost: factText.optional().describe('Why the redirects could not be followed to the end.'),
    call: z
      .strictObject({ method: factText, revision: factText.optional() })
      .optional()
      .describe('The JSON-RPC method that was called, and the MCP revision.'),
    question: z.strictObject({ name: factText, type: factText }).optional().describe('The DNS query.'),
    rcode: factText.optional().describe('The response code of DNS.'),
    statement: factText.optional(),
    wanted: factText.optional().describe('What was special about the request, such as its Accept header.'),
    found: z.array(factText).max(BOUNDS.found).optional().describe('What was found in the response.'),
    conclusion: factText.optional().describe('What follows from the fact.'),
  })
  .meta({ id: 'Fact' });

const detailsSchema = z
  .strictObject({
    facts: z.array(fact).max(BOUNDS.facts),
    more: count.optional().describe('The number of facts that are left out.'),
  })
  .meta({
    id: 'Details',
    description: 'The facts behind the evidence, for programs. Untrusted: they quote the audited site.',
  });

const resultBase = {
  id: name,
  label: name.min(8),
  category: categoryId,
  group: principle,
  layer: z.literal('web'),
  keyword: z.enum(KEYWORDS),
  tier: z.enum(['required', 'recommended', 'optional']),
  principle,
  evidence: z
    .string()
    .min(1)
    .max(BOUNDS.evidence)
    .describe('What was observed. Untrusted: it quotes the audited site.'),
  finding: z
    .string()
    .max(BOUNDS.finding)
    .optional()
    .describe('The problem in one sentence, if the check did not pass.'),
  details: detailsSchema.optional(),
};

/** One check's result. Its `status` decides which other members it has. */
const result = z
  .discriminatedUnion('status', [
    z.strictObject({ ...resultBase, status: z.literal('pass'), result: sentence(/^Verified/) }),
    z.strictObject({
      ...resultBase,
      status: z.literal('broken'),
      result: sentence(/^Present but broken/),
      remediation,
    }),
    z.strictObject({
      ...resultBase,
      status: z.literal('noncompliant'),
      result: sentence(/^Present but noncompliant/),
      remediation,
    }),
    z.strictObject({
      ...resultBase,
      status: z.literal('absent'),
      result: sentence(/^Not found/),
      unprobed: z
        .literal(true)
        .optional()
        .describe('Absent only because an earlier request, on which the check depends, gave no result.'),
      remediation,
    }),
    z.discriminatedUnion('na_reason', [
      z.strictObject({
        ...resultBase,
        status: z.literal('n_a'),
        result: sentence(/^Not applicable/),
        na_reason: z.literal('antecedent-unmet'),
      }),
      z.strictObject({
        ...resultBase,
        status: z.literal('n_a'),
        result: sentence(/^Not implemented, optional/),
        na_reason: z.literal('optional-absent'),
      }),
    ]),
    z.strictObject({
      ...resultBase,
      status: z.literal('error'),
      result: sentence(/^Could not be checked/),
    }),
    z.strictObject({ ...resultBase, status: z.literal('skip'), result: sentence(/^Not run/) }),
  ])
  .meta({ id: 'Result' });

const coverage = z.object({
  total: count.describe('The number of checks with this keyword.'),
  verified: count.describe('The number of checks with this keyword that pass.'),
});

const textCost = z.object({
  bytes: count.describe('Decompressed, rounded to two significant digits.'),
  tokens: count.describe('Rounded to two significant digits.'),
});

const cost = z.object({
  tokenizer: name,
  html: textCost
    .extend({
      text_begins: percent.optional().describe('How far into the HTML its text begins, in percent.'),
    })
    .optional(),
  markdown: textCost.optional().describe('The same page as Markdown.'),
  llms_txt: textCost.optional(),
});

const discovery = z.object({
  source: name.describe('The path or document that was probed.'),
  endpoint: url.optional(),
  blocked: name.optional().describe('Why the endpoint was not called.'),
  probed: name.optional().describe('The method that was used.'),
});

const scorecard = z
  .object({
    schema_version: z.literal(SCHEMA_VERSION),
    spec_version: semver,
    rules: z
      .int()
      .min(1)
      .optional()
      .describe(
        `Grows by one with each change of the catalogue or of what a check means; left out: ${FIRST_RULES}. Scores under different rules are not comparable.`,
      ),
    target_url: url,
    canonical_origin: url
      .optional()
      .describe(
        'The canonical origin, for which the site is audited: URLs of this origin count as the site’s own. Left out if the site uses its own address.',
      ),
    assistants_kept_out: z
      .array(name)
      .min(1)
      .optional()
      .describe(
        'Fetchers of AI assistants that robots.txt disallows for the home page. No check counts this: it is the owner’s choice.',
      ),
    platforms: z
      .array(z.object({ id: name, by: name }))
      .min(1)
      .max(BOUNDS.attempts)
      .optional()
      .describe(
        'The platforms that the home page reveals, as `fix --for` accepts them, and the sign of each.',
      ),
    mcp_endpoint: strictUrl.nullable(),
    mcp_discovery: z.array(discovery).max(BOUNDS.attempts),
    tool: z.object({ name, url }),
    audience: z.null(),
    audit_profile: z.null(),
    site_type: z.enum(SITE_TYPES).nullable(),
    public_listing: z.boolean(),
    summary: z.strictObject(
      Object.fromEntries(STATUSES.map((status) => [status, count])) as Record<Status, typeof count>,
    ),
    coverage_summary: z.strictObject({ must: coverage, should: coverage, may: coverage }),
    score_pct: percent.describe('The relative score: `score.relative`.'),
    score: z.object({
      relative: percent.describe('Against the checks that apply to this site.'),
      global: percent.describe('Global-ready: against a maximally agent-ready site.'),
    }),
    cost: cost.optional().describe('What the home page costs an agent. No check uses it.'),
    categories: z
      .array(z.object({ id: categoryId, name, passed: count, counted: count }))
      .length(CATEGORIES.length),
    results: z.array(result).length(CHECK_COUNT),
  })
  .meta({ id: 'Scorecard' });

const sinceSchema = z
  .strictObject({
    of: z
      .enum(['live', 'catalog'])
      .describe('The earlier scorecard: a stored live result, or the one in the catalog.'),
    scored_at: instant,
    score: z.strictObject({ relative: percent, global: percent }).describe('The earlier scores.'),
    fixed: count
      .optional()
      .describe('The number of checks that failed then and pass now; missing if not comparable.'),
    worse: count.optional().describe('The number of checks that are worse; missing if not comparable.'),
    comparable: z
      .boolean()
      .describe(
        'false: other rules, another site type or another address, so the numbers say nothing about the site.',
      ),
    explanation: text,
    changes: z
      .array(
        z.strictObject({
          id: name,
          from: status,
          to: status,
          direction: z.enum(CHANGE_DIRECTIONS),
        }),
      )
      .max(CHECK_COUNT)
      .describe('Checks whose status changed, worse ones first. All are neutral if not comparable.'),
  })
  .meta({ id: 'Since' });

/** The rank of a live result (from an audit on request) among the sites in the catalog, by relative score. */
const placeSchema = z
  .strictObject({
    site_type: name.nullable(),
    sites: count.describe(
      'The number of compared sites: this one and the ranked sites of the same site type and rules.',
    ),
    place: count.nullable().describe('The rank of this site among them; null if they are too few.'),
    median: percent.nullable().describe('The median of the other sites.'),
  })
  .meta({ id: 'Place' });

/** A scorecard with information about its audit, as all outputs return it (`src/audit/contract/scorecard.schema.json`). */
export const envelopeSchema = z
  .object({
    kind: z.literal('web'),
    tier: z.enum(['cache', 'live']),
    target: name.regex(/^[a-z0-9.:[\]_-]+$/),
    cut_short: z
      .literal(true)
      .optional()
      .describe('The deadline ended the audit: checks that were not reached are skip.'),
    scorecard_url: pageUrl(/\/score\/[^/?]+(?:\/live(?:\?site_type=[a-z]+)?)?$/),
    markdown_url: pageUrl(/\/score\/[^/?]+(?:\/md|\/live\/md(?:\?site_type=[a-z]+)?)$/),
    json_url: pageUrl(/\/score\/[^/?]+(?:\/json|\/live\/json(?:\?site_type=[a-z]+)?)$/),
    freshness: z.object({ cached: z.boolean(), scored_at: instant, refresh_after: instant }),
    since: sinceSchema.optional().describe('What changed since the earlier scorecard, if there is one.'),
    place: placeSchema.optional().describe('The rank that a live result would have in the catalog now.'),
    spec_version: semver,
    scorecard,
    target_url: pageUrl(/\/$/),
    score_pct: percent,
    site_spec_version: semver,
    auditor_url: pageUrl(/\/score$/),
  })
  .meta({ title: 'Scorecard envelope' });

type Written = z.infer<typeof envelopeSchema>;
type EachStatus = z.infer<typeof result>;

/** A check's result with any status. */
export type Result = Pick<EachStatus, keyof EachStatus> & {
  readonly na_reason?: 'antecedent-unmet' | 'optional-absent';
  readonly unprobed?: true | undefined;
  readonly remediation?: Remediation;
};
export type Scorecard = Omit<Written['scorecard'], 'results'> & { readonly results: Result[] };
/** A scorecard with information about its audit. */
export type Envelope = Omit<Written, 'scorecard'> & { readonly scorecard: Scorecard };
export type Remediation = z.infer<typeof remediation>;
export type Details = z.infer<typeof detailsSchema>;
export type PublishedFact = z.infer<typeof fact>;
export type Place = z.infer<typeof placeSchema>;
export type Since = z.infer<typeof sinceSchema>;
export type McpDiscovery = z.infer<typeof discovery>;
