/** Compares two scorecards, and decides whether the site or the rules (the version of the checks) caused the differences. */

import * as z from 'zod';
import {
  CHANGE_DIRECTIONS,
  type ChangeDirection,
  isFailing,
  KEYWORDS,
  STATUSES,
} from '../check-texts/vocabulary.ts';
import { OMITTED_RESULT } from './failures-only.ts';
import { byRules, rulesOf, rulesText } from './rules.ts';
import type { Envelope, Result } from './schema.ts';
import { LEFT_OUT } from './score.ts';
import { hasNoVerdict } from './verdict-word.ts';

const status = z.enum(STATUSES);
const side = z.object({
  status,
  na_reason: z.string().optional().describe('For n_a: antecedent-unmet or optional-absent.'),
  evidence: z.string().describe('Untrusted: it quotes the audited site.'),
});
const delta = z.object({ from: z.int(), to: z.int(), change: z.int() });
const cause = z.enum(['site', 'rules', 'both', 'unclear', 'peers']);

const change = z.object({
  id: z.string(),
  label: z.string(),
  category: z.string(),
  keyword: z.enum(KEYWORDS),
  from: side,
  to: side,
  direction: z
    .enum(CHANGE_DIRECTIONS)
    .describe(
      'worse: also from pass to n_a. newly_applies: fails now and did not apply before. neutral: a failure no longer applies, or one side was not seen.',
    ),
  cause,
});

const compared = z.object({
  target: z.string(),
  target_url: z.string(),
  scored_at: z.string(),
  spec_version: z.string(),
  schema_version: z.string(),
  rules: z.int().describe('The number of the rules; scores of different rules are not comparable.'),
  unseen: z.int().describe(`Checks that were not run or could not be tested: ${LEFT_OUT}.`),
  site_type: z.string().nullable(),
});

export const comparisonSchema = z
  .object({
    from: compared,
    to: compared,
    cause: cause.or(z.literal('nothing')).describe('The cause of all changes together.'),
    explanation: z.string(),
    score: z.object({ relative: delta, global: delta }),
    cost: z
      .object({ html: delta.optional(), markdown: delta.optional(), llms_txt: delta.optional() })
      .optional()
      .describe('Tokens, if both sides have them by the same tokenizer.'),
    changes: z.array(change),
    not_judged: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          side: z.enum(['from', 'to']).describe('The side whose rules do not have the check.'),
          status: status.describe('The status on the other side.'),
        }),
      )
      .describe('Checks that only one side judged.'),
    unchanged: z.int().describe('Checks with the same status on both sides.'),
    same_status_new_evidence: z.array(z.string()).describe('Ids of unchanged checks whose evidence differs.'),
  })
  .meta({ title: 'Comparison of two scorecards' });

export type Comparison = z.infer<typeof comparisonSchema>;
export type VerdictChange = Comparison['changes'][number];
type NotJudged = Comparison['not_judged'][number];
type Cause = VerdictChange['cause'];

/** The results of recorded audits (HAR files), judged by the current rules. Missing for an audit that was not recorded. */
interface Rejudged {
  readonly from?: Envelope | undefined;
  readonly to?: Envelope | undefined;
}

/**
 * Compares two scorecards of one site at different times, or of two sites. With equal rules (standard, schema and rule set
 * number) and an equal site type, the site is the cause of all changes. If the rules differ, only `rejudged` shows what changed
 * on the site. If a check has no verdict in one scorecard (`error`, `skip`), its change is neutral and the cause unclear.
 */
