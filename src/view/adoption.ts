/** How many sites pass each check, day by day: what the adoption page draws and the dataset publishes. */

import { hasNoVerdict } from '../scorecard/no-verdict.ts';
import { TARGET_CATEGORIES } from '../scorecard/record.ts';
import { byRules, type Rules, rulesText } from '../scorecard/rules.ts';
import { readVerdict } from '../scorecard/verdict-word.ts';
import { isInBase, type Rate, sumOf } from './rate.ts';
import { dayAfter, dayOf, type SitePeriod, type VerdictPeriod } from './verdict-periods.ts';

/** Days that are each a point; before them a week is one, and before those a month, so that no page grows for ever. */
const DAILY = 60;
const WEEKLY = 400;

/** All kinds of site together. */
export const ALL_KINDS = 'all';

/** A day for which there are figures. */
interface AdoptionDay {
  /** `2026-11-22`, UTC. */
  readonly day: string;
  /** Of the verdicts that are counted: those that judged most sites on this day; of equally many the newest. */
  readonly rules: Rules;
  /** How many sites these judged. */
  readonly sites: number;
  /** How many sites were judged by others, and are left out of this day. */
  readonly left: number;
}

/** How many verdicts of a day are passes. */
export interface Share extends Rate {
  /** On how many sites the check could be run, whether it applies or not. */
  readonly seen: number;
}

/** The figures of a catalog over time: the one place in which passes are counted. Each list has an item for each of `days`. */
export interface Adoption {
  /** Oldest first. */
  readonly days: readonly AdoptionDay[];
  /** The checks that there are verdicts of. Untrusted. */
  readonly checks: readonly string[];
  /** The kinds of site that there are verdicts of, in the catalog's order. */
  readonly kinds: readonly string[];
  /** Of the sites of a kind (`ALL_KINDS`: of all), how many pass a check. */
  check(id: string, kind?: string): readonly Share[];
  /** Of all verdicts on the sites of a kind, how many are passes. */
  kind(id: string): readonly Share[];
  /** How many sites of a kind are counted. */
  sites(kind: string): readonly number[];
}

/** A run of audits, whichever site it was of. */
interface CountedPeriod extends Pick<SitePeriod, 'kind' | 'rules' | 'first' | 'until'> {
  /** How many sites had such a one; one where left out. */
  readonly times?: number;
}

/** What is counted. */
export interface Counted {
  /** The days of audits whose verdicts are known, in any order. */
  readonly days: readonly string[];
  /** Of all sites. */
  readonly sites: readonly CountedPeriod[];
  /** Of all verdicts. */
  readonly verdicts: readonly (CountedPeriod & Pick<VerdictPeriod, 'check' | 'verdict'>)[];
}

/** Makes one of many, with equal periods of several sites as one: it grows with the days, not with the sites. */
export class Tally {
  readonly #days = new Set<string>();
  readonly #sites = new Map<string, Times<Counted['sites'][number]>>();
  readonly #verdicts = new Map<string, Times<Counted['verdicts'][number]>>();

