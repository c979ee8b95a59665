import { expect, test } from 'vitest';
import { Expiry } from './expiry.ts';
import { memoryStore } from './store.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-11-21T12:00:00.000Z');

test('what was not written for 30 days is removed, with its note, when something else is written', async () => {
  let now = START;
  const store = memoryStore();
  const written = new Map<string, number>();
  const expiry = new Expiry({
    store,
    now: () => now,
    isOver: async (key, since) => (written.get(key) ?? 0) < since,
    remove: (key) => store.remove(key),
  });
  const write = async (key: string) => {
    written.set(key, now);
    await store.remove(key);
    await store.write(key, key, 'new');
    await expiry.note(key);
  };
  await write('live/old.example');
  await write('live/renewed.example');
  now += 20 * DAY;
  await write('live/renewed.example');
  now += 10 * DAY;
  await write('live/third.example');
  // On the 30th day the old one is still there: it is not over yet.
  expect(await store.keys('live/')).toContain('live/old.example');
  now += DAY;
  await write('live/fourth.example');
  expect((await store.keys('live/')).toSorted()).toEqual([
    'live/fourth.example',
    'live/renewed.example',
    'live/third.example',
  ]);
  expect((await store.keys('day/')).toSorted()).toEqual([
    'day/2026-12-11/live/renewed.example',
    'day/2026-12-21/live/third.example',
    'day/2026-12-22/live/fourth.example',
  ]);
});

test('an instance sweeps once an hour', async () => {
  let now = START;
  let lists = 0;
  const store = memoryStore();
  const keys = async (prefix: string) => {
    lists++;
    return store.keys(prefix);
  };
  const expiry = new Expiry({
    store: { ...store, keys },
    now: () => now,
    isOver: async () => true,
    remove: store.remove,
  });
  for (const minutes of [0, 1, 59, 1, 30]) {
    now += minutes * 60_000;
    await expiry.note('live/a.example');
  }
  expect(lists).toBe(2);
});
