/** The catalog's stored data: the reviewed list of targets, and one file of results for each. */
import * as z from 'zod';
import { SITE_TYPES } from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import type { Envelope } from './schema.ts';
import { storedEnvelopeSchema } from './stored.ts';
import { type VerdictWord, verdictWordSchema } from './verdict-word.ts';

/** The kinds of sites in the catalog, in display order. */
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
  /** The host, as in the scorecard; for demo sites `<name>.demo`. */
  host: z.string().min(3),
  name: z.string().min(2),
  /** One sentence: what the site is. */
  description: z.string().min(10),
  category: z.enum(TARGET_CATEGORIES.map(({ id }) => id)),
  site_type: z.enum(SITE_TYPES).optional(),
  /** Its address if that is not `https://<host>/`: for a private catalog of sites within a network. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** A site of this repository, served on loopback; left out of the catalog when real results exist. */
  demo: z.literal(true).optional(),
  /** Checks that the owner declines, with the reason that is shown next to the verdict. */
  waivers: z.array(z.strictObject({ check: z.string(), reason: z.string().min(10) })).optional(),
});

export interface HistoryEntry {
  readonly scored_at: string;
  readonly relative: number;
  readonly global: number;
  readonly spec_version: string;
  readonly schema_version: string;
  /** Missing: the first rules. */
  readonly rules?: number | undefined;
  /** The verdicts that differ from the point before; empty if none do. Missing: unknown. */
  readonly changed?: readonly RecordedChange[] | undefined;
}

/** A check whose verdict changed, in the words of `verdict-word.ts`; `null` on the side whose rules did not judge it. */
export interface RecordedChange {
  readonly id: string;
  readonly from: VerdictWord | null;
  readonly to: VerdictWord | null;
}

/** A past period in which a target was listed apart. */
export interface PastState {
  /** A listing state, or what the file has instead. */
  readonly state: string;
  readonly since: string;
  readonly until: string;
  /** Who refused, if known. Untrusted. */
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
  /** The first of the consecutive attempts that failed with this kind; missing if it is this one. */
  since: instant.optional(),
  /** Who refuses, for `target_blocked`. */
  by: z.string().optional(),
  /** Since when the owner declines: the first such attempt since the last scorecard, whatever later ones gave. */
  declined: instant.optional(),
});

export type ListedHost = z.infer<typeof targetSchema>;
export type FailureRecord = z.infer<typeof failureSchema>;

/** The results of one target (`content/scorecards/<host>.json`). */
export interface Stored {
  readonly host: string;
  /** The latest good scorecard; `null` if there was none. */
  readonly latest: Envelope | null;
  /** The last scorecard with other verdicts, scores or rules, so that pages can show what changed. */
  readonly previous: Envelope | null;
  /** Oldest first; the last entry is `latest`. Of consecutive equal scores the first and the last are kept. */
  readonly history: readonly HistoryEntry[];
  /** The last failed attempt, if newer than `latest`. */
  readonly failure: FailureRecord | null;
  /** Earlier periods in which it was listed apart, oldest first, the last ones only. Missing: none. */
  readonly past_states?: readonly PastState[] | undefined;
}

/** A file of results, in the order of its fields, so that the same facts give the same bytes. Unknown fields are dropped. */
export const storedSchema: z.ZodType<Stored> = z.object({
  host: z.string(),
  latest: storedEnvelopeSchema.nullable(),
  previous: storedEnvelopeSchema.nullable(),
  history: z.array(z.object(entryFields)),
  failure: failureSchema.nullable(),
  past_states: z.array(pastStateSchema).optional(),
});
