import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Records, type RecordsOptions } from './records.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, failing, jittery } from './testing/stores.ts';

const schema = z.object({ count: z.number() });
const given = { schema, deadlineMs: 1000, now: Date.now, endOf: () => 0, schedule: async () => undefined };
const recordsOn = (store: ConditionalStore, more: Partial<RecordsOptions<z.infer<typeof schema>>> = {}) =>
  new Records({ store, ...given, ...more });
const increment = (value: { count: number } | undefined) => {
  const count = (value?.count ?? 0) + 1;
  return { next: { count }, answer: count };
};

describe('Records', () => {
  test('loses no change of eight concurrent instances', async () => {
    const store = memoryStore();
    const instances = Array.from({ length: 8 }, () => recordsOn(jittery(store)));
    const answers = await Promise.all(
      instances.flatMap((records) => Array.from({ length: 5 }, () => records.update('n', increment))),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await recordsOn(store).read('n')).toEqual({ count: 40 });
  });

  test('a change takes one round trip if no other instance has written', async () => {
    const { store, trips } = counted(memoryStore());
    const records = recordsOn(store);
    for (let i = 0; i < 3; i++) await records.update('n', increment);
    expect(trips).toMatchObject({ reads: 0, writes: 3 });
  });

  test('queued changes are written together, each with its own result', async () => {
    const { store, trips } = counted(jittery(memoryStore()));
    const records = recordsOn(store);
    const refused = records.update('n', () => {
      throw new Error('not this one');
    });
    refused.catch(() => undefined);
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => records.update('n', increment)),
      records.update('n', (value) => ({ answer: value?.count })),
    ]);
    expect(answers).toEqual([...Array.from({ length: 30 }, (_, i) => i + 1), 30]);
    await expect(refused).rejects.toThrow('not this one');
    expect(trips.writes).toBeLessThanOrEqual(2);
  });

  test('a result without a change is based on a fresh read', async () => {
    const store = memoryStore();
    const [one, other] = [recordsOn(store), recordsOn(store)];
    await one.update('n', increment);
    await other.update('n', increment);
    expect(await one.update('n', (value) => ({ answer: value?.count }))).toBe(2);
  });

  test('reads the writes of others, and does not parse unchanged records again', async () => {
    const store = memoryStore();
    let parsed = 0;
    const watched = schema.transform((value) => {
      parsed += 1;
      return value;
    });
    const records = new Records({ ...given, store, schema: watched });
    await recordsOn(store).update('n', increment);
    expect([await records.read('n'), await records.read('n'), parsed]).toEqual([
      { count: 1 },
      { count: 1 },
      1,
    ]);
    await recordsOn(store).update('n', increment);
    expect([await records.read('n'), parsed]).toEqual([{ count: 2 }, 2]);
    await store.remove('n');
    expect(await records.read('n')).toBeUndefined();
  });

  test('an unreadable record counts as missing, and is replaced', async () => {
    const store = memoryStore();
    for (const text of ['{"count":"many"}', 'not JSON']) {
      await store.remove('n');
      await store.write('n', text, 'new');
      const records = recordsOn(store);
      expect(await records.read('n')).toBeUndefined();
      expect(await records.update('n', increment)).toBe(1);
    }
  });

  test.each([
    ['fails', true],
    ['does not respond', 'hang'],
  ] as const)('reports service_unavailable if the store %s, without quoting its error', async (_, down) => {
    const records = recordsOn(
      failing(memoryStore(), () => down),
      { deadlineMs: 50 },
    );
    const refusal = {
      code: 'service_unavailable',
      retryAfterS: 30,
      message: expect.not.stringContaining('10.0'),
    };
    await expect(records.read('n')).rejects.toMatchObject(refusal);
    await expect(records.update('n', increment)).rejects.toMatchObject(refusal);
    await expect(records.removeEnded('n')).rejects.toMatchObject(refusal);
  });

  test('gives up on a record that others keep changing', async () => {
    const store = memoryStore();
    const records = recordsOn({ ...store, write: async () => undefined });
    await expect(records.update('n', increment)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a failed change does not block the next one', async () => {
    let down = true;
    const records = recordsOn(failing(memoryStore(), () => down));
    const first = records.update('n', increment);
    const second = first.catch(() => {
      down = false;
      return records.update('n', increment);
    });
    await expect(first).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await second).toBe(1);
  });
});

describe('the expiry of a record', () => {
  test('is stored before the record, which is not written if that fails', async () => {
    const store = memoryStore();
    const notes: (readonly [string, number, number])[] = [];
    const endOf = ({ count }: { count: number }) => count * 1000;
    const noting = recordsOn(store, {
      endOf,
      schedule: async (key, end) => void notes.push([key, end, (await store.keys('')).length]),
    });
    await noting.update('n', increment);
    await noting.update('n', increment);
    expect(notes).toEqual([
      ['n', 1000, 0],
      ['n', 2000, 1],
    ]);
    const failingNotes = recordsOn(store, { schedule: () => Promise.reject(new Error('down')) });
    await expect(failingNotes.update('other', increment)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await store.keys('')).toEqual(['n']);
  });

  test('only expired records are removed', async () => {
    let time = 0;
    const store = memoryStore();
    const records = recordsOn(store, { now: () => time, endOf: ({ count }) => count * 1000 });
    await records.update('n', increment);
    expect([await records.removeEnded('n'), await store.keys('')]).toEqual([true, ['n']]);
    time = 1000;
    expect([await records.removeEnded('n'), await store.keys('')]).toEqual([true, []]);
    expect(await records.removeEnded('n')).toBe(true);
    expect(await records.update('n', increment)).toBe(1);
  });

  test('no change is lost during concurrent removals', async () => {
    for (let round = 0; round < 8; round++) {
      const store = memoryStore();
      const instances = Array.from({ length: 4 }, () =>
        recordsOn(jittery(store, 2), { endOf: ({ count }) => (count > 0 ? Number.POSITIVE_INFINITY : 0) }),
      );
      // The record has expired: sweeps remove it while writers renew it.
      await instances[0]?.update('n', () => ({ next: { count: 0 }, answer: undefined }));
      const removals = instances.map((records) => records.removeEnded('n'));
      const writes = instances.map((records) => records.update('n', increment));
      await Promise.all([...removals, ...writes]);
      expect(await recordsOn(store).read('n')).toEqual({ count: 4 });
    }
  });

  test('a record is not overwritten during its removal, unless the removing instance has died', async () => {
    let time = 0;
    const store = memoryStore();
    const now = () => time;
    await recordsOn(store, { now }).update('n', increment);
    // The instance dies between the mark and the removal.
    const dying = recordsOn({ ...store, remove: () => Promise.reject(new Error('it has died')) }, { now });
    await expect(dying.removeEnded('n')).rejects.toMatchObject({ code: 'service_unavailable' });
    const other = recordsOn(store, { now });
    expect(await other.read('n')).toBeUndefined();
    expect(await other.removeEnded('n')).toBe(false);
    let done = false;
    const waiting = other.update('n', increment).finally(() => {
      done = true;
    });
    await sleep(150);
    expect(done).toBe(false);
    time = 31_000;
    expect(await waiting).toBe(1);
    expect(await other.read('n')).toEqual({ count: 1 });
  });
});
