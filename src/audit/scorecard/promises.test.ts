/**
 * Tests what the scores promise a site's owner: publishing an imperfect MUST or SHOULD never scores lower than publishing
 * nothing, and fixing a fault never costs points.
 */
import { describe, expect, it } from 'vitest';
import { KEYWORDS, type Keyword, STATUSES, type Status } from '../check-texts/vocabulary.ts';
import { scoreOf } from './score.ts';

interface Result {
  readonly keyword: Keyword;
  readonly status: Status;
}

/** Every result that a check can have. `SITES` has sites with up to two of them, and one with many. */
const EVERY: readonly Result[] = KEYWORDS.flatMap((keyword) =>
  STATUSES.map((status) => ({ keyword, status })),
);
const SITES: readonly (readonly Result[])[] = [
  [],
  ...EVERY.map((one) => [one]),
  ...EVERY.flatMap((one) => EVERY.map((other) => [one, other])),
  [...EVERY, ...EVERY],
];

const relative = (results: readonly Result[]) => scoreOf(scored(results)).relative;
const scored = (results: readonly Result[]) => results.map((one) => ({ ...one, category: 'api' as const }));

it('scores are whole numbers from 0 to 100, whatever is broken, in whatever order', () => {
  for (const site of SITES) {
    const score = scoreOf(scored(site));
    for (const one of [score.relative, score.global]) {
      expect(Number.isInteger(one) && one >= 0 && one <= 100 && !Object.is(one, -0), String(one)).toBe(true);
    }
    expect(scoreOf(scored(site.toReversed()))).toEqual(score);
  }
});

it.each(['n_a', 'error', 'skip'] as const)('%s counts as if the check were not there', (status) => {
  for (const site of SITES)
    for (const keyword of KEYWORDS)
      expect(scoreOf(scored([...site, { keyword, status }]))).toEqual(scoreOf(scored(site)));
});

describe.each(KEYWORDS)('a %s', (keyword) => {
  const missing: Result = { keyword, status: keyword === 'may' ? 'n_a' : 'absent' };
  const worse = (from: Result, to: Result) =>
    SITES.filter((others) => relative([...others, to]) < relative([...others, from]));

  it('that passes is never worse than one that is missing, short of its standard or broken', () => {
    for (const status of ['absent', 'noncompliant', 'broken'] as const)
      expect(worse({ keyword, status }, { keyword, status: 'pass' })).toEqual([]);
    expect(worse(missing, { keyword, status: 'pass' })).toEqual([]);
  });

  it('that is broken is never better than one that is missing', () => {
    expect(worse({ keyword, status: 'broken' }, missing)).toEqual([]);
  });
});

it.each(['must', 'should'] as const)(
  'a %s that falls short is never worse than one that is missing',
  (keyword) => {
    for (const others of SITES) {
      const without = relative([...others, { keyword, status: 'absent' }]);
      expect(relative([...others, { keyword, status: 'noncompliant' }])).toBeGreaterThanOrEqual(without);
    }
  },
);

// An absent MAY does not apply (.github/DECISIONS.md, "Scores").
it('a MAY that falls short counts its point, so that it is never better than one that is missing', () => {
  for (const others of SITES) {
    const counted = relative([...others, { keyword: 'may', status: 'noncompliant' }]);
    expect(counted).toBeLessThanOrEqual(relative([...others, { keyword: 'may', status: 'n_a' }]));
  }
  expect(
    relative([
      { keyword: 'must', status: 'pass' },
      { keyword: 'may', status: 'noncompliant' },
    ]),
  ).toBe(83);
});
