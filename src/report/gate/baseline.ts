/** Reads and renews the baseline: each check's status in an earlier scorecard, in a file that a team commits. */

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
import { headlineOf } from '../../audit/scorecard/title.ts';
import { isPublicHost } from '../../audit/target.ts';
import { sameSite } from '../../base/same-site.ts';

/** The statuses that a baseline stores. `error` and `skip` are missing, because they cannot be compared. */
const RECORDED_STATUSES = ['pass', 'noncompliant', 'broken', 'absent', 'n_a'] as const;
type RecordedStatus = (typeof RECORDED_STATUSES)[number];

export const baselineSchema = z
  .strictObject({
    kind: z.literal('baseline'),
    spec_version: z.string().describe('Version of the standard.'),
    schema_version: z.string(),
    rules: z.int().min(1).describe('The rules that judged it. Under other rules, nothing counts as worse.'),
    target: z.string().min(1).describe('The site, as a host with its port.'),
    site_type: z.enum(SITE_TYPES).nullable().describe('What the site was declared to be.'),
    score: z
      .strictObject({ relative: z.int().min(0).max(100), global: z.int().min(0).max(100) })
      .describe('For readers; the gate uses the checks.'),
    checks: z
      .record(z.string(), z.enum(RECORDED_STATUSES))
      .describe('Status by check id, sorted. Checks that were not run or could not be tested are left out.'),
  })
  .meta({ title: 'Baseline: the status of each check of a site' });

export type Baseline = z.infer<typeof baselineSchema>;

/** How to renew a baseline. `update` stores all statuses, even new failures; `tighten` stores only better statuses. */
export type Renewal = 'update' | 'tighten';

/** The new baseline, and the ids of the failures that the renewal added to it and removed from it. */
interface Renewed {
  readonly baseline: Baseline;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Returns the baseline as JSON with one line for each check. */
export function baselineText(baseline: Baseline): string {
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/** Renews a baseline from a scorecard. Checks without a verdict keep their status. `tighten` needs a comparable `old`. */
export function renewBaseline(
  { target, scorecard }: Envelope,
  old: Baseline | undefined,
  renewal: Renewal,
): Renewed {
  const tightened = renewal === 'tighten' ? old : undefined;
  const found = new Map<string, RecordedStatus>(Object.entries(old?.checks ?? {}));
  for (const { id, status } of scorecard.results) {
    const recordable = RECORDED_STATUSES.find((one) => one === status);
    if (recordable === undefined) continue;
    if (tightened === undefined || isTighter(found.get(id), recordable)) found.set(id, recordable);
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

/** Returns the scores to store. A partial audit keeps the old scores, and `keepBest` keeps old scores that are higher. */
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

/** Returns whether `tighten` stores the new status: a better status, or `n_a` unless the check passed before. */
function isTighter(was: RecordedStatus | undefined, now: RecordedStatus): boolean {
  if (now === 'n_a') return was !== 'pass';
  return was === undefined ? now === 'pass' : directionOf(was, now) === 'better';
}

function failuresOf(checks: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(checks).filter(([, status]) => isFailing(status)));
}

/** Returns whether the baseline has the same rules and site type. If not, a difference does not prove that the site changed. */
export function isComparable(baseline: Baseline, { scorecard }: Envelope): boolean {
  return byRules(baseline, scorecard) === 0 && baseline.site_type === scorecard.site_type;
}

export interface BaselineChange {
  readonly check: string;
  /** The check's title, as in the list of failures. Untrusted. */
  readonly title: string;
  readonly from: Status;
  readonly to: Status;
}

/** The directions of change that a comparison with the baseline reports, in this order. */
export const TOLD_DIRECTIONS = [
  'worse',
  'better',
  'newly_applies',
] as const satisfies readonly ChangeDirection[];

export type BaselineChanges = Readonly<Record<(typeof TOLD_DIRECTIONS)[number], readonly BaselineChange[]>>;

/** Returns the checks that differ from the baseline, in the scorecard's order; `undefined` without a comparable baseline. */
export function changesSince(baseline: Baseline, envelope: Envelope): BaselineChanges | undefined {
  if (!isComparable(baseline, envelope)) return undefined;
  const of = (direction: ChangeDirection) =>
    envelope.scorecard.results.flatMap((result): BaselineChange[] => {
      const { id: check, status: to } = result;
      const from = baseline.checks[check];
      if (from === undefined || directionOf(from, to) !== direction) return [];
      return [{ check, title: headlineOf(result), from, to }];
    });
  return { worse: of('worse'), better: of('better'), newly_applies: of('newly_applies') };
}

/** Returns whether a target may use the baseline of another: both are on the same site, or one is a preview (not public). */
export function isSameDeployment(baseline: string, target: string): boolean {
  if (baseline === target) return true;
  const [a, b] = [`https://${baseline}`, `https://${target}`];
  if (!URL.canParse(a) || !URL.canParse(b)) return false;
  return !isPublicHost(new URL(a)) || !isPublicHost(new URL(b)) || sameSite(a, b);
}
