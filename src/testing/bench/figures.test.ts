import { expect, it } from 'vitest';
import { regressions } from './figures.ts';

const BEFORE = { startup: { help: 1.5 }, catalog: { failed: 0 } };

it.each([
  ['over a quarter worse', { startup: { help: 1.9 } }, 'startup, help: 1.5 recorded, 1.90 now'],
  ['above a recorded zero', { catalog: { failed: 1 } }, 'catalog, failed: 0 recorded, 1.00 now'],
  ['missing', { startup: {} }, 'startup, help: 1.5 recorded, not measured now'],
  ['not a number', { startup: { help: Number.NaN } }, 'startup, help: 1.5 recorded, NaN now'],
])('reports a figure that is %s', (_, measured, line) => {
  expect(regressions(BEFORE, measured)).toEqual([line]);
});

it('reports no figure up to a quarter worse, and no section that was not measured', () => {
  expect(regressions(BEFORE, { startup: { help: 1.87, other: 9 } })).toEqual([]);
});
