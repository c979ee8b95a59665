import { expect, it } from 'vitest';
import { regressions } from './figures.ts';

const BEFORE = { startup: { help: 1.5 }, catalog: { failed: 0 } };

it.each([
  ['over twice the recorded one', { startup: { help: 3.1 } }, 'startup, help: 1.5 recorded, 3.10 now'],
  ['above a recorded zero', { catalog: { failed: 1 } }, 'catalog, failed: 0 recorded, 1.00 now'],
  ['missing', { startup: {} }, 'startup, help: 1.5 recorded, not measured now'],
  ['not a number', { startup: { help: Number.NaN } }, 'startup, help: 1.5 recorded, NaN now'],
])('reports a figure that is %s', (_, measured, line) => {
  expect(regressions(BEFORE, measured)).toEqual([line]);
});

it('reports no figure up to twice the recorded one, and no section that was not measured', () => {
  expect(regressions(BEFORE, { startup: { help: 3, other: 9 } })).toEqual([]);
});
