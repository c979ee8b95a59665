/** What the catalog stores: the reviewed list of targets, and one file of results for each. */
import * as z from 'zod';
import { SITE_TYPES } from '../catalogue/vocabulary.ts';
import { envelopeSchema } from './schema.ts';

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
export const historyEntrySchema = z.strictObject({
  scored_at: instant,
  relative: z.int().min(0).max(100),
  global: z.int().min(0).max(100),
  spec_version: z.string(),
  schema_version: z.string(),
  /** Left out: the first. */
  rules: z.int().min(1).optional(),
});

/** An attempt that gave no scorecard. */
export const failureSchema = z.strictObject({
  at: instant,
  kind: z.string(),
  message: z.string(),
  /** The first of the attempts in a row that failed with this kind; left out: this one. */
  since: instant.optional(),
  /** Who refuses, of `target_blocked`. */
  by: z.string().optional(),
  /** Since when its owner declines: the first such attempt since the last scorecard, whatever came of later ones. */
  declined: instant.optional(),
});

/** The results of one target (`content/scorecards/<host>.json`). */
export const storedSchema = z.strictObject({
  host: z.string(),
  /** The latest good scorecard; `null` while there was none. */
  latest: envelopeSchema.nullable(),
  /** The last scorecard that said otherwise (verdicts, scores or rules), so that pages can say what changed. */
  previous: envelopeSchema.nullable(),
  /** Oldest first; the last entry is `latest`. Of equal scores in a row the first and the last are kept. */
  history: z.array(historyEntrySchema),
  /** The last failed attempt, where it is newer than `latest`. */
  failure: failureSchema.nullable(),
});

export type CatalogTarget = z.infer<typeof targetSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export type Failure = z.infer<typeof failureSchema>;
export type Stored = z.infer<typeof storedSchema>;
