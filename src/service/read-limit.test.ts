import { expect, test } from 'vitest';
import { config } from '../../functions/service.ts';
import { READ_LIMIT } from '../base/limits.ts';
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
  expect(limit.take(CALLER)).toEqual({ allowed: false, remaining: 0, resetS: 1 });
  now = 60_000;
  expect(limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 0 });
  expect(limit.take(CALLER)).toMatchObject({ allowed: false });
  // Refused calls do not count: with the next half second one more is free.
  now = 60_500;
  expect(limit.take(CALLER)).toMatchObject({ allowed: true });
});

test('the reset is never later than the window, whatever a clock of fractions says', () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  for (let i = 1; i < 2_000; i++) {
    now = i * 60_001.1234567;
    expect(limit.take(CALLER).resetS).toBe(60);
  }
});

test('callers are counted apart, those without an address together', () => {
  const limit = new ReadLimit(() => 0);
  for (let i = 0; i < 60; i++) limit.take({ key: undefined });
  expect(limit.take({ key: undefined })).toMatchObject({ allowed: false, resetS: 60 });
  expect(limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 59, resetS: 60 });
});

test('the platform, which counts over all instances, has the same limit', () => {
  const { calls, windowMs } = READ_LIMIT;
  expect(config.rateLimit).toMatchObject({ windowLimit: calls, windowSize: windowMs / 1000 });
});
