import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Records } from './records.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, failing, jittery } from './testing/stores.ts';

const schema = z.object({ count: z.number() });
const recordsOn = (store: ConditionalStore, deadlineMs = 1000) => new Records({ store, schema, deadlineMs });
const increment = (value: { count: number } | undefined) => {
  const count = (value?.count ?? 0) + 1;
  return { next: { count }, answer: count };
};

describe('Records', () => {
  test('loses no change of eight instances that write at once', async () => {
    const store = memoryStore();
    const instances = Array.from({ length: 8 }, () => recordsOn(jittery(store)));
    const answers = await Promise.all(
      instances.flatMap((records) => Array.from({ length: 5 }, () => records.update('n', increment))),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await recordsOn(store).read('n')).toEqual({ count: 40 });
  });

  test('a change takes one round trip where nobody else has written', async () => {
    const { store, trips } = counted(memoryStore());
    const records = recordsOn(store);
    for (let i = 0; i < 3; i++) await records.update('n', increment);
    expect(trips).toMatchObject({ reads: 0, writes: 3 });
  });

  test('an answer without a change is made from what the store says now', async () => {
    const store = memoryStore();
    const [one, other] = [recordsOn(store), recordsOn(store)];
    await one.update('n', increment);
    await other.update('n', increment);
    expect(await one.update('n', (value) => ({ answer: value?.count }))).toBe(2);
  });

  test('what another has written is read, and what has not changed is not parsed again', async () => {
    const store = memoryStore();
    let parsed = 0;
    const watched = schema.transform((value) => {
      parsed += 1;
      return value;
    });
    const records = new Records({ store, schema: watched, deadlineMs: 1000 });
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

  test('what cannot be read counts as none, and is replaced', async () => {
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
    ['does not answer', 'hang'],
  ] as const)('says so where the store %s, without the words of the store', async (_, down) => {
    const records = recordsOn(
      failing(memoryStore(), () => down),
      50,
    );
    const refusal = {
      code: 'service_unavailable',
      retryAfterS: 30,
      message: expect.not.stringContaining('10.0'),
    };
    await expect(records.read('n')).rejects.toMatchObject(refusal);
    await expect(records.update('n', increment)).rejects.toMatchObject(refusal);
    await expect(records.remove('n')).rejects.toMatchObject(refusal);
  });

  test('gives up on a record that others never stop changing', async () => {
    const store = memoryStore();
    const records = recordsOn({ ...store, write: async () => undefined });
    await expect(records.update('n', increment)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a failed change does not hold up the next one', async () => {
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
