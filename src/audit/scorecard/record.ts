/** What the catalog stores: the reviewed list of targets, and one file of results for each. */
import * as z from 'zod';
import { SITE_TYPES } from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import type { Envelope } from './schema.ts';
import { storedEnvelopeSchema } from './stored.ts';
import { type VerdictWord, verdictWordSchema } from './verdict-word.ts';

/** The kinds of sites in the catalog, in the order in which pages list them. */
export const TARGET_CATEGORIES = [
  { id: 'documentation', name: 'Documentation' },
  { id: 'api', name: 'APIs' },
  { id: 'mcp-server', name: 'MCP servers' },
  { id: 'developer-platform', name: 'Developer platforms' },
  { id: 'standards', name: 'Standards bodies' },
  { id: 'registry', name: 'Package registries' },
  { id: 'commerce', name: 'Commerce' },
  { id: 'news', name: 'News' },
  { id: 'government', name: 'Government' },
  { id: 'demo', name: 'Demo sites' },
] as const;

const instant = z.iso.datetime({ precision: 3 });

/** One entry of the reviewed list (`content/targets/*.json`). */
export const targetSchema = z.strictObject({
  /** The host, as the scorecard names it; for demo sites `<name>.demo`. */
  host: z.string().min(3),
  name: z.string().min(2),
  /** One sentence: what the site is. */
  description: z.string().min(10),
  category: z.enum(TARGET_CATEGORIES.map(({ id }) => id)),
  site_type: z.enum(SITE_TYPES).optional(),
  /** Its address where that is not `https://<host>/`: for a private catalog of sites within a network. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** A site of this repository, served on loopback; left out of the catalog once real results exist. */
  demo: z.literal(true).optional(),
  /** Checks that the owner declines, with the reason that is shown beside the verdict. */
  waivers: z.array(z.strictObject({ check: z.string(), reason: z.string().min(10) })).optional(),
});

/** One point of a target's history. */
export interface HistoryEntry {
  readonly scored_at: string;
  readonly relative: number;
  readonly global: number;
  readonly spec_version: string;
  readonly schema_version: string;
  /** Left out: the first. */
  readonly rules?: number | undefined;
  /** The verdicts that differ from those of the point before; none where they are the same. Left out: not known. */
  readonly changed?: readonly RecordedChange[] | undefined;
}

/** A check whose verdict changed, in words of `verdict-word.ts`; `null` on the side whose rules did not judge it. */
export interface RecordedChange {
  readonly id: string;
  readonly from: VerdictWord | null;
  readonly to: VerdictWord | null;
}

/** A time at which a target was listed apart, which has ended. */
export interface PastState {
  /** One of `STANDINGS`, or what the file says instead. */
  readonly state: string;
  readonly since: string;
  readonly until: string;
  /** Who refused, where it could be told. Untrusted. */
  readonly by?: string | undefined;
}

const name = z.string().max(BOUNDS.name);
/** More than two catalogues have checks. */
const MOST_CHANGES = 2_000;

const entryFields = {
  scored_at: instant,
  relative: z.int().min(0).max(100),
  global: z.int().min(0).max(100),
  spec_version: z.string(),
  schema_version: z.string(),
  rules: z.int().min(1).optional(),
  changed: z
    .array(z.object({ id: name, from: verdictWordSchema.nullable(), to: verdictWordSchema.nullable() }))
    .max(MOST_CHANGES)
    .optional(),
};

const pastStateSchema = z.strictObject({
  state: z.string(),
  since: instant,
  until: instant,
  by: z.string().optional(),
});

/** An attempt that gave no scorecard. */
const failureSchema = z.strictObject({
  at: instant,
  kind: z.string(),
  message: z.string(),
  /** What the site said; left out: nothing. Untrusted. */
  quote: z.string().optional(),
  /** The first of the attempts in a row that failed with this kind; left out: this one. */
  since: instant.optional(),
  /** Who refuses, of `target_blocked`. */
  by: z.string().optional(),
  /** Since when its owner declines: the first such attempt since the last scorecard, whatever came of later ones. */
  declined: instant.optional(),
});

export type ListedHost = z.infer<typeof targetSchema>;
export type FailureRecord = z.infer<typeof failureSchema>;

/** The results of one target (`content/scorecards/<host>.json`). */
export interface Stored {
  readonly host: string;
  /** The latest good scorecard; `null` while there was none. */
  readonly latest: Envelope | null;
  /** The last scorecard that said otherwise (verdicts, scores or rules), so that pages can say what changed. */
  readonly previous: Envelope | null;
  /** Oldest first; the last entry is `latest`. Of equal scores in a row the first and the last are kept. */
  readonly history: readonly HistoryEntry[];
  /** The last failed attempt, where it is newer than `latest`. */
  readonly failure: FailureRecord | null;
  /** When it was listed apart before, oldest first, the last times only. Left out: never. */
  readonly past_states?: readonly PastState[] | undefined;
}

/** A file of results, in the order of its fields, so that the same facts are the same bytes. Fields that are not known are dropped. */
export const storedSchema: z.ZodType<Stored> = z.object({
  host: z.string(),
  latest: storedEnvelopeSchema.nullable(),
  previous: storedEnvelopeSchema.nullable(),
  history: z.array(z.object(entryFields)),
  failure: failureSchema.nullable(),
  past_states: z.array(pastStateSchema).optional(),
});
