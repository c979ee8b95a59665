import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_POINTS, catalogue, countOf, POINTS } from '../catalogue/index.ts';
import { CATEGORIES, KEYWORDS, type Keyword, STATUSES, type Status } from '../catalogue/vocabulary.ts';
import { standInChecks } from '../testing/envelopes.ts';
import { categoriesOf, coverageOf, pointsOf, type Scored, scoreOf, summaryOf, worthOf } from './score.ts';

const result = (keyword: Keyword, status: Status): Scored => ({ category: 'api', keyword, status });
const many = (count: number, keyword: Keyword, status: Status) =>
  Array.from({ length: count }, () => result(keyword, status));

describe('points', () => {
  it('are 5, 3 and 1, and those of the whole catalogue are their sum', () => {
    expect(POINTS).toEqual({ must: 5, should: 3, may: 1 });
    const worth = (keyword: Keyword) => catalogue.filter((entry) => entry.keyword === keyword).length;
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
    // 3 of 3 + 1.5 points, and 3 of all.
    expect(scoreOf([result('should', 'pass'), result('should', 'absent')])).toEqual({
      relative: 67,
      global: 2,
    });
  });

  it('take three quarters of its points from a broken check', () => {
    // 5 - 2.25 of 8 points: 34.375; of all: 1.77.
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

  it('stay at 0 when more is broken than earned', () => {
    expect(scoreOf([result('may', 'pass'), result('must', 'broken')])).toEqual({ relative: 0, global: 0 });
  });
});

describe('scores of any catalogue of results', () => {
  const status = fc.constantFrom(...STATUSES);
  /** The real catalogue with arbitrary statuses. */
  const results = fc
    .array(status, { minLength: standInChecks.length, maxLength: standInChecks.length })
    .map((statuses) =>
      standInChecks.map(
        ({ category, keyword }, i): Scored => ({ category, keyword, status: statuses[i] ?? 'skip' }),
      ),
    );
  const index = fc.nat({ max: standInChecks.length - 1 });
  const withStatus = (all: readonly Scored[], at: number, to: Status) =>
    all.map((one, i) => (i === at ? { ...one, status: to } : one));

  it('are whole numbers from 0 to 100, the global one never above what the passes are worth', () => {
    fc.assert(
      fc.property(results, (all) => {
        const { relative, global } = scoreOf(all);
        for (const score of [relative, global]) {
          expect(Number.isInteger(score) && score >= 0 && score <= 100, String(score)).toBe(true);
          expect(Object.is(score, -0)).toBe(false);
        }
        const passed = all
          .filter((one) => one.status === 'pass')
          .reduce((sum, one) => sum + worthOf(one.keyword), 0);
        expect(global).toBeLessThanOrEqual(Math.round((100 * passed) / ALL_POINTS));
      }),
    );
  });

  it('never fall when a failing check is fixed', () => {
    const failure = fc.constantFrom<Status>('absent', 'broken', 'noncompliant');
    fc.assert(
      fc.property(results, index, failure, (all, at, was) => {
        const failing = withStatus(all, at, was);
        const before = scoreOf(failing);
        const after = scoreOf(withStatus(all, at, 'pass'));
        expect(after.relative).toBeGreaterThanOrEqual(before.relative);
        expect(after.global).toBeGreaterThanOrEqual(before.global);
      }),
    );
  });

  it('never fall when a fault is removed, or a document is mended in part', () => {
    const towards: readonly (readonly [Status, Status])[] = [
      ['broken', 'absent'],
      ['broken', 'noncompliant'],
      ['broken', 'n_a'],
      ['noncompliant', 'pass'],
      ['absent', 'noncompliant'],
    ];
    fc.assert(
      fc.property(results, index, fc.constantFrom(...towards), (all, at, [from, to]) => {
        const before = scoreOf(withStatus(all, at, from));
        const after = scoreOf(withStatus(all, at, to));
        expect(after.relative).toBeGreaterThanOrEqual(before.relative);
        expect(after.global).toBeGreaterThanOrEqual(before.global);
      }),
    );
  });

  it('never rise when something that is not there is there and broken', () => {
    fc.assert(
      fc.property(results, index, (all, at) => {
        const absent = scoreOf(withStatus(all, at, 'absent'));
        const broken = scoreOf(withStatus(all, at, 'broken'));
        expect(broken.relative).toBeLessThanOrEqual(absent.relative);
        expect(broken.global).toBeLessThanOrEqual(absent.global);
      }),
    );
  });

  it('are the same whether a check is n_a, error or skip, or not there at all', () => {
    fc.assert(
      fc.property(results, index, (all, at) => {
        const without = scoreOf(all.filter((_, i) => i !== at));
        for (const neutral of ['n_a', 'error', 'skip'] as const) {
          expect(scoreOf(withStatus(all, at, neutral))).toEqual(without);
        }
      }),
    );
  });

  it('do not depend on the order', () => {
    const shuffled = results.chain((all) =>
      fc
        .shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
        .map((other) => ({ all, other })),
    );
    fc.assert(
      fc.property(shuffled, ({ all, other }) => {
        expect(scoreOf(other)).toEqual(scoreOf(all));
      }),
    );
  });

  it('stand beside counts that add up', () => {
    fc.assert(
      fc.property(results, (all) => {
        const summary = summaryOf(all);
        expect(STATUSES.reduce((sum, one) => sum + summary[one], 0)).toBe(all.length);
        const coverage = coverageOf(all);
        expect(KEYWORDS.map((keyword) => coverage[keyword].total)).toEqual(KEYWORDS.map(countOf));
        expect(KEYWORDS.reduce((sum, keyword) => sum + coverage[keyword].verified, 0)).toBe(summary.pass);
        const categories = categoriesOf(all);
        expect(categories.map(({ id, name }) => ({ id, name }))).toEqual(CATEGORIES);
        expect(categories.reduce((sum, { passed }) => sum + passed, 0)).toBe(summary.pass);
        expect(categories.reduce((sum, { counted }) => sum + counted, 0)).toBe(all.length - summary.n_a);
      }),
    );
  });
});
