/** What is left in the store after days of use: nothing that is over, and nothing without an end. */
import { expect, it } from 'vitest';
import { KEEP_MS } from '../limits.ts';
import { memoryStore } from './store.ts';
import { mixedUse } from './testing/mixed-use.ts';
import { counted } from './testing/stores.ts';
import { walk } from './testing/walk.ts';

const START = Date.parse('2026-11-22T08:40:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * A record goes with the first call after the hour in which it ended, and these minutes; where somebody writes it just then,
 * with the next one.
 */
const GRACE = 5 * MINUTE;

it('a day of mixed use, and a month: the store is empty of what has ended, and no sweep has had much to do', async () => {
  let now = START;
  const { store, trips } = counted(memoryStore());
  const use = mixedUse({ store: () => store, now: () => now, instances: 2, callers: 500, hosts: 160 });
  const useFor = async (ms: number, step: number, calls: number) => {
    for (const end = now + ms; now < end; now += step) {
      await Promise.all(Array.from({ length: calls }, use.call));
      await use.settled();
      const { ends, notes } = await walk(store);
      for (const [key, hours] of notes)
        for (const hour of hours) expect(hour + GRACE + 2 * step, `the note of ${key}`).toBeGreaterThan(now);
      for (const [key, over] of ends) {
        const noted = Math.max(...(notes.get(key) ?? []));
        expect(noted + GRACE + 2 * step, key).toBeGreaterThan(now);
        // What has nothing in it any more is over since ever.
        if (over > START) expect(over + HOUR + GRACE + 2 * step, key).toBeGreaterThan(now);
      }
    }
  };
  await useFor(DAY, HOUR, 30);
  const after = await walk(store);
  // Of every kind there was something, and most of it has gone.
  expect(use.ledger.length).toBeGreaterThan(250);
  expect(new Set([...after.ends.keys()].map((key) => key.split('/', 1)[0]))).toEqual(
    new Set(['allowance', 'ceiling', 'declared', 'domain', 'live']),
  );
  expect(trips.removals).toBeGreaterThan(250);

  await useFor(KEEP_MS + DAY, DAY, 20);
  // Nobody calls for a month: the first call then has all the rest removed.
  now += KEEP_MS + DAY;
  const [instance] = use.instances;
  while (((await instance?.kept.expiry.sweep()) ?? 0) > 0);
  const none = await walk(store);
  expect([none.ends.size, none.notes.size]).toEqual([0, 0]);
}, 120_000);
