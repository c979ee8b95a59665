/** From when to when each verdict held: what shares over time are counted from, and what the dataset publishes. */
import type { PastVerdicts } from '../scorecard/past-verdicts.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { type Rules, rulesText } from '../scorecard/rules.ts';

/** A site that was not audited for so many days is not counted any more: what it had then is not what it has now. */
export const COUNTED_DAYS = 7;

/** A run of audits of one site by the same rules. */
export interface SitePeriod {
  readonly host: string;
  /** The kind of site. */
  readonly kind: string;
  readonly rules: Rules;
  /** When the first of its audits was, and the last: ISO instants. */
  readonly first: string;
  readonly last: string;
  /**
   * The last day on which it counts (`2026-11-22`, UTC); `null` where it counts on none, because another audit of the
   * same day took its place. It counts from the day of `first` on.
   */
  readonly until: string | null;
}

/** A run of audits that gave one check the same verdict. */
export interface VerdictPeriod extends SitePeriod {
  readonly check: string;
  /** The verdict in a word (`verdict-word.ts`). Untrusted. */
  readonly verdict: string;
}

/** What is known of one site over time. */
export interface Timeline {
  readonly target: Pick<ListedHost, 'host' | 'category'>;
  /** Oldest first. */
  readonly past: readonly PastVerdicts[];
  /** When times began in which no audit could see it, or may: ISO instants, in any order. */
  readonly unseenSince: readonly string[];
}

/** The day of an instant, UTC. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** A day so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  const known = DAYS.get(`${day}${days}`);
  if (known !== undefined) return known;
  const after = new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  if (DAYS.size === MOST_DAYS) DAYS.clear();
  DAYS.set(`${day}${days}`, after);
  return after;
}

/** A catalog has a thousand times as many verdicts as days. */
const DAYS = new Map<string, string>();
const MOST_DAYS = 10_000;

/** The runs of audits of a site by the same rules, oldest first. */
export function sitePeriods({ target, past, unseenSince }: Timeline): SitePeriod[] {
  const states = judged(past).map((one) => ({ ...one, value: '' }));
  return periods(states, unseenSince).map(({ value: _, ...period }) => ({ ...named(target), ...period }));
}

/** The runs of each check, by check, oldest first. */
export function verdictPeriods({ target, past, unseenSince }: Timeline): VerdictPeriod[] {
  const checks = new Set(past.flatMap(({ verdicts }) => [...verdicts.keys()]));
  const audits = judged(past);
  return [...checks].flatMap((check) => {
    const states = audits.map((audit, i) => ({ ...audit, value: past[i]?.verdicts.get(check) }));
    return periods(states, unseenSince).map(({ value: verdict, ...period }) => ({
      ...named(target),
      check,
      verdict,
      ...period,
    }));
  });
}

function named({ host, category }: Timeline['target']): Pick<SitePeriod, 'host' | 'kind'> {
  return { host, kind: category };
}

interface Audit {
  readonly at: string;
  readonly rules: Rules;
  /** The rules in words, by which they are told apart. */
  readonly by: string;
}

function judged(past: Timeline['past']): Audit[] {
  return past.map(({ at, rules }) => ({ at, rules, by: rulesText(rules) }));
}

interface State extends Audit {
  /** Left out: nothing was said. */
  readonly value: string | undefined;
}

interface Run {
  readonly value: string;
  readonly rules: Rules;
  readonly by: string;
  readonly first: string;
  last: string;
}

type Period = Omit<SitePeriod, 'host' | 'kind'> & { readonly value: string };

function periods(states: readonly State[], unseenSince: readonly string[]): Period[] {
  const found: Period[] = [];
  let run: Run | undefined;
  for (const { at, rules, by, value } of states) {
    const continues = run !== undefined && run.value === value && run.by === by;
    if (run !== undefined) {
      if (continues && gapIn(run.last, at, unseenSince) === undefined) {
        run.last = at;
        continue;
      }
      found.push(ended(run, unseenSince, at, continues));
    }
    run = value === undefined ? undefined : { value, rules, by, first: at, last: at };
  }
  if (run !== undefined) found.push(ended(run, unseenSince));
  return found;
}

/** @param same whether the next audit, at `next`, found the same: then all audits in between did, which are not stored */
function ended(run: Run, unseenSince: readonly string[], next?: string, same = false): Period {
  const gap = gapIn(run.last, next, unseenSince);
  const ends = [
    ...(same ? [] : [dayAfter(dayOf(run.last), COUNTED_DAYS)]),
    ...(next === undefined ? [] : [dayAfter(dayOf(next), -1)]),
    ...(gap === undefined ? [] : [laterOf(dayOf(run.last), dayAfter(dayOf(gap), -1))]),
  ];
  const [until = dayOf(run.last)] = ends.toSorted();
  const { by: _, ...period } = run;
  return { ...period, until: until < dayOf(run.first) ? null : until };
}

/** The first time between two audits at which the site could not be seen any more. */
function gapIn(after: string, before: string | undefined, since: readonly string[]): string | undefined {
  return since.filter((at) => at > after && (before === undefined || at < before)).toSorted()[0];
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}
