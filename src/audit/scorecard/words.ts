/** Words for statuses, levels and categories, used in all outputs. */

import { plural } from '../../base/text.ts';
import type { Keyword, Status } from '../check-texts/vocabulary.ts';
import { ASKS_FOR_AUTHORIZATION } from '../evidence/facts.ts';
import type { Scorecard } from './schema.ts';

/** The word for each status on pages and in reports. The word for `absent` is "missing". */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pass: 'PASS',
  noncompliant: 'NONCOMPLIANT',
  broken: 'BROKEN',
  absent: 'MISSING',
  n_a: 'N/A',
  error: 'ERROR',
  skip: 'SKIPPED',
};

export const STATUSES_IN_JSON =
  'In JSON, MISSING is absent, SKIPPED is skip, N/A and OPTIONAL (missing) are n_a.';

/** Returns the word for a verdict: `OPTIONAL` if an optional feature is missing, otherwise the word for its status. */
export function statusWord({
  status,
  na_reason,
}: {
  readonly status: Status;
  readonly na_reason?: string | undefined;
}): string {
  return na_reason === 'optional-absent' ? 'OPTIONAL' : STATUS_WORDS[status];
}

/** The evidence of a check that the caller did not select. */
export const NOT_SELECTED_TEXT = 'not selected by the caller';

/** The text for a check that did not exist at the time of an audit. */
export const NOT_JUDGED = 'not judged then';

/** The word that follows the count of each status, as in `3 missing`. In display order. */
const SUMMARY_WORDS: readonly (readonly [Status, string])[] = [
  ['pass', 'passed'],
  ['broken', 'broken'],
  ['noncompliant', 'noncompliant'],
  ['absent', 'missing'],
  ['error', 'could not be tested'],
  ['skip', 'not run'],
];

/** The number of results with a status, for example `{ status: 'absent', count: 3, word: 'missing' }`. */
export interface StatusCount {
  readonly status: Status;
  readonly count: number;
  readonly word: string;
}

/** Returns the counts that are not 0. Optional features that are missing are counted separately from other `n_a`. */
export function statusCounts({ summary, results }: Pick<Scorecard, 'summary' | 'results'>): StatusCount[] {
  const optional = results.filter(({ na_reason }) => na_reason === 'optional-absent').length;
  return [
    ...SUMMARY_WORDS.map(([status, word]) => ({ status, count: summary[status], word })),
    { status: 'n_a' as const, count: optional, word: 'optional and missing' },
    { status: 'n_a' as const, count: summary.n_a - optional, word: 'not applicable' },
  ].filter(({ count }) => count > 0);
}

export const KEYWORD_WORDS: Readonly<Record<Keyword, string>> = {
  must: 'MUST',
  should: 'SHOULD',
  may: 'MAY',
};

/** Returns a number with its sign, for example `+3`, `-2` or `0`. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

/** Returns an ISO time without seconds, for example `2026-11-21 00:40 UTC`. */
export function instant(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return date === undefined || time === undefined ? 'at an unknown time' : `${date} ${time} UTC`;
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns how many checks do not apply because the MCP endpoint requires authorization; `undefined` if there are none. */
export function authorizationNote({ results }: Scorecard): string | undefined {
  const closed = results.filter(
    ({ status, evidence }) => status === 'n_a' && evidence.includes(ASKS_FOR_AUTHORIZATION),
  ).length;
  if (closed === 0) return undefined;
  return `The MCP endpoint asks for authorization, so ${plural(closed, 'check')} ${closed === 1 ? 'does' : 'do'} not apply.`;
}
