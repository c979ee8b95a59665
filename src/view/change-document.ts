/** A change in the form for programs: in `/changes.json`, and beside the texts of the JSON feeds. */
import * as z from 'zod';
import { CHANGE_DIRECTIONS, STATUSES } from '../definitions/vocabulary.ts';
import { LISTING_STATES } from '../scorecard/listing-state.ts';
import { changeHeadline } from './change-texts.ts';
import { CHANGE_KINDS, changeKey, type SiteChange } from './changes.ts';

const percent = z.int().min(0).max(100);
const pair = z.strictObject({
  relative: percent.describe('The score of what applies to the site.'),
  global: percent.describe('The score of everything a site could offer.'),
});
const rulesSchema = z.strictObject({ spec_version: z.string(), schema_version: z.string(), rules: z.int() });
const status = z.string().describe(`${STATUSES.join(', ')}; other rules may say something else.`);

export const changeDocumentSchema = z.strictObject({
  id: z.string().describe('The same in every form, for ever: a tag URI (RFC 4151).'),
  at: z.iso
    .datetime()
    .describe('When it was found. A site may have changed at any time since the audit before.'),
  host: z.string(),
  name: z.string(),
  kind: z
    .enum(CHANGE_KINDS)
    .describe(
      'first: the first scorecard. site: the site changed. rules: other rules judged it, which is not a change of the site. unclear: the scores changed, and which verdicts did was not recorded. apart: it cannot be audited any more. back: it can be audited again.',
    ),
  title: z.string(),
  score: z.strictObject({ from: pair.nullable(), to: pair }).nullable(),
  verdicts: z
    .array(
      z.strictObject({
        check: z.string(),
        from: status,
        to: status,
        direction: z.enum(CHANGE_DIRECTIONS),
      }),
    )
    .nullable()
    .describe('The checks whose status changed; null where that is not known or does not apply.'),
  rules: z
    .strictObject({
      from: rulesSchema,
      to: rulesSchema,
      same_audit: z.boolean().describe('One audit was judged twice: the site did not change.'),
    })
    .nullable(),
  state: z
    .enum(LISTING_STATES)
    .nullable()
    .describe('Of apart and back: where the site stands, or stood before.'),
  by: z.string().nullable().describe('Who refuses, where it can be told. Untrusted.'),
  scorecard_url: z.url(),
});

export type ChangeDocument = z.infer<typeof changeDocumentSchema>;

/** @param origin the address of the catalog; no slash at the end */
export function changeDocument(change: SiteChange, origin: string): ChangeDocument {
  const { target, kind, at, score, verdicts, rules, state, by } = change;
  return {
    id: changeId(change, origin),
    at,
    host: target.host,
    name: target.name,
    kind,
    title: changeHeadline(change),
    score: score === undefined ? null : { from: score.from ?? null, to: score.to },
    verdicts: verdicts?.map(({ id, from, to, direction }) => ({ check: id, from, to, direction })) ?? null,
    rules: rules === undefined ? null : { from: rules.from, to: rules.to, same_audit: rules.sameAudit },
    state: state ?? null,
    by: by ?? null,
    scorecard_url: `${origin}/score/${target.host}`,
  };
}

/** A tag URI (RFC 4151), which stays the same whatever becomes of addresses and texts. */
export function changeId(change: SiteChange, origin: string): string {
  return `tag:${new URL(origin).hostname},2026-11-22:change/${changeKey(change)}`;
}
