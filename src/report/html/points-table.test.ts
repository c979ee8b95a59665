import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { ALL_POINTS } from '../../audit/check-texts/points.ts';
import { envelopeFor, everyStatus } from '../../testing/envelopes.ts';
import { pointsSection } from './points-table.ts';

/** Returns the texts of the table's rows, and the numbers of its last row as the sum. */
function rowsOf(...given: Parameters<typeof envelopeFor>) {
  const { scorecard } = envelopeFor(...given);
  const rows = parse(String(pointsSection(scorecard))).querySelectorAll('tr');
  const cells = rows.map((row) => row.querySelectorAll('td').map(({ text }) => text));
  return { scorecard, rows: cells.slice(1, -1), sum: (cells.at(-1) ?? []).map(Number) };
}

describe('the scores in points', () => {
  it('add up to the scores', () => {
    const { scorecard, rows, sum } = rowsOf({ verdict: everyStatus });
    const [earned = Number.NaN, counted = Number.NaN] = sum;
    expect(scorecard.score.relative).toBe(Math.max(0, Math.round((100 * earned) / counted)));
    expect(scorecard.score.global).toBe(Math.max(0, Math.round((100 * earned) / ALL_POINTS)));
    expect(rows.map(([, status]) => status)).not.toContain('N/A');
  });

  it('are formatted for readers', () => {
    const { rows } = rowsOf({ verdict: () => ({ status: 'broken', evidence: 'broken' }) });
    expect(rows[1]?.slice(0, 4)).toEqual([
      'SHOULD',
      'BROKEN',
      expect.stringMatching(/^\d+ × 3$/),
      expect.stringMatching(/^−\d/),
    ]);
  });
});
