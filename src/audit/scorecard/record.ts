/** The catalog's stored data: the reviewed list of targets, and one file of results for each target. */
import * as z from 'zod';
import { SITE_TYPES } from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import type { Envelope } from './schema.ts';
import { storedEnvelopeSchema } from './stored.ts';
import { type VerdictWord, verdictWordSchema } from './verdict-word.ts';

/** Suggested kinds of sites, in the order in which pages list them. A target file may name others. */
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

/**
 * Returns the kinds of these sites: those of `TARGET_CATEGORIES` first and in their order, then all others by name.
 * @param categories the kinds of the sites, with repetitions
 */
export function kindsIn(
  categories: Iterable<string>,
): readonly { readonly id: string; readonly name: string }[] {
  const others = new Set(categories);
  const suggested = TARGET_CATEGORIES.filter(({ id }) => others.delete(id));
  return [...suggested, ...[...others].sort().map((id) => ({ id, name: id }))];
}

/** Matches words and hyphens, because pages, Markdown and CSV show a category as it is. */
const CATEGORY = /^(?=.{2,40}$)[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;

/** One entry of the reviewed list (`content/targets/*.json`). */
export const targetSchema = z
  .strictObject({
    host: z
      .string()
      .min(3, 'is shorter than 3 characters')
      .describe(
        'The host, as scorecards name it, with the port if it is not the scheme’s own. The file is named after it.',
      ),
    name: z
      .string()
      .min(2, 'is shorter than 2 characters')
      .describe('The name of the site, unlike all others of the list.'),
    description: z
      .string()
      .min(10, 'is shorter than 10 characters')
      .describe('One sentence that says what the site is.'),
    category: z
      .string()
      .regex(CATEGORY, 'is not 2 to 40 letters, digits, spaces and hyphens')
      .describe('The kind of site. The examples are suggestions; any other text is a kind of its own.')
      .meta({ examples: TARGET_CATEGORIES.map(({ id }) => id) }),
    site_type: z
      .enum(SITE_TYPES, `is not one of ${SITE_TYPES.join(', ')}`)
      .optional()
      .describe('Which checks apply, if the site cannot tell.'),
    url: z
      .url({ protocol: /^https?$/, error: 'is not an http or https URL' })
      .optional()
      .describe(
        'Its address, if that is not `https://<host>/`: for a private catalog of sites within a network.',
      ),
    demo: z
      .literal(true, 'is not true')
      .optional()
      .describe(
        'A site of this repository, served on loopback; left out of the catalog once real results exist.',
      ),
    waivers: z
      .array(
        z.strictObject({
          check: z.string().describe('The id of the check.'),
          reason: z.string().min(10, 'is shorter than 10 characters').describe('Shown next to the verdict.'),
        }),
      )
      .optional()
      .describe('Checks that the owner declines.'),
  })
  .meta({ title: 'A site of the list (content/targets/<host>.json)' });

export interface HistoryEntry {
  readonly scored_at: string;
  readonly relative: number;
  readonly global: number;
  readonly spec_version: string;
  readonly schema_version: string;
  /** The rule set's number. If missing, the first rule set. */
  readonly rules?: number | undefined;
  /** The verdicts that differ from the previous point; empty if none do. If missing, unknown. */
  readonly changed?: readonly RecordedChange[] | undefined;
}

/** A check whose verdict changed, in words of `verdict-word.ts`; `null` on the side whose rules did not judge it. */
export interface RecordedChange {
  readonly id: string;
  readonly from: VerdictWord | null;
  readonly to: VerdictWord | null;
}

/** A past period in which a target was listed apart. */
export interface PastState {
  /** A listing state, or another word that the file has. */
  readonly state: string;
  readonly since: string;
  readonly until: string;
  /** Who refused the auditor, if known. Untrusted. */
  readonly by?: string | undefined;
}

const name = z.string().max(BOUNDS.name);
/** The maximum number of changes. It exceeds the number of checks in two catalogues. */
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

/** An attempt that produced no scorecard. */
const failureSchema = z.strictObject({
  at: instant,
  kind: z.string(),
  message: z.string(),
  /** The site's own words; missing if it said nothing. Untrusted. */
  quote: z.string().optional(),
  /** The time of the first of the consecutive attempts that failed this way; missing if this is the first. */
  since: instant.optional(),
  /** Who refuses the auditor, for `target_blocked`. */
  by: z.string().optional(),
  /** The time of the first attempt since the last scorecard in which the owner declined, whatever later ones gave. */
  declined: instant.optional(),
});

export type ListedHost = z.infer<typeof targetSchema>;
export type FailureRecord = z.infer<typeof failureSchema>;

/** The results of one target (`content/scorecards/<host>.json`). */
export interface Stored {
  readonly host: string;
  /** The latest scorecard of a successful audit; `null` if there was none. */
  readonly latest: Envelope | null;
  /** The last scorecard whose verdicts, scores or rules differ from those of `latest`, so pages can show what changed. */
  readonly previous: Envelope | null;
  /** Oldest first; the last entry is `latest`. Only the first and the last of consecutive equal scores are kept. */
  readonly history: readonly HistoryEntry[];
  /** The last failed attempt, if it is newer than `latest`. */
  readonly failure: FailureRecord | null;
  /** Earlier periods in which it was listed apart, oldest first; only the last ones are kept. Missing if there are none. */
  readonly past_states?: readonly PastState[] | undefined;
}

/** A file of results. The order of its fields is fixed, so equal facts give equal bytes. Unknown fields are dropped. */
export const storedSchema: z.ZodType<Stored> = z.object({
  host: z.string(),
  latest: storedEnvelopeSchema.nullable(),
  previous: storedEnvelopeSchema.nullable(),
  history: z.array(z.object(entryFields)),
  failure: failureSchema.nullable(),
  past_states: z.array(pastStateSchema).optional(),
});
