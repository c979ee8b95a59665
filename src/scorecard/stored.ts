/**
 * Reads scorecards of any version of this program, older or newer (.github/DECISIONS.md, "Freshness and stored results").
 * Only writing is strict (`schema.ts`). Names that this version does not know (of checks, categories, statuses, levels)
 * stay as they are in the file, and are shown so.
 */
import * as z from 'zod';
import { definitionOf } from '../definitions/index.ts';
import type { Status } from '../definitions/vocabulary.ts';
import { REFRESH_AFTER_MS } from '../limits.ts';
import { isRecord } from '../parse/json.ts';
import { plain } from '../parse/text.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { catalogPath, formPath } from './address.ts';
import { BOUNDS } from './bounds.ts';
import { documentOf, isRead, remember } from './document.ts';
import { withOmitted } from './omitted.ts';
import {
  type Details,
  detailsSchema,
  envelopeSchema,
  type McpDiscovery,
  type Place,
  placeSchema,
  type Remediation,
  type Since,
  sinceSchema,
} from './schema.ts';
import { categoryCounts, scoreOf, summaryOf, totalPoints } from './score.ts';

// Types, not interfaces: tools give them as objects with whatever further fields there are.

/** A check's result as a file has it. */
export type StoredResult = {
  readonly id: string;
  readonly label: string;
  readonly category: string;
  /** `must`, `should`, `may`, or what the file says instead. */
  readonly keyword: string;
  /** One of `STATUSES`, or what the file says instead. */
  readonly status: string;
  readonly na_reason?: string | undefined;
  readonly unprobed?: boolean | undefined;
  readonly result: string;
  /** Untrusted: it quotes the audited site. */
  readonly evidence: string;
  /** What is the matter, in a sentence. Untrusted. */
  readonly finding?: string | undefined;
  readonly details?: Details | undefined;
  readonly remediation?: Remediation | undefined;
};

/** How a category counts, as a file has it. */
type StoredCategory = {
  readonly id: string;
  readonly name: string;
  readonly passed: number;
  readonly counted: number;
};

export type StoredScorecard = {
  /** Empty where the file names none. */
  readonly schema_version: string;
  /** Empty where the file names none. */
  readonly spec_version: string;
  readonly rules?: number | undefined;
  readonly target_url: string;
  readonly canonical_origin?: string | undefined;
  readonly assistants_kept_out?: readonly string[] | undefined;
  /** Untrusted. */
  readonly platforms?: readonly { readonly id: string; readonly by: string }[] | undefined;
  readonly mcp_endpoint: string | null;
  readonly mcp_discovery: readonly McpDiscovery[];
  readonly tool: { readonly name: string; readonly url: string };
  /** One of `SITE_TYPES`, or what the file says instead. */
  readonly site_type: string | null;
  readonly public_listing?: boolean | undefined;
  readonly summary: Readonly<Record<Status, number>>;
  readonly score: { readonly relative: number; readonly global: number };
  /** Each category that a result is of is among them. */
  readonly categories: readonly StoredCategory[];
  /** At least one; in the order of the file. */
  readonly results: StoredResult[];
};

/** An envelope of any version; each `Envelope` is one. */
export type StoredEnvelope = {
  readonly tier: 'cache' | 'live';
  readonly target: string;
  readonly cut_short?: true | undefined;
  readonly scorecard_url: string;
  readonly markdown_url: string;
  readonly json_url: string;
  readonly freshness: {
    readonly cached: boolean;
    readonly scored_at: string;
    readonly refresh_after: string;
  };
  readonly since?: Since | undefined;
  readonly place?: Place | undefined;
  readonly spec_version: string;
  readonly scorecard: StoredScorecard;
  readonly target_url: string;
  readonly auditor_url: string;
};

/** More results, or categories, than any catalogue has. */
const MOST_RESULTS = 1_000;
const MOST_CATEGORIES = 100;
/** Of a word such as a status, in characters. */
const WORD_CHARS = 60;

/** Text, of which what is too long is cut. */
const text = (most: number) =>
  z
    .string()
    .transform((value) => (value.length > most ? `${value.slice(0, most - 1)}…`.toWellFormed() : value));
