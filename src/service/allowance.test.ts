import { describe, expect, test } from 'vitest';
import { callerAt } from '../caller.ts';
import { AUDIT_LIMIT, CLAIM_MS, NETWORK_LIMIT } from '../limits.ts';
import { Allowance } from './allowance.ts';
import { budgetSchema } from './budget.ts';
import { Records } from './records.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

const MINUTE = 60_000;
const CALLER = callerAt('198.51.100.7', 'salt');

function allowanceOn(store: ConditionalStore, now: () => number = () => 0): Allowance {
  const given = { deadlineMs: 1000, now, endOf: () => 0, schedule: async () => undefined };
  return new Allowance(new Records({ store, schema: budgetSchema, ...given }), now);
}

async function outcomes(takes: readonly Promise<unknown>[]): Promise<{ taken: number; refused: number }> {
  const settled = await Promise.allSettled(takes);
  for (const one of settled) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'audit_limit_reached' });
  }
  const taken = settled.filter(({ status }) => status === 'fulfilled').length;
  return { taken, refused: settled.length - taken };
}

describe('Allowance', () => {
  test.each([1, 2, 5])('ten at once get five, on %i instances', async (instances) => {
    for (let round = 0; round < 5; round++) {
      const store = memoryStore();
      const all = Array.from({ length: instances }, () => allowanceOn(jittery(store)));
      const takes = Array.from(
        { length: 10 },
        (_, i) => all[i % instances]?.take(CALLER) as Promise<unknown>,
      );
      expect(await outcomes(takes)).toEqual({ taken: 5, refused: 5 });
      // A new instance knows of them too.
      expect(await outcomes([allowanceOn(store).take(CALLER)])).toEqual({ taken: 0, refused: 1 });
    }
  });

  test('a sliding window: each unit comes back 60 minutes after it was taken', async () => {
    let now = 0;
    const allowance = allowanceOn(memoryStore(), () => now);
    for (let i = 0; i < AUDIT_LIMIT.units; i++) {
      now = i * MINUTE;
      await (await allowance.take(CALLER)).close('ran');
    }
    now = 59 * MINUTE;
    await expect(allowance.take(CALLER)).rejects.toMatchObject({
      code: 'audit_limit_reached',
      retryAfterS: 60,
      scope: 'caller',
      message: expect.stringContaining('possible in 1 minute.'),
    });
    now = 60 * MINUTE;
    await allowance.take(CALLER);
    await expect(allowance.take(CALLER)).rejects.toMatchObject({ retryAfterS: 60 });
  });

  test('a unit that is given back can be taken again, by any instance, and only once', async () => {
    const store = memoryStore();
    const [one, other] = [allowanceOn(store), allowanceOn(store)];
    const units = await Promise.all(Array.from({ length: 5 }, () => one.take(CALLER)));
    await units[2]?.close('unused');
    await units[2]?.close('unused');
    await units[3]?.close('ran');
    expect(await outcomes([other.take(CALLER), other.take(CALLER)])).toEqual({ taken: 1, refused: 1 });
  });

  test('an audit that fails gives its unit back, and may do so 30 times in 60 minutes', async () => {
    let now = 0;
    const allowance = allowanceOn(memoryStore(), () => now);
    for (let i = 0; i < AUDIT_LIMIT.failed; i++) {
      now = i * 1000;
      await (await allowance.take(CALLER)).close('failed');
    }
    now = 59 * MINUTE;
    await expect(allowance.take(CALLER)).rejects.toMatchObject({
      code: 'audit_limit_reached',
      scope: 'caller',
      retryAfterS: 60,
    });
    now = 60 * MINUTE;
    await (await allowance.take(CALLER)).close('unused');
    await (await allowance.take(CALLER)).close('failed');
    await expect(allowance.take(CALLER)).rejects.toMatchObject({ retryAfterS: 1 });
  });

  test('what is under way may fail too: never more than 30 failures, however many at once', async () => {
    const allowance = allowanceOn(memoryStore());
    for (let i = 0; i < AUDIT_LIMIT.failed - 2; i++) await (await allowance.take(CALLER)).close('failed');
    const units = await Promise.all([allowance.take(CALLER), allowance.take(CALLER)]);
    await expect(allowance.take(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
    // One that has run has failed no more.
    await units[0]?.close('ran');
    await (await allowance.take(CALLER)).close('failed');
    await units[1]?.close('failed');
    await expect(allowance.take(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
  });

  test('the audit of an instance that has died has failed: its unit comes back', async () => {
    let now = 0;
    const allowance = allowanceOn(memoryStore(), () => now);
    const five = () => Promise.all(Array.from({ length: AUDIT_LIMIT.units }, () => allowance.take(CALLER)));
    for (let i = 0; i < AUDIT_LIMIT.failed / AUDIT_LIMIT.units; i++) {
      const units = await five();
      now += CLAIM_MS - 1;
      await expect(allowance.take(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
      now += 1;
      // Who comes back from the dead changes nothing.
      await units[0]?.close('ran');
    }
    await expect(allowance.take(CALLER)).rejects.toMatchObject({ retryAfterS: 60 * 60 - 180 });
  });

  test.each([1, 3])('a /48 has four times as much as a caller, on %i instances', async (instances) => {
    const store = memoryStore();
    const all = Array.from({ length: instances }, () => allowanceOn(jittery(store)));
    const takes = Array.from({ length: 60 }, (_, i) =>
      all[i % instances]?.take(callerAt(`2001:db8:77:${(i % 12).toString(16)}::1`, 'salt')),
    );
    const settled = await Promise.allSettled(takes);
    const taken = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(taken).toHaveLength(NETWORK_LIMIT.units);
    await Promise.all(taken.map((unit) => unit?.close('ran')));
    const refusal = allowanceOn(store, () => MINUTE).take(callerAt('2001:db8:77:ffff::1', 'salt'));
    await expect(refusal).rejects.toMatchObject({
      scope: 'caller',
      retryAfterS: 59 * 60,
      message: expect.stringContaining('/48'),
    });
    await allowanceOn(store).take(callerAt('2001:db8:78:1::1', 'salt'));
  });

  test('callers are counted apart; the hosts of one IPv6 network are one caller', async () => {
    const allowance = allowanceOn(memoryStore());
    const take = (ip: string) => allowance.take(callerAt(ip, 'salt'));
    await Promise.all(Array.from({ length: 5 }, (_, i) => take(`2001:db8:1:2::${i}`)));
    await expect(take('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'audit_limit_reached' });
    await take('2001:db8:1:3::1');
    await take('198.51.100.7');
  });

  test.each([undefined, '', 'unknown', '198.51.100'])('refuses a caller at %o', async (ip) => {
    const { store, trips } = counted(memoryStore());
    await expect(allowanceOn(store).take(callerAt(ip, 'salt'))).rejects.toMatchObject({
      code: 'audit_limit_reached',
      scope: 'caller',
    });
    expect(trips.writes).toBe(0);
  });

  test('taking a unit is one round trip', async () => {
    const { store, trips } = counted(memoryStore());
    const allowance = allowanceOn(store);
    await allowance.take(CALLER);
    await allowance.take(CALLER);
    expect(trips).toMatchObject({ reads: 0, writes: 2 });
  });

  test('no address is kept in clear', async () => {
    const store = memoryStore();
    await allowanceOn(store).take(CALLER);
    const [key = ''] = await store.keys('');
    expect(key).toMatch(/^allowance\/[0-9a-f]{32}$/);
    expect(JSON.stringify(await store.read(key))).not.toContain('198.51');
    expect(callerAt('198.51.100.7', 'other salt')).not.toEqual(CALLER);
    expect(callerAt('::ffff:198.51.100.7', 'salt')).toEqual(CALLER);
  });
});
