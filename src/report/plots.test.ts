import { describe, expect, it } from 'vitest';
import { distribution, historyPlot, median, statusBar } from './plots.ts';

const entry = (scored_at: string, relative: number, global: number, spec_version = '0.5.0') => ({
  scored_at,
  relative,
  global,
  spec_version,
  schema_version: '0.4',
});

describe('the strip', () => {
  it('has one mark for each check, one path for each status, and a gap between categories', () => {
    const { width, paths, starts } = statusBar([
      { status: 'pass', category: 'api' },
      { status: 'broken', category: 'api' },
      { status: 'pass', category: 'mcp' },
    ]);
    expect(paths.map(({ status }) => status)).toEqual(['broken', 'pass']);
    expect(paths.find(({ status }) => status === 'pass')?.d).toBe('M2 24V0M18 24V0');
    expect(paths.find(({ status }) => status === 'broken')?.d.match(/M/g)).toHaveLength(2);
    expect([...starts]).toEqual([
      ['api', 0],
      ['mcp', 16],
    ]);
    expect(width).toBe(20);
  });

  it('distinguishes statuses without color, except those that say nothing', () => {
    const shape = (status: 'pass' | 'broken' | 'noncompliant' | 'absent' | 'n_a' | 'error') =>
      statusBar([{ status, category: 'api' }]).paths[0]?.d;
    const shapes = (['pass', 'broken', 'noncompliant', 'absent', 'n_a', 'error'] as const).map(shape);
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

describe('the distribution', () => {
  it('puts every score into one of ten ranges', () => {
    const bars = distribution([0, 9, 10, 55, 99, 100]);
    expect(bars.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect(bars[0]?.label).toBe('0–9');
    expect(bars[9]?.label).toBe('90–100');
  });
});

describe('the median', () => {
  it('is the middle value, or the mean of the two middle values', () => {
    expect(median([])).toBeNull();
    expect(median([9, 1, 5])).toBe(5);
    expect(median([1, 2, 4, 100])).toBe(3);
    expect(median([7])).toBe(7);
  });
});

describe('the history', () => {
  it('spaces audits by time, and marks new rules', () => {
    const { points, ruleChanges } = historyPlot(
      [
        entry('2026-01-01T00:00:00.000Z', 0, 0, '0.4.0'),
        entry('2026-01-02T00:00:00.000Z', 50, 25),
        entry('2026-01-05T00:00:00.000Z', 100, 50),
      ],
      { width: 100, height: 10 },
    );
    expect(points).toEqual([
      { x: 0, relative: 10, global: 10 },
      { x: 25, relative: 5, global: 7.5 },
      { x: 100, relative: 0, global: 5 },
    ]);
    expect(ruleChanges).toEqual([{ x: 25, label: 'standard 0.5.0' }]);
  });

  it('marks where the number of the rules increased', () => {
    const old = entry('2026-01-01T00:00:00.000Z', 50, 25);
    const history = [old, { ...entry('2026-01-02T00:00:00.000Z', 50, 25), rules: 2 }];
    expect(historyPlot(history, { width: 100, height: 10 }).ruleChanges.map(({ label }) => label)).toEqual([
      'rules 2',
    ]);
  });
});
