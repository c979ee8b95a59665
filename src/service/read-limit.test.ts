import { expect, test } from 'vitest';
import { config } from '../../functions/service.ts';
import { callerAt } from './caller.ts';
import { ReadLimit } from './read-limit.ts';

const CALLER = callerAt('198.51.100.7');

test('60 in any 60 seconds, each call free again after its own 60 seconds', () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  for (let i = 0; i < 60; i++) {
    now = i * 500;
    expect(limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 59 - i });
  }
  now = 59_000;
  expect(limit.take(CALLER)).toEqual({ allowed: false, limit: 60, remaining: 0, resetS: 1 });
  now = 60_000;
  expect(limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 0 });
  expect(limit.take(CALLER)).toMatchObject({ allowed: false });
  // Refused calls do not count, so half a second later one more is free.
  now = 60_500;
  expect(limit.take(CALLER)).toMatchObject({ allowed: true });
});

test('the reset is never later than the window, even with fractional times', () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  for (let i = 1; i < 2_000; i++) {
    now = i * 60_001.1234567;
    expect(limit.take(CALLER).resetS).toBe(60);
  }
});

test('callers are counted separately, those without an address together', () => {
  const limit = new ReadLimit(() => 0);
  for (let i = 0; i < 60; i++) limit.take(callerAt(undefined));
  expect(limit.take(callerAt(undefined))).toMatchObject({ allowed: false, resetS: 60 });
  expect(limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 59, resetS: 60 });
});

test('a /48 has 240, each /64 in it 60', () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  const take = (subnet: number, host = 1) => limit.take(callerAt(`2001:db8:1:${subnet}::${host}`));
  for (let i = 0; i < 60; i++)
    expect(take(1, i)).toMatchObject({ allowed: true, limit: 60, remaining: 59 - i });
  expect(take(1, 99)).toMatchObject({ allowed: false, limit: 60 });
  for (let i = 0; i < 180; i++) {
    now += 100;
    expect(take(2 + i)).toMatchObject({ allowed: true });
  }
  expect(take(999)).toEqual({ allowed: false, limit: 240, remaining: 0, resetS: 42 });
  expect(limit.take(callerAt('2001:db8:2::1'))).toMatchObject({ allowed: true, remaining: 59 });
});

test('reading the state counts nothing', () => {
  const limit = new ReadLimit(() => 0);
  for (let i = 0; i < 61; i++) expect(limit.state(CALLER)).toMatchObject({ allowed: true, remaining: 60 });
});

test('the platform, which counts each host separately, has only a higher ceiling', () => {
  expect(config.rateLimit).toMatchObject({ windowLimit: 300, windowSize: 60 });
});
