/** The catalog's stored data: the list of targets, and a results file for each target. */
import * as z from 'zod';
import { SITE_TYPES } from '../check-texts/vocabulary.ts';
import { BOUNDS } from './bounds.ts';
import type { Envelope } from './schema.ts';
import { storedEnvelopeSchema } from './stored.ts';
import { type VerdictWord, verdictWordSchema } from './verdict-word.ts';

/** Suggested kinds of sites, in display order. A target file may use other kinds. */
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

/** Returns the given categories with their names: first those in `TARGET_CATEGORIES`, in that order, then the others by name. */
export function kindsIn(
  categories: Iterable<string>,
): readonly { readonly id: string; readonly name: string }[] {
  const others = new Set(categories);
  const suggested = TARGET_CATEGORIES.filter(({ id }) => others.delete(id));
  return [...suggested, ...[...others].sort().map((id) => ({ id, name: id }))];
}

/** Allows only words and hyphens, because pages, Markdown and CSV show a category without escaping. */
const CATEGORY = /^(?=.{2,40}$)[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;

/** One target in the list (`content/targets/*.json`). */
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
      .describe('The name of the site, which no other site in the list has.'),
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
      .describe('The type of the site, if its pages do not show which checks apply.'),
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
  /** The rule set number; missing for the first rule set. */
  readonly rules?: number | undefined;
  /** The verdicts that differ from the previous point. Empty if none differ, missing if the changes are unknown. */
  readonly changed?: readonly RecordedChange[] | undefined;
}

/** A check whose verdict changed. Each verdict is one word, or `null` if the check did not exist at that time. */
export interface RecordedChange {
  readonly id: string;
  readonly from: VerdictWord | null;
  readonly to: VerdictWord | null;
}

/** A past period in which the target was listed separately from the ranking. */
export interface PastState {
  /** One of `LISTING_STATES`, or a word that this version does not know. */
  readonly state: string;
  readonly since: string;
  readonly until: string;
  /** The name of the product that blocked the auditor, if known. Untrusted text. */
  readonly by?: string | undefined;
}

const name = z.string().max(BOUNDS.name);
/** The maximum number of changed checks at one point of the history, more than any two versions of the audit have in total. */
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

/** A failed attempt to audit the target. */
const failureSchema = z.strictObject({
  at: instant,
  kind: z.string(),
  message: z.string(),
  /** The site's own words about the failure, if there were any. Untrusted text. */
  quote: z.string().optional(),
  /** The time of the first failure with this `kind` since the last scorecard; missing if this attempt is the first. */
  since: instant.optional(),
  /** The name of the product that blocks the auditor. Set if `kind` is `target_blocked`. */
  by: z.string().optional(),
  /** When the auditor first found that the owner declines audits. Kept even if later attempts fail for another reason. */
  declined: instant.optional(),
});

export type ListedHost = z.infer<typeof targetSchema>;
export type FailureRecord = z.infer<typeof failureSchema>;

/** The stored results of one target (`content/scorecards/<host>.json`). */
export interface Stored {
  readonly host: string;
  /** The scorecard of the latest successful audit; `null` if no audit succeeded. */
  readonly latest: Envelope | null;
  /** The last scorecard whose verdicts, scores or rules differ from `latest`. Pages show what changed since then. */
  readonly previous: Envelope | null;
  /** The points of the history, oldest first; the last is for `latest`. A point equal to both neighbors is dropped. */
  readonly history: readonly HistoryEntry[];
  /** The last failed attempt, if it is newer than `latest`. */
  readonly failure: FailureRecord | null;
  /** Past periods in which the target was left out of the ranking, oldest first. Above a limit, the oldest are dropped. */
  readonly past_states?: readonly PastState[] | undefined;
}

/** A results file. Members have a fixed order, so that equal data gives equal bytes. Unknown members are dropped. */
export const storedSchema: z.ZodType<Stored> = z.object({
  host: z.string(),
  latest: storedEnvelopeSchema.nullable(),
  previous: storedEnvelopeSchema.nullable(),
  history: z.array(z.object(entryFields)),
  failure: failureSchema.nullable(),
  past_states: z.array(pastStateSchema).optional(),
});
