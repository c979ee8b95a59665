/** The words for statuses, levels and categories, the same in every output. */

import type { Keyword, Status } from '../catalogue/vocabulary.ts';
import type { Scorecard } from '../scorecard/schema.ts';

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
export function gainText(gain: Scorecard['score']): string {
  return `${gained(gain.relative)} relative, ${gained(gain.global)} global`;
}

/** An ISO instant to the minute: `2026-11-21 00:40 UTC`. */
export function instant(iso: string): string {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso) ?? [];
  return date === undefined || time === undefined ? 'at an unknown time' : `${date} ${time} UTC`;
}
