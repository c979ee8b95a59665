/** The words for statuses, levels and categories, shared by all outputs. */

import type { Keyword, Status } from '../check-texts/vocabulary.ts';
import type { Scorecard } from './schema.ts';

/** Each status in one word, as pages and reports show it. `absent` is shown as missing. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pass: 'PASS',
  noncompliant: 'NONCOMPLIANT',
  broken: 'BROKEN',
  absent: 'MISSING',
  n_a: 'N/A',
  error: 'ERROR',
  skip: 'SKIPPED',
};

/** Explains the words that differ from JSON's statuses in more than case. */
export const STATUSES_IN_JSON = 'In JSON, MISSING is absent, N/A is n_a and SKIPPED is skip.';

/** The text for a check without a result, because the rules of that time did not have it. */
export const NOT_JUDGED = 'not judged then';

/** The words for counts of each status, most important first. */
const SUMMARY_WORDS: readonly (readonly [Status, string])[] = [
  ['pass', 'passed'],
  ['broken', 'broken'],
  ['noncompliant', 'noncompliant'],
  ['absent', 'missing'],
  ['error', 'could not be checked'],
  ['skip', 'not run'],
  ['n_a', 'not applicable'],
];

/** The number of results with a status: `{ status: 'absent', count: 3, word: 'missing' }`. */
export interface StatusCount {
  readonly status: Status;
  readonly count: number;
  readonly word: string;
}

/** Returns a count for each status that occurs. */
export function statusCounts({ summary }: Pick<Scorecard, 'summary'>): StatusCount[] {
  return SUMMARY_WORDS.map(([status, word]) => ({ status, count: summary[status], word })).filter(
    ({ count }) => count > 0,
  );
}

export const KEYWORD_WORDS: Readonly<Record<Keyword, string>> = {
  must: 'MUST',
  should: 'SHOULD',
  may: 'MAY',
};

/** Returns a number with its noun: `2 checks`, `1 check`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a number with its sign: `+3`, `-2`, `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** Returns an ISO instant, to the minute: `2026-11-21 00:40 UTC`. */
export function instant(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return date === undefined || time === undefined ? 'at an unknown time' : `${date} ${time} UTC`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
