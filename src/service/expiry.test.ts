import { expect, test } from 'vitest';
import { Expiry, INDEX } from './expiry.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.parse('2026-11-21T12:00:00.000Z');

/** An instance whose records expire at the times in `ends`. */
function expiryOn(store: ConditionalStore, ends: ReadonlyMap<string, number>, now: () => number) {
  const works: Promise<unknown>[] = [];
  const expiry = new Expiry({
    store,
    now,
    deadlineMs: 500,
    later: (work) => works.push(work),
    async removeEnded(key) {
      if ((ends.get(key) ?? 0) <= now()) await store.remove(key);
      return true;
    },
  });
  return { expiry, swept: () => Promise.all(works) };
}

test('a write removes expired records and their index entries, but not renewed records', async () => {
  let now = START;
  const store = memoryStore();
  const ends = new Map<string, number>();
  const { expiry, swept } = expiryOn(store, ends, () => now);
  const write = async (key: string, end: number) => {
    ends.set(key, end);
    await expiry.schedule(key, end);
    await store.write(key, 'value', 'new');
    await swept();
  };
  await write('a', START + HOUR);
  await write('b', START + HOUR);
  expect((await store.keys(INDEX)).toSorted()).toEqual(['ends/2026-11-21T13/a', 'ends/2026-11-21T13/b']);
  now += HOUR / 2;
  await write('b', START + 4 * HOUR);
  // The records have expired, but their index is swept only after `GRACE_MS`.
  now = START + 2 * HOUR;
  await write('c', START + 9 * HOUR);
  expect((await store.keys('')).length).toBe(7);
  now += 10 * 60_000;
  await write('d', START + 9 * HOUR);
  expect((await store.keys('')).toSorted()).toEqual([
    'b',
    'c',
    'd',
    'ends/2026-11-21T16/b',
    'ends/2026-11-21T21/c',
    'ends/2026-11-21T21/d',
  ]);
});

test('a record that another instance is removing keeps its index entry', async () => {
  const store = memoryStore();
  const expiry = new Expiry({
    store,
    now: () => START,
    deadlineMs: 500,
    later: () => undefined,
    removeEnded: async () => false,
  });
  await store.write(`${INDEX}2026-11-20T00/a`, '', 'new');
  expect(await expiry.sweep()).toBe(1);
  expect(await store.keys(INDEX)).toHaveLength(1);
});

test('a sweep is bounded, starts with the oldest, and works with several instances at once', async () => {
  const store = memoryStore();
  for (let i = 0; i < 1200; i++) await store.write(`${INDEX}2026-11-20T0${i % 3}/key${i}`, '', 'new');
  const instances = [1, 2].map(() => expiryOn(jittery(store, 1), new Map(), () => START).expiry);
  expect(await instances[0]?.sweep()).toBe(500);
  expect((await store.folders(INDEX)).toSorted()).toEqual(['2026-11-20T01', '2026-11-20T02']);
  for (let i = 0; i < 3; i++) await Promise.all(instances.map((one) => one.sweep()));
  expect(await store.keys(INDEX)).toEqual([]);
});

test('an instance writes each index entry once, and sweeps once a minute', async () => {
  let now = START;
  const { store, trips } = counted(memoryStore());
  const { expiry } = expiryOn(store, new Map(), () => now);
  for (const seconds of [0, 1, 30, 30, 10]) {
    now += seconds * 1000;
    await expiry.schedule('live/a.example', START + HOUR);
  }
  expect(trips).toMatchObject({ writes: 1, lists: 2 });
});

test('a failed index entry is an error, and is written again on the next call', async () => {
  let isDown = true;
  const store = memoryStore();
  const write: ConditionalStore['write'] = async (...given) => {
    if (isDown) throw new Error('down');
    return store.write(...given);
  };
  const { expiry } = expiryOn({ ...store, write }, new Map(), () => START);
  await expect(expiry.schedule('a', START + HOUR)).rejects.toThrow('down');
  isDown = false;
  await expiry.schedule('a', START + HOUR);
  expect(await store.keys(INDEX)).toHaveLength(1);
});