  add({ days, sites, verdicts }: Counted): void {
    for (const day of days) this.#days.add(day);
    for (const { kind, rules, first, until, times = 1 } of sites) {
      const period = { kind, rules, first: dayOf(first), until };
      raise(this.#sites, `${kind} ${rulesText(rules)} ${period.first} ${until}`, period, times);
    }
    for (const { kind, rules, first, until, check, verdict, times = 1 } of verdicts) {
      const period = { kind, rules, first: dayOf(first), until, check, verdict };
      const key = `${kind} ${rulesText(rules)} ${period.first} ${until} ${check} ${verdict}`;
      raise(this.#verdicts, key, period, times);
    }
  }

  get counted(): Counted {
    return {
      days: [...this.#days].toSorted(),
      sites: [...this.#sites.values()],
      verdicts: [...this.#verdicts.values()],
    };
  }
}

type Times<T> = Omit<T, 'times'> & { times: number };

function raise<T>(known: Map<string, T & { times: number }>, key: string, one: T, times: number): void {
  const same = known.get(key);
  if (same === undefined) known.set(key, { ...one, times });
  else same.times += times;
}

/** Counts, in time that is linear in the periods. */
export function adoptionOf({ days: audited, sites, verdicts }: Counted): Adoption {
  const points = pointDays(audited);
  const siteCounts = new Counts(points);
  const rulesOf = new Map<string, Rules>();
  for (const period of sites) {
    const rules = rulesText(period.rules);
    rulesOf.set(rules, period.rules);
    siteCounts.add(period, rules);
    siteCounts.add(period, `${rules} ${period.kind}`);
  }
  const days = points.map((day, i) => dayOfCounts(day, i, siteCounts, [...rulesOf]));
  const [passed, base, seen] = [new Counts(points), new Counts(points), new Counts(points)];
  for (const period of verdicts) {
    const { status } = readVerdict(period.verdict);
    if (hasNoVerdict({ status })) continue;
    const rules = rulesText(period.rules);
    const keys = [
      `${rules} ${ALL_KINDS} ${period.check}`,
      `${rules} ${period.kind} ${period.check}`,
      `${rules} ${period.kind}`,
    ];
    for (const key of keys) {
      seen.add(period, key);
      if (isInBase(period.verdict)) base.add(period, key);
      if (status === 'pass') passed.add(period, key);
    }
  }
  const shares = (key: string): Share[] =>
    days.map(({ rules }, i) => {
      const of = `${rulesText(rules)} ${key}`;
      return { passed: passed.at(of, i), base: base.at(of, i), seen: seen.at(of, i) };
    });
  return {
    days,
    checks: [...new Set(verdicts.map(({ check }) => check))],
    kinds: TARGET_CATEGORIES.map(({ id }) => id).filter((id) => sites.some(({ kind }) => kind === id)),
    check: (id, kind = ALL_KINDS) => shares(`${kind} ${id}`),
    kind: (id) => shares(id),
    sites: (kind) => days.map(({ rules }, i) => siteCounts.at(`${rulesText(rules)} ${kind}`, i)),
  };
}

/** The latest rate of a check; of a category, that of all its checks. */
export function latestRate(adoption: Adoption, ...checks: readonly string[]): Rate {
  return sumOf(checks.flatMap((id) => adoption.check(id).at(-1) ?? []));
}

function dayOfCounts(
  day: string,
  i: number,
  counts: Counts,
  rules: readonly (readonly [string, Rules])[],
): AdoptionDay {
  const judged = rules
    .map(([key, of]) => ({ rules: of, sites: counts.at(key, i) }))
    .toSorted((a, b) => b.sites - a.sites || byRules(b.rules, a.rules));
  const [most] = judged;
  if (most === undefined) throw new Error(`No audit has judged a site on ${day}.`);
  const all = judged.reduce((sum, { sites }) => sum + sites, 0);
  return { day, ...most, left: all - most.sites };
}

/** For each of the days how many periods with a key cover it. */
class Counts {
  readonly #days: readonly string[];
  /** What each day has more than the day before. */
  readonly #steps = new Map<string, Int32Array>();
  readonly #sums = new Map<string, Int32Array>();

  constructor(days: readonly string[]) {
    this.#days = days;
  }

  add({ first, until, times = 1 }: CountedPeriod, key: string): void {
    if (until === null) return;
    const steps = this.#steps.get(key) ?? new Int32Array(this.#days.length + 1);
    this.#steps.set(key, steps);
    const [from, to] = [indexFrom(this.#days, dayOf(first)), indexFrom(this.#days, dayAfter(until, 1))];
    steps[from] = (steps[from] ?? 0) + times;
    steps[to] = (steps[to] ?? 0) - times;
  }

  at(key: string, day: number): number {
    let sums = this.#sums.get(key);
    if (sums === undefined) {
      let sum = 0;
      sums = (this.#steps.get(key) ?? new Int32Array()).map((step) => (sum += step));
      this.#sums.set(key, sums);
    }
    return sums[day] ?? 0;
  }
}

/** The place of the first day that is this one or a later one. */
function indexFrom(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? '') < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The days that are shown of those on which there were audits, oldest first: of an older week, or month, its last. */
function pointDays(audited: readonly string[]): string[] {
  const days = [...new Set(audited)].toSorted();
  const newest = Date.parse(days.at(-1) ?? '');
  const bucket = (day: string) => {
    const age = (newest - Date.parse(day)) / 86_400_000;
    if (age < DAILY) return day;
    return age < WEEKLY ? `week ${Math.floor(Date.parse(day) / (7 * 86_400_000))}` : day.slice(0, 7);
  };
  return [...new Map(days.map((day) => [bucket(day), day])).values()];
}
