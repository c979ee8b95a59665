import { describe, expect, it } from 'vitest';
import { ALL_POINTS, POINTS } from '../catalogue/index.ts';
import { KEYWORDS, STATUSES } from '../catalogue/vocabulary.ts';
import { scoreOf } from '../scorecard/score.ts';
import { pointsTable, pointsText, worth } from './points.ts';

const results = KEYWORDS.flatMap((keyword) => STATUSES.map((status) => ({ keyword, status })));

describe('the scores in points', () => {
  it('add up to what the scores are made from', () => {
    const { rows, earned, counted } = pointsTable(results);
    expect(scoreOf(results).relative).toBe(Math.max(0, Math.round((100 * earned) / counted)));
    expect(scoreOf(results).global).toBe(Math.max(0, Math.round((100 * earned) / ALL_POINTS)));
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    expect(rows.map(({ status }) => status)).not.toContain('n_a');
  });

  it('are written as people write numbers', () => {
    expect(pointsText(-2.25)).toBe('−2.25');
    expect(worth({ keyword: 'should', count: 4 })).toBe(`4 × ${POINTS.should}`);
  });
});
