import { describe, expect, it } from 'vitest';
import { READ_LIMIT } from '../limits.ts';
import { RequestPacer, refusedFor } from './pace.ts';

const saying = (remaining: string, reset: string) => ({
  headers: { 'ratelimit-remaining': remaining, 'ratelimit-reset': reset },
});

describe('the pace', () => {
  it('is within the limit of reads, whatever answers say', () => {
    const pace = new RequestPacer();
    let now = 0;
    let first: number | undefined;
    for (let i = 0; i < READ_LIMIT.calls; i++, now += 10) {
      const wait = pace.wait(now, true);
      if (wait > 0) first ??= i;
      else pace.sent(now, true);
    }
    expect(first).toBe(READ_LIMIT.calls - 2);
    expect(pace.wait(now, true)).toBe(READ_LIMIT.windowMs - now);
    expect(pace.wait(now, false)).toBe(0);
    expect(pace.wait(READ_LIMIT.windowMs, true)).toBe(0);
  });

  it('waits where another has used up the reads of this address', () => {
    const pace = new RequestPacer();
    pace.saw(saying('2', '30'), 1000);
    expect([pace.wait(1000, true), pace.wait(1000, false)]).toEqual([30_000, 0]);
    expect(pace.wait(31_000, true)).toBe(0);
    pace.saw(saying('3', '30'), 1000);
    expect(new RequestPacer().wait(0, true)).toBe(0);
  });

  it('believes no reset that is longer than the window', () => {
    const pace = new RequestPacer();
    pace.saw(saying('0', '86400'), 0);
    expect(pace.wait(0, true)).toBe(0);
  });

  it('is within the limit of the platform', () => {
    const pace = new RequestPacer();
    for (let i = 0; i < 300; i++) pace.sent(i, false);
    expect(pace.wait(300, false)).toBe(60_000 - 300);
  });
});

it.each([
  [{ status: 200, headers: {} }, undefined],
  [{ status: 429, headers: { 'retry-after': '7' } }, 7000],
  [{ status: 429, headers: { 'retry-after': '86400' } }, 60_000],
  [{ status: 429, headers: {} }, 60_000],
])('%j asks to wait %s ms', (answer, ms) => {
  expect(refusedFor(answer)).toBe(ms);
});
