import { describe, expect, it } from 'vitest';
import { recorded, regressions } from './figures.ts';
import { median, table, timed } from './measure.ts';

describe('median', () => {
  it.each([
    [[], 0],
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

it('timed leaves the warm-ups out', async () => {
  let runs = 0;
  const walls = await timed(() => runs++, { times: 3, warmUps: 2 });
  expect([runs, walls.length]).toEqual([5, 3]);
});

it('table aligns names left and numbers right', () => {
  expect(
    table([
      ['row', 'ms'],
      ['first', '7'],
      ['b', '1234'],
    ]),
  ).toBe('row      ms\n-----------\nfirst     7\nb      1234\n');
});

describe('a figure has got worse', () => {
  const before = { startup: { help: 1.5 }, run: { failed: 0 } };

  it.each([
    ['more than twice what is recorded', { startup: { help: 3.1 } }, 'startup, help: 1.5 recorded, 3.10 now'],
    [
      'anything at all, where nothing is recorded',
      { run: { failed: 1 } },
      'run, failed: 0 recorded, 1.00 now',
    ],
    ['not there any more', { startup: {} }, 'startup, help: 1.5 recorded, not measured now'],
    ['no number', { startup: { help: Number.NaN } }, 'startup, help: 1.5 recorded, NaN now'],
  ])('that is %s', (_, measured, line) => {
    expect(regressions(before, measured)).toEqual([line]);
  });

  it('but not one that is as much as twice that, nor one of a section that was not measured', () => {
    expect(regressions(before, { startup: { help: 3, other: 9 } })).toEqual([]);
  });

  it('where it is recorded: every section has figures', () => {
    for (const figures of Object.values(recorded())) {
      expect(Object.keys(figures).length).toBeGreaterThan(0);
      for (const value of Object.values(figures)) expect(value).toBeGreaterThanOrEqual(0);
    }
    expect(Object.keys(recorded()).length).toBe(8);
  });
});
