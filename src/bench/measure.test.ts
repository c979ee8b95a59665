import { describe, expect, it } from 'vitest';
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