/** A word of the vocabulary, which may be one that this version does not know. */
const word = z.string().transform((value) =>
  plain(value, WORD_CHARS)
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim(),
);
const url = z.url({ protocol: /^https?$/ }).max(BOUNDS.strictUrl);
const count = z.int().min(0);
const percent = z.number().min(0).max(100).transform(Math.round);
const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT/)
  .refine((value) => !Number.isNaN(Date.parse(value)), 'it is no time')
  .transform((value) => new Date(value).toISOString());

/** What a file may leave out, or say in a way that this version does not understand. */
function maybe<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

/** A list without the items that this version does not understand. */
function listOf<T extends z.ZodType>(item: T, most: number) {
  return z.array(z.unknown()).transform((items) =>
    items.slice(0, most).flatMap((one): z.output<T>[] => {
      const read = item.safeParse(one);
      return read.success ? [read.data] : [];
    }),
  );
}

const remediation = z.looseObject({
  goal: text(BOUNDS.text),
  fix: text(BOUNDS.text),
  skill_url: url,
  resources: listOf(z.looseObject({ label: text(BOUNDS.name), url }), BOUNDS.resources),
  evidence: text(BOUNDS.evidence),
  prompt: text(BOUNDS.prompt),
});

const result = z
  .looseObject({
    id: z.string().min(1).max(BOUNDS.name),
    label: maybe(text(BOUNDS.name)),
    category: maybe(word),
    keyword: maybe(word),
    evidence: maybe(text(BOUNDS.evidence)),
    status: word.refine((value) => value !== ''),
    result: maybe(text(BOUNDS.result)),
    na_reason: maybe(word),
    unprobed: maybe(z.boolean()),
    finding: maybe(text(BOUNDS.finding)),
    details: maybe(detailsSchema),
    remediation: maybe(remediation),
  })
  .transform((read) => ({
    ...read,
    label: read.label ?? definitionOf(read.id)?.label ?? read.id,
    category: read.category ?? definitionOf(read.id)?.category ?? 'other',
    keyword: read.keyword ?? 'unknown',
    evidence: read.evidence ?? 'not stated',
    result: read.result ?? read.status,
  }));

const category = z.looseObject({ id: word, name: text(BOUNDS.name), passed: count, counted: count });

const discovery = z.looseObject({
  source: text(BOUNDS.name),
  endpoint: maybe(url.max(BOUNDS.url)),
  blocked: maybe(text(BOUNDS.name)),
  probed: maybe(text(BOUNDS.name)),
});

const scorecard = z.looseObject({
  schema_version: maybe(word),
  spec_version: maybe(word),
  rules: maybe(z.int().min(1)),
  target_url: maybe(url),
  canonical_origin: maybe(url),
  assistants_kept_out: maybe(listOf(text(BOUNDS.name), BOUNDS.attempts)),
  platforms: maybe(listOf(z.looseObject({ id: word, by: text(BOUNDS.name) }), BOUNDS.attempts)),
  mcp_endpoint: maybe(url.nullable()),
  mcp_discovery: maybe(listOf(discovery, BOUNDS.attempts)),
  tool: maybe(z.looseObject({ name: text(BOUNDS.name), url })),
  site_type: maybe(word.nullable()),
  public_listing: maybe(z.boolean()),
  summary: maybe(z.record(z.string(), count)),
  score_pct: maybe(percent),
  score: maybe(z.looseObject({ relative: percent, global: percent })),
  categories: maybe(listOf(category, MOST_CATEGORIES)),
  results: z.array(z.unknown()).max(MOST_RESULTS).pipe(listOf(result, MOST_RESULTS)),
  left_out: z.unknown().optional(),
});

const envelope = z.looseObject({
  tier: maybe(z.enum(['cache', 'live'])),
  target: z
    .string()
    .max(BOUNDS.name)
    .regex(/^[a-z0-9.:[\]_-]+$/),
  cut_short: maybe(z.literal(true)),
  scorecard_url: maybe(url),
  markdown_url: maybe(url),
  json_url: maybe(url),
  freshness: z.looseObject({
    cached: maybe(z.boolean()),
    scored_at: instant,
    refresh_after: maybe(instant),
  }),
  since: maybe(sinceSchema),
  place: maybe(placeSchema),
  spec_version: maybe(word),
  scorecard,
  target_url: maybe(url),
  auditor_url: maybe(url),
});

