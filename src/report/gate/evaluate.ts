/** Evaluates the gate: compares a scorecard with a project's requirements. Pure. */

import { CATEGORIES, isFailing, SCORE_NAMES, type Status } from '../../audit/check-texts/vocabulary.ts';
import { directionOf } from '../../audit/scorecard/compare.ts';
import { rulesText } from '../../audit/scorecard/rules.ts';
import type { Envelope, Result, Scorecard } from '../../audit/scorecard/schema.ts';
import { noScore } from '../../audit/scorecard/score.ts';
import type { Waiver } from '../../audit/scorecard/waivers.ts';
import { waiverOf, waiverWarnings } from '../../audit/scorecard/waivers.ts';
import { plain, plural } from '../../base/text.ts';
import { CHANGES, type ChangeId, changeOf } from '../../fix/brief-parts.ts';
import { type Baseline, type BaselineChanges, isComparable } from './baseline.ts';
import { type Policy, withoutEffect } from './policy.ts';
import type { Assertion, FailOn } from './vocabulary.ts';
/** The effect of a failed check: it fails the audit, a waiver accepts it, the baseline lists it, or no requirement covers it. */
export const DISPOSITIONS = ['fails', 'waived', 'known', 'allowed'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** How the project's requirements judge a check that failed, or that no longer applies although it must pass or passed before. */
export interface GateResult {
  readonly check: string;
  readonly status: Status;
  readonly disposition: Disposition;
  readonly reason: string;
  readonly waiver?: Waiver;
}

export interface GateOutcome {
  /** Whether nothing fails and every required check has a verdict. */
  readonly passed: boolean;
  readonly failOn: readonly FailOn[];
  /** Why the requirements are not met, one sentence each. Empty if the only problem is `noVerdict`. */
  readonly reasons: readonly string[];
  /** Ids of required checks without a verdict. */
  readonly noVerdict: readonly string[];
  /** Problems that do not fail the audit, such as a waiver that ends soon or is no longer needed. */
  readonly warnings: readonly string[];
  /** The target of the baseline. A preview may use the baseline of its production site. */
  readonly baseline?: string;
  /** The differences from the baseline; `undefined` without a comparable baseline. */
  readonly changes?: BaselineChanges | undefined;
  /** The decision on each check that failed or no longer applies, by id. */
  readonly results: ReadonlyMap<string, GateResult>;
}

/** Checks a scorecard against the project's requirements. A waiver counts if it had not ended on the day of the audit. */
export function evaluateGate(envelope: Envelope, demands: Policy): GateOutcome {
  const { results } = envelope.scorecard;
  const { failOn, waivers, baseline } = demands;
  const day = envelope.freshness.scored_at.slice(0, 10);
  const isUnseen = ({ status }: { readonly status: string }) =>
    status === 'error' || (status === 'skip' && envelope.cut_short === true);
  const held: Held = {
    demands,
    day,
    comparable: baseline !== undefined && isComparable(baseline, envelope),
  };
  const isConcerned = (result: Result) => isFailing(result.status) || isGone(result, held);
  const judged = results.filter(isConcerned).map((result) => judgeFailure(result, held));
  const causes = causesOf(
    judged,
    new Set(results.filter(({ status }) => status === 'n_a').map(({ id }) => id)),
  );
  const below = failOn.includes('below');
  const scores = below
    ? measure(envelope.scorecard, demands.thresholds, isUnseen)
    : { reasons: [], noVerdict: [] };
  const awaited = below ? results.filter((result) => isUnseen(result) && isAwaited(result, held)) : [];
  const noVerdict = new Set([...awaited.map(({ id }) => id), ...scores.noVerdict]);
  const reasons = [
    ...causes.map(({ reason }) => reason),
    ...(below ? emptyCategories(results, demands, day).map(emptyCategoryReason) : []),
    ...(below ? keptOut(envelope.scorecard, demands) : []),
    ...scores.reasons,
  ];
  // Ended waivers whose checks fail. `reasons` already mentions each of these waivers, so `warnings` does not.
  const reported = new Set(
    judged.flatMap(({ disposition, waiver }) => (disposition === 'fails' ? (waiver ?? []) : [])),
  );
  return {
    passed: reasons.length === 0 && noVerdict.size === 0,
    failOn,
    reasons,
    noVerdict: [...noVerdict],
    warnings: [
      ...withoutEffect(demands),
      ...waiverWarnings(
        results,
        waivers.filter((one) => !reported.has(one)),
        { day, isConcerned },
      ),
      ...(baseline === undefined ? [] : baselineWarnings(envelope, baseline, held.comparable)),
    ],
    ...(baseline === undefined ? {} : { baseline: baseline.target }),
    results: new Map([...judged, ...causes].map((one) => [one.check, one])),
  };
}

/** Maps changes to the changes that they depend on. For example, without llms.txt no check of llms-full.txt applies. */
const NEEDS: { readonly [change in ChangeId]?: ChangeId } = {
  'llms-full-txt': 'llms-txt',
  'mcp-card': 'mcp-server',
  'mcp-cors': 'mcp-server',
};

/**
 * Returns one result for each cause. If a document or server is gone, the checks that no longer apply for this reason share
 * one result, which gives the number of these checks.
 * @param gone the ids of the checks that no longer apply
 */
function causesOf(judged: readonly GateResult[], gone: ReadonlySet<string>): GateResult[] {
  const failing = judged.filter(({ disposition }) => disposition === 'fails');
  const changeIdOf = (check: string) => {
    const id = changeOf(check)?.id;
    return id && (NEEDS[id] ?? id);
  };
  const groups = Map.groupBy(
    failing.filter(({ check }) => gone.has(check)),
    ({ check }) => changeIdOf(check) ?? check,
  );
  const heads = new Map(
    Array.from(groups, ([change, sameChange]) => {
      const [first] = CHANGES.find(({ id }) => id === change)?.checks ?? [];
      const shows = failing.find(({ check }) => check === first && !gone.has(check));
      const count = sameChange.length - (shows === undefined ? 1 : 0);
      const what =
        shows === undefined
          ? `${plural(count, 'more check')} with the same cause`
          : `${plural(count, 'check')} ${count === 1 ? 'depends' : 'depend'} on it`;
      return [shows ?? sameChange[0], count === 0 ? '' : ` (${what})`] as const;
    }),
  );
  return failing.flatMap((one) => {
    const more = heads.get(one);
    if (more === undefined) return gone.has(one.check) ? [] : [one];
    return [{ ...one, reason: one.reason.replace(/\.$/, `${more}.`) }];
  });
}

interface Held {
  readonly demands: Policy;
  readonly day: string;
  /** Whether the baseline has the same rules and site type, so that differences are changes to the site. */
  readonly comparable: boolean;
}

/** Returns whether a check does not apply although an assertion requires it to pass or it passed in the baseline. */
function isGone(result: Result, { demands, comparable }: Held): boolean {
  const { failOn, assertions, baseline } = demands;
  if (result.status !== 'n_a') return false;
  const asserted = failOn.includes('below') && assertions[result.id] === 'pass';
  const passed = failOn.includes('worse') && comparable && baseline?.checks[result.id] === 'pass';
  return asserted || passed;
}

/** Returns the ids of categories that must pass but have no check that applies. Leaves out categories that a waiver accepts. */
function emptyCategories(results: readonly Result[], { assertions, waivers }: Policy, day: string): string[] {
  const isEmpty = (category: string) => {
    const inCategory = results.filter((result) => result.category === category);
    return inCategory.length > 0 && inCategory.every(({ status }) => status === 'n_a');
  };
  const isAccepted = (category: string) =>
    waiverOf({ id: category, category, status: 'n_a' }, waivers, day).holding !== undefined;
  return CATEGORIES.map(({ id }) => id).filter(
    (id) => assertions[id] === 'pass' && isEmpty(id) && !isAccepted(id),
  );
}

/** Returns the message for a category that must pass but has no check that applies. */
export function emptyCategoryReason(category: string): string {
  return `${category} must pass and none of its checks applies${UNLESS}.`;
}

function keptOut(
  { assistants_kept_out: blocked = [] }: Envelope['scorecard'],
  { assistants }: Policy,
): string[] {
  return assistants === undefined || blocked.length === 0
    ? []
    : [
        `AI assistants must be allowed, but robots.txt blocks ${blocked.map((name) => plain(name)).join(', ')} from /.`,
      ];
}

/** A hint for a check that does not apply and fails the assertion “pass”. */
const UNLESS = ' (to accept that, use “pass-if-applicable”)';

/**
 * Decides on a check that failed or no longer applies. Waivers come first, then the assertion “off”, then the baseline, then
 * other assertions.
 */
function judgeFailure(result: Result, held: Held): GateResult {
  const { id: check, status } = result;
  const { holding, ended } = waiverOf(result, held.demands.waivers, held.day);
  if (holding !== undefined) {
    const reason = `${check} ${stateOf(status)}; accepted until ${holding.expires}: ${holding.reason}`;
    return { check, status, disposition: 'waived', reason, waiver: holding };
  }
  if (assertionOf(result, held.demands) === 'off') {
    return {
      check,
      status,
      disposition: 'allowed',
      reason: `${check} ${stateOf(status)}; it is asserted “off”.`,
    };
  }
  const known = isKnown(result, held);
  const fault = faultOf(result, held, known);
  if (fault !== undefined) {
    const reason = `${check}${fault}${endedText(ended)}.`;
    return { check, status, disposition: 'fails', reason, ...(ended === undefined ? {} : { waiver: ended }) };
  }
  return known
    ? { check, status, disposition: 'known', reason: `${check} is ${status}; the baseline knows it.` }
    : {
        check,
        status,
        disposition: 'allowed',
        reason: `${check} is ${status}; nothing requires it to pass.`,
      };
}

function endedText(ended: Waiver | undefined): string {
  return ended === undefined ? '' : `; its waiver (“${ended.reason}”) ended on ${ended.expires}`;
}

function assertionOf({ id, category }: Result, { assertions }: Policy): Assertion | undefined {
  return assertions[id] ?? assertions[category];
}

function stateOf(status: string): string {
  return status === 'n_a' ? 'does not apply' : `is ${status}`;
}

/** Returns whether the check failed in the baseline and, if the baseline is comparable, is not worse now. */
function isKnown({ id, status }: Result, { demands, comparable }: Held): boolean {
  const was = demands.baseline?.checks[id];
  if (was === undefined || !isFailing(was)) return false;
  return !comparable || directionOf(was, status) !== 'worse';
}

/** The words for the statuses in sentences that compare a check with the baseline. */
const WORDS: Readonly<Record<string, string>> = {
  absent: 'missing',
  noncompliant: 'noncompliant',
  broken: 'broken',
  n_a: 'not applicable',
};

/** Returns why a check fails the audit, as text to put after the check's name. Regressions take precedence over assertions. */
function faultOf(result: Result, { demands, comparable }: Held, known: boolean): string | undefined {
  const { id, status } = result;
  const { failOn, baseline } = demands;
  const was = baseline?.checks[id];
  const worse =
    failOn.includes('worse') && comparable && was !== undefined && directionOf(was, status) === 'worse';
  const assertion = failOn.includes('below') && !known ? assertionOf(result, demands) : undefined;
  const asserted =
    assertion === 'pass' ||
    (assertion === 'pass-if-applicable' && status !== 'n_a') ||
    (assertion === 'not-broken' && status === 'broken');
  const broken = failOn.includes('broken') && !known && status === 'broken';
  if (worse) return `: ${WORDS[status]} now, ${was === 'pass' ? 'passed' : WORDS[was]} in the baseline`;
  if (asserted) {
    const wanted = assertion === 'not-broken' ? 'must not be broken' : 'must pass';
    return ` ${wanted} and ${stateOf(status)}${status === 'n_a' ? UNLESS : ''}`;
  }
  return broken ? ' is broken' : undefined;
}

/** Returns whether a check must have a verdict: an assertion covers it, and no waiver or baseline accepts its failure. */
function isAwaited(result: Result, { demands, day }: Held): boolean {
  const assertion = assertionOf(result, demands);
  if (assertion === undefined || assertion === 'off') return false;
  const was = demands.baseline?.checks[result.id];
  const known = was !== undefined && isFailing(was);
  return !known && waiverOf(result, demands.waivers, day).holding === undefined;
}

function baselineWarnings({ scorecard }: Envelope, baseline: Baseline, comparable: boolean): string[] {
  if (!comparable) {
    const why =
      baseline.site_type === scorecard.site_type
        ? `was judged by ${rulesText(baseline)}, this audit by ${rulesText(scorecard)}`
        : `is of the site type ${baseline.site_type ?? 'none'}, this audit of ${scorecard.site_type ?? 'none'}`;
    return [`The baseline ${why}: nothing counts as worse until it is made again.`];
  }
  const lost = scorecard.results.filter(
    ({ id, status }) => status === 'error' && baseline.checks[id] === 'pass',
  );
  return lost.length === 0
    ? []
    : [`These passed in the baseline and could not be tested: ${lost.map(({ id }) => id).join(', ')}.`];
}

/** Compares the scores with their thresholds. A missing score fails, but a category without counted checks passes. */
function measure(
  { score, categories, results }: Scorecard,
  thresholds: Policy['thresholds'],
  isUnseen: (result: { readonly status: string }) => boolean,
) {
  // If only some checks were selected, the global score means little, because the other checks earn no points.
  const isPartial = results.some((one) => one.status === 'skip' && !isUnseen(one));
  const measured = isPartial ? (['relative'] as const) : (['relative', 'global'] as const);
  const isUnmeasured = noScore(results) !== undefined;
  const reasons = measured.flatMap((kind) => {
    const least = thresholds[kind] ?? 0;
    if (least === 0) return [];
    if (isUnmeasured)
      return [`${SCORE_NAMES[kind]}: none, because no check that ran counts; ${least}% is required.`];
    return score[kind] >= least ? [] : [`${SCORE_NAMES[kind]}: ${score[kind]}%, below ${least}%.`];
  });
  const noVerdict: string[] = [];
  for (const { id, name, passed, counted } of categories) {
    const least = thresholds.categories?.[id as keyof typeof thresholds.categories];
    if (least === undefined) continue;
    const ofCategory = results.filter(({ category }) => category === id);
    const open = ofCategory.filter(isUnseen);
    // Leaves out the checks that the user did not select.
    const selected = counted - ofCategory.filter((one) => one.status === 'skip' && !isUnseen(one)).length;
    if (passed * 100 >= least * selected) continue;
    if ((passed + open.length) * 100 >= least * selected) noVerdict.push(...open.map((one) => one.id));
    else reasons.push(`${name}: ${passed} of ${selected} checks pass, below ${least}%.`);
  }
  return { reasons, noVerdict };
}
