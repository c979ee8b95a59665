/** The baseline: the status of each check in an earlier scorecard, as a file that a team reviews and commits. */

import * as z from 'zod';
import {
  type ChangeDirection,
  isFailing,
  SITE_TYPES,
  type Status,
} from '../../audit/check-texts/vocabulary.ts';
import { directionOf } from '../../audit/scorecard/compare.ts';
import { byRules, rulesBehind } from '../../audit/scorecard/rules.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { isPublicHost } from '../../audit/target.ts';
import { sameSite } from '../../base/same-site.ts';

/** The statuses that a later one can be compared with. */
const KEPT = ['pass', 'noncompliant', 'broken', 'absent', 'n_a'] as const;
type Kept = (typeof KEPT)[number];

export const baselineSchema = z
  .strictObject({
    kind: z.literal('baseline'),
    spec_version: z.string().describe('Version of the standard.'),
    schema_version: z.string(),
    rules: z.int().min(1).describe('The rules that judged it: by others, nothing is called worse.'),
    target: z.string().min(1).describe('The site, as a host with its port.'),
    site_type: z.enum(SITE_TYPES).nullable().describe('What the site was declared to be.'),
    score: z
      .strictObject({ relative: z.int().min(0).max(100), global: z.int().min(0).max(100) })
      .describe('For readers; the gate goes by the checks.'),
    checks: z
      .record(z.string(), z.enum(KEPT))
      .describe('Status by check id, sorted. Checks that were not run or could not be seen are left out.'),
  })
  .meta({ title: 'Baseline: how the checks of a site stood' });

export type Baseline = z.infer<typeof baselineSchema>;

/**
 * How a baseline is made again. `update`: as the scorecard has it, new failures included. `tighten`: only what is better
 * is taken over.
 */
export type Renewal = 'update' | 'tighten';

/** A baseline that was made, and what it changed: ids of the failures that it accepts anew, and of those that it no longer has. */
interface Renewed {
  readonly baseline: Baseline;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The baseline as its file has it: a check a line, in the order of their ids. */
export function baselineText(baseline: Baseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/**
 * Makes the baseline of a scorecard anew. What the scorecard did not see stays as it was. What is tightened keeps the target,
 * the rules and the site type of the old one: tighten what `isComparable` only.
 */
export function renewBaseline(
  { target, scorecard }: Envelope,
  old: Baseline | undefined,
  renewal: Renewal,
): Renewed {
  const tightened = renewal === 'tighten' ? old : undefined;
  const found = new Map<string, Kept>(Object.entries(old?.checks ?? {}));
  for (const { id, status } of scorecard.results) {
    const kept = KEPT.find((one) => one === status);
    if (kept === undefined) continue;
    if (tightened === undefined || isTighter(found.get(id), kept)) found.set(id, kept);
  }
  const checks = Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const [before, after] = [failuresOf(old?.checks ?? {}), failuresOf(checks)];
  return {
    baseline: {
      kind: 'baseline',
      ...rulesBehind(tightened ?? scorecard),
      target: tightened?.target ?? target,
      site_type: tightened?.site_type ?? SITE_TYPES.find((one) => one === scorecard.site_type) ?? null,
      score: scoreOf(scorecard, old, tightened !== undefined),
      checks,
    },
    added: [...after].flatMap(([id, status]) => (before.get(id) === status ? [] : [id])),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

/** The score of a partial audit says little, and what is tightened keeps the best. */
function scoreOf(
  { score, results }: Envelope['scorecard'],
  old: Baseline | undefined,
  keepBest: boolean,
): Baseline['score'] {
  if (old === undefined) return score;
  if (results.some(({ status }) => status === 'skip')) return old.score;
  if (!keepBest) return score;
  return {
    relative: Math.max(old.score.relative, score.relative),
    global: Math.max(old.score.global, score.global),
  };
}

/** Whether a status leaves less room than the one that was kept. */
function isTighter(was: Kept | undefined, now: Kept): boolean {
  if (now === 'n_a') return was !== 'pass';
  return was === undefined ? now === 'pass' : directionOf(was, now) === 'better';
}

/** The failures of a baseline, by the ids of their checks. */
function failuresOf(checks: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(checks).filter(([, status]) => isFailing(status)));
}

/** Whether what differs from the baseline is the site's doing: the same rules judged both, asked the same question. */
export function isComparable(baseline: Baseline, { scorecard }: Envelope): boolean {
  return byRules(baseline, scorecard) === 0 && baseline.site_type === scorecard.site_type;
}

/** A check whose status differs from the baseline. */
export interface BaselineChange {
  readonly check: string;
  readonly label: string;
  readonly from: Status;
  readonly to: Status;
}

/** The directions that are told of a scorecard with a baseline, in the order in which they are told. */
export const TOLD_DIRECTIONS = [
  'worse',
  'better',
  'newly_applies',
] as const satisfies readonly ChangeDirection[];

export type BaselineChanges = Readonly<Record<(typeof TOLD_DIRECTIONS)[number], readonly BaselineChange[]>>;

/** Returns the checks that differ from the baseline, in the scorecard's order; `undefined` if the two are not comparable. */
export function changesSince(baseline: Baseline, envelope: Envelope): BaselineChanges | undefined {
  if (!isComparable(baseline, envelope)) return undefined;
  const of = (direction: ChangeDirection) =>
    envelope.scorecard.results.flatMap(({ id: check, label, status: to }): BaselineChange[] => {
      const from = baseline.checks[check];
      return from === undefined || directionOf(from, to) !== direction ? [] : [{ check, label, from, to }];
    });
  return { worse: of('worse'), better: of('better'), newly_applies: of('newly_applies') };
}

/**
 * Whether a site may be held against the baseline of another: a preview may, on this machine, in a private network or under
 * the same registrable domain; and so may whatever the baseline of a preview is used for.
 *
 * @param target a host with its port
 */
export function isSameDeployment(baseline: string, target: string): boolean {
  if (baseline === target) return true;
  const [a, b] = [`https://${baseline}`, `https://${target}`];
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  return !isPublicHost(new URL(a)) || !isPublicHost(new URL(b)) || sameSite(a, b);
}