export function compareEnvelopes(from: Envelope, to: Envelope, rejudged: Rejudged = {}): Comparison {
  const judge = causeOf(from, to, rejudged);
  const [earlier, after] = [byId(from), byId(to)];
  const notJudged = [...onlyIn(from, after, 'to'), ...onlyIn(to, earlier, 'from')];
  const pairs = from.scorecard.results.flatMap((before) => {
    const now = after.get(before.id);
    return now === undefined ? [] : [{ before, now }];
  });
  const changes = pairs
    .filter(({ before, now }) => before.status !== now.status)
    .map(({ before, now }): VerdictChange => changeOf(before, now, judge));
  const same = pairs.filter(({ before, now }) => before.status === now.status);
  const overall = overallCause(changes);
  return {
    from: comparedOf(from),
    to: comparedOf(to),
    cause: overall,
    explanation: [
      explain(overall, from, to, changes),
      ...notJudgedNote(notJudged.length),
      ...scoreCautions(from, to),
    ].join(' '),
    score: {
      relative: deltaOf(from.scorecard.score.relative, to.scorecard.score.relative),
      global: deltaOf(from.scorecard.score.global, to.scorecard.score.global),
    },
    ...costDelta(from, to),
    changes,
    not_judged: notJudged,
    unchanged: same.length,
    same_status_new_evidence: same
      .filter(
        ({ before, now }) =>
          before.evidence !== now.evidence && ![before.evidence, now.evidence].includes(OMITTED_RESULT),
      )
      .map(({ now }) => now.id),
  };
}

/** Compares the token counts that both scorecards have. */
function costDelta({ scorecard: { cost: a } }: Envelope, { scorecard: { cost: b } }: Envelope) {
  if (a === undefined || b === undefined || a.tokenizer !== b.tokenizer) return {};
  const both = (['html', 'markdown', 'llms_txt'] as const).flatMap((name) => {
    const [before, now] = [a[name], b[name]];
    return before === undefined || now === undefined ? [] : [[name, deltaOf(before.tokens, now.tokens)]];
  });
  return both.length === 0 ? {} : { cost: Object.fromEntries(both) as Comparison['cost'] };
}

/** Returns the results for checks that only one scorecard has. `without` is the side that does not have them. */
function onlyIn(
  { scorecard }: Envelope,
  others: ReadonlyMap<string, Result>,
  without: NotJudged['side'],
): NotJudged[] {
  return scorecard.results
    .filter(({ id }) => !others.has(id))
    .map(({ id, label, status: verdict }) => ({ id, label, side: without, status: verdict }));
}

function notJudgedNote(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1 ? 'One check was judged on one side only.' : `${count} checks were judged on one side only.`,
  ];
}

type JudgeCause = (before: Result, now: Result) => Cause;

function changeOf(before: Result, now: Result, judge: JudgeCause): VerdictChange {
  const { id, label, category, keyword } = now;
  return {
    id,
    label,
    category,
    keyword,
    from: sideOf(before),
    to: sideOf(now),
    direction: directionOf(before.status, now.status),
    cause: judge(before, now),
  };
}

/** Returns a function that determines the cause of one change from the rules and recordings of both audits. */
function causeOf(from: Envelope, to: Envelope, rejudged: Rejudged): JudgeCause {
  if (from.target_url !== to.target_url) return () => 'peers';
  const fromToday = byId(rejudged.from ?? from);
  const toToday = byId(rejudged.to ?? to);
  // An audit that was not recorded cannot be judged by the current rules, so the rules of the two scorecards may differ.
  const sameRulesToday = sameRules(rejudged.from ?? from, rejudged.to ?? to);
  const sameQuestion = from.scorecard.site_type === to.scorecard.site_type;
  return (before, now) => {
    if (hasNoVerdict(before) || hasNoVerdict(now)) return 'unclear';
    if (!sameRulesToday || !sameQuestion) return 'unclear';
    const was = fromToday.get(before.id);
    const is = toToday.get(now.id);
    if (was === undefined || is === undefined || hasNoVerdict(was) || hasNoVerdict(is)) return 'unclear';
    const byRules = before.status !== was.status || now.status !== is.status;
    const bySite = was.status !== is.status;
    if (byRules && bySite) return 'both';
    return byRules ? 'rules' : 'site';
  };
}

function overallCause(changes: readonly VerdictChange[]): Comparison['cause'] {
  const causes = new Set(changes.map((one) => one.cause));
  if (causes.size === 0) return 'nothing';
  const [only] = causes;
  if (causes.size === 1 && only !== undefined) return only;
  // Changes without a verdict on one side do not affect the overall cause.
  causes.delete('unclear');
  const [known] = causes;
  return causes.size === 1 && known !== undefined ? known : 'both';
}

