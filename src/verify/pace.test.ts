import { expect, it } from 'vitest';
import { pauseAfter } from './pace.ts';

const saying = (remaining: string, reset: string) => ({
  status: 200,
  headers: { 'ratelimit-remaining': remaining, 'ratelimit-reset': reset },
});

it.each([
  [saying('3', '30'), 0],
  // Two reads are left for others at this address.
  [saying('2', '30'), 30_000],
  // No reset is longer than the window.
  [saying('0', '86400'), 0],
  [{ status: 200, headers: {} }, 0],
  [{ status: 429, headers: { 'retry-after': '7' } }, 7000],
  [{ status: 429, headers: { 'retry-after': '86400' } }, 60_000],
  [{ status: 429, headers: {} }, 60_000],
])('after %j the pause is %s ms', (answer, ms) => {
  expect(pauseAfter(answer)).toBe(ms);
});
