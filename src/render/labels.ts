/** The words for statuses, levels and categories, the same in every output. */
import type { Keyword, Result, Scorecard, Status } from '../scorecard/schema.ts';

/** A status in a word (contract: service-description.md, 2.5; `absent` reads as missing). */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pass: 'PASS',
  noncompliant: 'NONCOMPLIANT',
  broken: 'BROKEN',
  absent: 'MISSING',
  n_a: 'N/A',
  error: 'ERROR',
  skip: 'SKIPPED',
};

/** How a count of results with a status reads, in the order of what matters. */
export const SUMMARY_WORDS: readonly (readonly [Status, string])[] = [
  ['pass', 'passed'],
  ['broken', 'broken'],
  ['noncompliant', 'noncompliant'],
  ['absent', 'missing'],
  ['error', 'could not be checked'],
  ['skip', 'not run'],
  ['n_a', 'not applicable'],
];

export const KEYWORD_WORDS: Readonly<Record<Keyword, string>> = {
  must: 'MUST',
  should: 'SHOULD',
  may: 'MAY',
};

/** `pass` when all that counts passed, else `partial` (contract: service-description.md, 2.3). */
export function categoryLabel({ passed, counted }: Scorecard['categories'][number]): 'pass' | 'partial' {
  return passed === counted ? 'pass' : 'partial';
}

/** What the two scores mean, in a sentence each. */
export function meaningOf(results: readonly Pick<Result, 'status'>[]): { relative: string; global: string } {
  const counted = results.filter(({ status }) => !OUT_OF_SCORES.has(status)).length;
  return {
    relative: `Of what applies to this site (${counted} of ${results.length} checks).`,
    global: `Of all that a site can offer agents (${results.length} checks).`,
  };
}

const OUT_OF_SCORES: ReadonlySet<Status> = new Set(['n_a', 'error', 'skip']);

/** What stands beside a category's count, so that it is never read as a failure: `2 errors`, `1 not run`. */
export function besideCount(results: readonly Pick<Result, 'status'>[]): string[] {
  const count = (wanted: Status) => results.filter(({ status }) => status === wanted).length;
  const [errors, skipped] = [count('error'), count('skip')];
  return [...(errors > 0 ? [plural(errors, 'error')] : []), ...(skipped > 0 ? [`${skipped} not run`] : [])];
}

/** What all fixes together would give. */
export function together(fixes: number, now: Scorecard['score'], then: Scorecard['score']): string {
  const all = fixes === 1 ? 'This one fix' : `All ${fixes} fixes together`;
  return (
    `${all}, if nothing else changes: ` +
    `relative ${now.relative} → ${then.relative}, global ${now.global} → ${then.global}.`
  );
}

/** `2 checks`, `1 check` */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `+3`, `-2`, `0` */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** What a fix gains, in whole points of a score. */
export function gained(points: number): string {
  return points > 0 ? `+${points}` : '<1';
}

/** What a fix gains in both scores: `+9 relative, +3 global`. */
export function gainText(gain: Scorecard['score'] | undefined): string {
  return gain === undefined ? '' : `${gained(gain.relative)} relative, ${gained(gain.global)} global`;
}

/** An ISO instant to the minute: `2026-11-21 00:40 UTC`. */
export function instant(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return date === undefined || time === undefined ? 'at an unknown time' : `${date} ${time} UTC`;
}
