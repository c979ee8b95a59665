import { describe, expect, it } from 'vitest';
import { standInChecks } from '../../testing/envelopes.ts';
import { countOf, definitions } from '../check-texts/index.ts';
import { ALL_POINTS, POINTS } from '../check-texts/points.ts';
import { CATEGORIES, KEYWORDS, type Keyword, STATUSES, type Status } from '../check-texts/vocabulary.ts';
import {
  categoriesOf,
  coverageOf,
  pointsOf,
  type Scored,
  scoreOf,
  summaryOf,
  UNCOUNTED,
  uncountedText,
} from './score.ts';

const result = (keyword: Keyword, status: Status): Scored => ({ category: 'api', keyword, status });
const many = (count: number, keyword: Keyword, status: Status) =>
  Array.from({ length: count }, () => result(keyword, status));

describe('points', () => {
  it('are 5, 3 and 1, and those of the whole catalogue are their sum', () => {
    expect(POINTS).toEqual({ must: 5, should: 3, may: 1 });
    const worth = (keyword: Keyword) => definitions.filter((entry) => entry.keyword === keyword).length;
    expect(ALL_POINTS).toBe(5 * worth('must') + 3 * worth('should') + worth('may'));
  });

  it.each([
    ['must', 'pass', 5, 5],
    ['should', 'pass', 3, 3],
    ['may', 'pass', 1, 1],
    ['must', 'broken', -3.75, 5],
    ['should', 'broken', -2.25, 3],
    ['may', 'broken', -0.75, 1],
    ['must', 'absent', 0, 5],
    ['should', 'absent', 0, 1.5],
    ['may', 'absent', 0, 1],
    ['must', 'noncompliant', 0, 5],
    ['should', 'noncompliant', 0, 1.5],
    ['may', 'noncompliant', 0, 1],
    ['should', 'n_a', 0, 0],
    ['must', 'error', 0, 0],
    ['must', 'skip', 0, 0],
  ] as const)('of a %s that is %s: %d earned of %d', (keyword, status, earned, counted) => {
    expect(pointsOf({ keyword, status })).toEqual({ earned, counted });
  });
});

describe('scores', () => {
  it('are 100 and 100 when every check passes', () => {
    expect(scoreOf(standInChecks.map(({ keyword }) => ({ keyword, status: 'pass' })))).toEqual({
      relative: 100,
      global: 100,
    });
  });

  it('are 0 when nothing counts', () => {
    expect(scoreOf([])).toEqual({ relative: 0, global: 0 });
    expect(scoreOf(many(3, 'must', 'error'))).toEqual({ relative: 0, global: 0 });
  });

  it('count an absent SHOULD half, relative to the site', () => {
    // Relative: 3 of 3 + 1.5 points. Global: 3 of all points.
    expect(scoreOf([result('should', 'pass'), result('should', 'absent')])).toEqual({
      relative: 67,
      global: 2,
    });
  });

  it('take three quarters of its points from a broken check', () => {
    // Relative: 5 - 2.25 of 8 points is 34.375. Global: 1.77.
    expect(scoreOf([result('must', 'pass'), result('should', 'broken')])).toEqual({
      relative: 34,
      global: 2,
    });
  });

  it('round half up', () => {
    // 1 of 8 is 12.5; 3 of 40 is 7.5; 9 - 0.75 of 10 is 82.5.
    expect(scoreOf([...many(1, 'may', 'pass'), ...many(7, 'may', 'absent')]).relative).toBe(13);
    expect(scoreOf([...many(3, 'may', 'pass'), ...many(37, 'may', 'noncompliant')]).relative).toBe(8);
    expect(scoreOf([...many(9, 'may', 'pass'), ...many(1, 'may', 'broken')]).relative).toBe(83);
  });
});

describe('what is said of checks that count for nothing', () => {
  it('names each of them', () => {
    expect(UNCOUNTED.toSorted()).toEqual(['error', 'n_a', 'skip']);
    expect(uncountedText()).toMatch(
      /^Checks that .*do not apply.* are left out of the relative score, and earn/,
    );
    for (const words of ['do not apply', 'could not be tested', 'were not run'])
      expect(uncountedText()).toContain(words);
  });
});

it('the counts next to the scores add up', () => {
  const all = standInChecks.map(
    ({ category, keyword }, i): Scored => ({
      category,
      keyword,
      status: STATUSES[i % STATUSES.length] ?? 'skip',
    }),
  );
  const summary = summaryOf(all);
  expect(STATUSES.reduce((sum, one) => sum + summary[one], 0)).toBe(all.length);
  const coverage = coverageOf(all);
  expect(KEYWORDS.map((keyword) => coverage[keyword].total)).toEqual(KEYWORDS.map(countOf));
  expect(KEYWORDS.reduce((sum, keyword) => sum + coverage[keyword].verified, 0)).toBe(summary.pass);
  const categories = categoriesOf(all);
  expect(categories.map(({ id, name }) => ({ id, name }))).toEqual(CATEGORIES);
  expect(categories.reduce((sum, { passed }) => sum + passed, 0)).toBe(summary.pass);
  expect(categories.reduce((sum, { counted }) => sum + counted, 0)).toBe(all.length - summary.n_a);
});