function explain(
  overall: Comparison['cause'],
  from: Envelope,
  to: Envelope,
  changes: readonly VerdictChange[],
): string {
  switch (overall) {
    case 'nothing':
      return 'No check changed its status.';
    case 'site':
      return 'The site changed; both scorecards follow the same rules.';
    case 'rules':
      return "The rules changed, not the site: the recording, judged by today's rules, gives today's result.";
    case 'both':
      return 'Both the site and the rules changed; each change names its cause.';
    case 'peers':
      return 'These are two different sites, each with its own audit.';
    case 'unclear':
      return unclear(from, to, changes);
  }
}

function unclear(from: Envelope, to: Envelope, changes: readonly VerdictChange[]): string {
  if (changes.every((one) => hasNoVerdict(one.from) || hasNoVerdict(one.to))) {
    return 'The only differences are checks that were not run or could not be tested on one side; they say nothing about the site.';
  }
  if (!sameRules(from, to)) {
    return (
      `The rules changed (${rulesText(from.scorecard)} → ${rulesText(to.scorecard)}), and the site may have changed too. ` +
      'A recording (HAR) of the earlier audit, judged by the current rules, shows which of the two changed.'
    );
  }
  return 'The two audits used different site types, so different checks apply; audit both with the same site type.';
}

/** Returns sentences that say why the two scores are not comparable. */
function scoreCautions(from: Envelope, to: Envelope): string[] {
  const partial = [from, to].filter(({ scorecard }) => scorecard.summary.skip > 0).length;
  return [
    ...(sameRules(from, to)
      ? []
      : [
          `The scores follow different rules (${rulesText(from.scorecard)}; ${rulesText(to.scorecard)}), so the site is not the only cause of their difference.`,
        ]),
    ...(partial === 0
      ? []
      : [
          `${partial === 2 ? 'Both audits are' : 'One of the audits is'} partial: checks that were not run are ${LEFT_OUT}.`,
        ]),
  ];
}

function sameRules(a: Envelope, b: Envelope): boolean {
  return byRules(a.scorecard, b.scorecard) === 0;
}

function byId({ scorecard }: Envelope): Map<string, Result> {
  return new Map(scorecard.results.map((result) => [result.id, result]));
}

const RANK = new Map([
  ['broken', 0],
  ['noncompliant', 1],
  ['absent', 1],
  ['pass', 2],
]);

/** Returns the direction of a change. `pass` to `n_a` is worse, for example if an MCP endpoint no longer responds. */
export function directionOf(before: string, now: string): ChangeDirection {
  if (before === 'pass' && now === 'n_a') return 'worse';
  if (before === 'n_a' && now === 'pass') return 'better';
  if (before === 'n_a' && isFailing(now)) return 'newly_applies';
  const was = RANK.get(before);
  const is = RANK.get(now);
  if (was === undefined || is === undefined || was === is) return 'neutral';
  return is > was ? 'better' : 'worse';
}

function sideOf(result: Result): VerdictChange['from'] {
  const { status: value, evidence } = result;
  return result.status === 'n_a'
    ? { status: value, na_reason: result.na_reason, evidence }
    : { status: value, evidence };
}

function comparedOf({ target, target_url, freshness, scorecard }: Envelope): Comparison['from'] {
  return {
    target,
    target_url,
    scored_at: freshness.scored_at,
    spec_version: scorecard.spec_version,
    schema_version: scorecard.schema_version,
    rules: rulesOf(scorecard),
    unseen: scorecard.results.filter(hasNoVerdict).length,
    site_type: scorecard.site_type,
  };
}

function deltaOf(from: number, to: number): Comparison['score']['relative'] {
  return { from, to, change: to - from };
}

/**
 * Returns the changes for the worse that the site caused, not those with an unknown cause or caused by new versions of the
 * checks. Compares two URLs, such as a preview and production, only if both audits have the same rules and site type.
 */
export function regressions({ from, to, changes }: Comparison): VerdictChange[] {
  const sameQuestion = byRules(from, to) === 0 && from.site_type === to.site_type;
  return changes.filter(
    ({ direction, cause }) =>
      direction === 'worse' && (cause === 'site' || cause === 'both' || (cause === 'peers' && sameQuestion)),
  );
}
