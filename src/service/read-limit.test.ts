import { expect, test } from 'vitest';
import { config } from '../../functions/service.ts';
import { callerAt } from './caller.ts';
import { ReadLimit } from './read-limit.ts';

const CALLER = callerAt('198.51.100.7');

test('allows 60 calls in any 60 seconds, and frees each one 60 seconds later', async () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  for (let i = 0; i < 60; i++) {
    now = i * 500;
    expect(await limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 59 - i });
  }
  now = 59_000;
  expect(await limit.take(CALLER)).toEqual({ allowed: false, limit: 60, remaining: 0, resetS: 1 });
  now = 60_000;
  expect(await limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limit.take(CALLER)).toMatchObject({ allowed: false });
  // Refused calls do not count, so half a second later one more is free.
  now = 60_500;
  expect(await limit.take(CALLER)).toMatchObject({ allowed: true });
});

test('never reports a reset later than the window, even with fractional times', async () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  for (let i = 1; i < 2_000; i++) {
    now = i * 60_001.1234567;
    expect((await limit.take(CALLER)).resetS).toBe(60);
  }
});

test('counts callers separately, and those without an address together', async () => {
  const limit = new ReadLimit(() => 0);
  for (let i = 0; i < 60; i++) await limit.take(callerAt(undefined));
  expect(await limit.take(callerAt(undefined))).toMatchObject({ allowed: false, resetS: 60 });
  expect(await limit.take(CALLER)).toMatchObject({ allowed: true, remaining: 59, resetS: 60 });
});

test('allows 240 calls to a /48, and 60 to each /64 in it', async () => {
  let now = 0;
  const limit = new ReadLimit(() => now);
  const take = (subnet: number, host = 1) => limit.take(callerAt(`2001:db8:1:${subnet}::${host}`));
  for (let i = 0; i < 60; i++)
    expect(await take(1, i)).toMatchObject({ allowed: true, limit: 60, remaining: 59 - i });
  expect(await take(1, 99)).toMatchObject({ allowed: false, limit: 60 });
  for (let i = 0; i < 180; i++) {
    now += 100;
    expect(await take(2 + i)).toMatchObject({ allowed: true });
  }
  expect(await take(999)).toEqual({ allowed: false, limit: 240, remaining: 0, resetS: 42 });
  expect(await limit.take(callerAt('2001:db8:2::1'))).toMatchObject({ allowed: true, remaining: 59 });
});

test('counts nothing when the state is read', () => {
  const limit = new ReadLimit(() => 0);
  for (let i = 0; i < 61; i++) expect(limit.state(CALLER)).toMatchObject({ allowed: true, remaining: 60 });
});

test.each([
  ['rejects', () => Promise.reject(new Error('down'))],
  ['is used up', async () => ({ allowed: false, calls: [] })],
])('handles a shared count that %s', async (state, share) => {
  const limit = new ReadLimit(() => 0, share);
  const taken = [];
  for (let i = 0; i < 61; i++) taken.push((await limit.take(CALLER)).allowed);
  expect(taken).toEqual(Array.from(taken, (_, i) => state === 'rejects' && i < 60));
});

test('learns the count of other instances, and then refuses without querying it again', async () => {
  const asked: string[] = [];
  const calls = Array.from({ length: 60 }, (_, i) => ({ ageMs: i * 100, isOwn: true }));
  const limit = new ReadLimit(
    () => 0,
    async ({ key = '' }) => {
      asked.push(key);
      return { allowed: true, calls };
    },
  );
  expect(await limit.take(CALLER)).toEqual({ allowed: true, limit: 60, remaining: 0, resetS: 55 });
  expect(await limit.take(CALLER)).toMatchObject({ allowed: false, resetS: 55 });
  expect(asked).toEqual([CALLER.key]);
});

test('leaves the platform, which counts each host separately, a higher limit', () => {
  expect(config.rateLimit).toMatchObject({ windowLimit: 300, windowSize: 60 });
});
