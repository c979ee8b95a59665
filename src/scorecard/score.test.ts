import { describe, expect, it } from 'vitest';
import { ALL_POINTS, countOf, POINTS } from '../catalogue/index.ts';
import { CATEGORIES, KEYWORDS, type Keyword, STATUSES, type Status } from '../catalogue/vocabulary.ts';
import { standInChecks } from '../testing/envelopes.ts';
import { randomOf } from '../testing/random.ts';
import { categoriesOf, coverageOf, pointsOf, type Scored, scoreOf, summaryOf, worthOf } from './score.ts';

const result = (keyword: Keyword, status: Status): Scored => ({ category: 'api', keyword, status });
const many = (count: number, keyword: Keyword, status: Status) =>
  Array.from({ length: count }, () => result(keyword, status));

describe('points', () => {
  it('of the whole catalogue are the sum of those of its checks', () => {
    expect(ALL_POINTS).toBe(KEYWORDS.reduce((sum, keyword) => sum + POINTS[keyword] * countOf(keyword), 0));
  });

  it.each([
    ['must', 'pass', 1, 1],
    ['should', 'pass', 1, 1],
    ['may', 'pass', 1, 1],
    ['must', 'broken', -0.75, 1],
    ['should', 'broken', -0.75, 1],
    ['may', 'broken', -0.75, 1],
    ['must', 'absent', 0, 1],
    ['should', 'absent', 0, 0.5],
    ['may', 'absent', 0, 1],
    ['must', 'noncompliant', 0, 1],
    ['should', 'noncompliant', 0, 0.5],
    ['may', 'noncompliant', 0, 1],
    ['should', 'n_a', 0, 0],
    ['must', 'error', 0, 0],
    ['must', 'skip', 0, 0],
  ] as const)('of a %s that is %s: %d earned of %d', (keyword, status, earned, counted) => {
    const worth = POINTS[keyword];
    expect(pointsOf({ keyword, status })).toEqual({ earned: earned * worth, counted: counted * worth });
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
    expect(scoreOf([result('should', 'pass'), result('should', 'absent')])).toEqual({
      relative: 67,
      global: Math.round((100 * POINTS.should) / ALL_POINTS),
    });
  });

  it('take three quarters of its points from a broken check', () => {
    // 2.25 of 4 are 56.25.
    expect(scoreOf([...many(3, 'must', 'pass'), result('must', 'broken')])).toEqual({
      relative: 56,
      global: Math.round((225 * POINTS.must) / ALL_POINTS),
    });
  });

  it('round half up', () => {
    // 1 of 8 is 12.5; 3 of 40 is 7.5; 9 - 0.75 of 10 is 82.5.
    expect(scoreOf([...many(1, 'may', 'pass'), ...many(7, 'may', 'absent')]).relative).toBe(13);
    expect(scoreOf([...many(3, 'may', 'pass'), ...many(37, 'may', 'noncompliant')]).relative).toBe(8);
    expect(scoreOf([...many(9, 'may', 'pass'), ...many(1, 'may', 'broken')]).relative).toBe(83);
  });

  it('stay at 0 when more is broken than earned', () => {
    expect(scoreOf([result('may', 'pass'), result('must', 'broken')])).toEqual({ relative: 0, global: 0 });
  });
});

/** The real catalogue with statuses by chance. */
const next = randomOf(1);
const catalogues = Array.from({ length: 100 }, () =>
  standInChecks.map(
    ({ category, keyword }): Scored => ({
      category,
      keyword,
      status: STATUSES[next(STATUSES.length)] ?? 'skip',
    }),
  ),
);

describe('scores of any catalogue of results', () => {
  it('are whole numbers from 0 to 100, the global one never above what the passes are worth', () => {
    for (const all of catalogues) {
      const { relative, global } = scoreOf(all);
      for (const score of [relative, global]) {
        expect(Number.isInteger(score) && score >= 0 && score <= 100, String(score)).toBe(true);
        expect(Object.is(score, -0)).toBe(false);
      }
      const passed = all
        .filter((one) => one.status === 'pass')
        .reduce((sum, one) => sum + worthOf(one.keyword), 0);
      expect(global).toBeLessThanOrEqual(Math.round((100 * passed) / ALL_POINTS));
    }
  });

  it.each([
    ['absent', 'pass'],
    ['broken', 'pass'],
    ['noncompliant', 'pass'],
    ['broken', 'absent'],
    ['broken', 'noncompliant'],
    ['broken', 'n_a'],
    ['absent', 'noncompliant'],
    ['noncompliant', 'absent'],
  ] as const)('never fall when a check that was %s is %s', (from, to) => {
    for (const all of catalogues) {
      for (const keyword of KEYWORDS) {
        const before = scoreOf([...all, result(keyword, from)]);
        const after = scoreOf([...all, result(keyword, to)]);
        expect(after.relative).toBeGreaterThanOrEqual(before.relative);
        expect(after.global).toBeGreaterThanOrEqual(before.global);
      }
    }
  });

  it('are the same whether a check is n_a, error or skip, or not there at all, and in any order', () => {
    for (const all of catalogues) {
      for (const neutral of ['n_a', 'error', 'skip'] as const)
        expect(scoreOf([...all, result('must', neutral)])).toEqual(scoreOf(all));
      expect(scoreOf(all.toReversed())).toEqual(scoreOf(all));
    }
  });

  it('stand beside counts that add up', () => {
    for (const all of catalogues) {
      const summary = summaryOf(all);
      expect(STATUSES.reduce((sum, one) => sum + summary[one], 0)).toBe(all.length);
      const coverage = coverageOf(all);
      expect(KEYWORDS.map((keyword) => coverage[keyword].total)).toEqual(KEYWORDS.map(countOf));
      expect(KEYWORDS.reduce((sum, keyword) => sum + coverage[keyword].verified, 0)).toBe(summary.pass);
      const categories = categoriesOf(all);
      expect(categories.map(({ id, name }) => ({ id, name }))).toEqual(CATEGORIES);
      expect(categories.reduce((sum, { passed }) => sum + passed, 0)).toBe(summary.pass);
      expect(categories.reduce((sum, { counted }) => sum + counted, 0)).toBe(all.length - summary.n_a);
    }
  });
});