/**
 * Any version's envelope. What is refused is no scorecard: it has no target, no time or no results. What is left out is
 * made of the results where that can be; what is too long is cut.
 */
export const storedEnvelopeSchema: z.ZodType<StoredEnvelope> = z.unknown().transform((data, context) => {
  // Most are of today, and checked several times as fast as what may be anything.
  const today = envelopeSchema.safeParse(data);
  if (today.success) {
    remember(today.data, data);
    return today.data;
  }
  const read = envelope.safeParse(data);
  if (!read.success) {
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  const complete = completed(read.data);
  if (complete.scorecard.results.length === 0) {
    context.addIssue({ code: 'custom', path: ['scorecard', 'results'], message: 'it has no results' });
    return z.NEVER;
  }
  remember(complete, data);
  return complete;
});

/** The same scorecard, found again at a later time (`scored_at`). What it was read from is kept with it. */
export function scoredAgain(envelope: StoredEnvelope, at: string): StoredEnvelope {
  const times = { scored_at: at, refresh_after: new Date(Date.parse(at) + REFRESH_AFTER_MS).toISOString() };
  const dated = <T extends object>(one: T, freshness: object): T => ({
    ...one,
    freshness: { ...freshness, ...times },
  });
  const again = dated(envelope, envelope.freshness);
  const document = documentOf(envelope);
  if (isRead(envelope) && isRecord(document) && isRecord(document.freshness))
    remember(again, dated(document, document.freshness));
  return again;
}

/** With what the file does not have, in the order of its fields. */
function completed(read: z.output<typeof envelope>): StoredEnvelope {
  const { target, freshness } = read;
  const targetUrl = read.target_url ?? read.scorecard.target_url ?? `https://${target}/`;
  const auditorUrl = read.auditor_url ?? `${DEFAULT_BASE_URL}/score`;
  const page = read.scorecard_url ?? new URL(auditorUrl).origin + catalogPath(target);
  return {
    ...read,
    tier: read.tier ?? 'cache',
    scorecard_url: page,
    markdown_url: read.markdown_url ?? formPath(page, 'md'),
    json_url: read.json_url ?? formPath(page, 'json'),
    freshness: {
      ...freshness,
      cached: freshness.cached ?? true,
      refresh_after:
        freshness.refresh_after ?? new Date(Date.parse(freshness.scored_at) + REFRESH_AFTER_MS).toISOString(),
    },
    spec_version: read.spec_version ?? read.scorecard.spec_version ?? '',
    scorecard: completedScorecard(read.scorecard, target, targetUrl, new URL(auditorUrl).origin),
    target_url: targetUrl,
    auditor_url: auditorUrl,
  };
}

function completedScorecard(
  read: z.output<typeof scorecard>,
  target: string,
  targetUrl: string,
  baseUrl: string,
): StoredScorecard {
  const { left_out, results: listed, score, ...rest } = read;
  const results = withOmitted(listed, left_out, baseUrl);
  const made = scoreOf(results, totalPoints(results));
  return {
    ...rest,
    results,
    schema_version: read.schema_version ?? '',
    spec_version: read.spec_version ?? '',
    target_url: read.target_url ?? targetUrl,
    mcp_endpoint: read.mcp_endpoint ?? null,
    mcp_discovery: read.mcp_discovery ?? [],
    tool: read.tool ?? { name: target, url: targetUrl },
    site_type: read.site_type ?? null,
    summary: { ...summaryOf(results), ...read.summary },
    score: score ?? { relative: read.score_pct ?? made.relative, global: made.global },
    categories: completedCategories(read.categories ?? [], results),
  };
}

/** Each category once, and each that a result is of. */
function completedCategories(
  listed: readonly StoredCategory[],
  results: readonly StoredResult[],
): StoredCategory[] {
  const own = new Set(results.map((one) => one.category));
  const all = new Map([...own].map((id) => [id, { id, name: id, ...categoryCounts(results, id) }]));
  const order = [...new Set([...listed.map(({ id }) => id), ...own])];
  return order.flatMap((id) => listed.find((one) => one.id === id) ?? all.get(id) ?? []);
}
