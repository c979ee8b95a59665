import { expect, it } from 'vitest';
import { collectionsIn } from './collections.ts';
import { QUOTA_PREFIX, ServiceQuota } from './quota.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

function ceilingOn(store: ConditionalStore, units: number, now: () => number = () => 0): ServiceQuota {
  return new ServiceQuota(collectionsIn({ store, now, later: () => undefined }).quota, units, now);
}

async function taken(takes: readonly Promise<unknown>[]): Promise<number> {
  const settled = await Promise.allSettled(takes);
  for (const one of settled) {
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'audit_limit_reached', scope: 'service' });
  }
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

it.each([
  [0, 5],
  [1, 8],
  [7, 40],
  [40, 100],
  [100, 160],
])(
  '%i units, of which %i are wanted at once on 4 instances: all are taken, and no more',
  async (units, wanted) => {
    const store = memoryStore();
    const all = Array.from({ length: 4 }, () => ceilingOn(jittery(store), units));
    const takes = Array.from({ length: wanted }, (_, i) => all[i % 4]?.take() as Promise<unknown>);
    expect(await taken(takes)).toBe(units);
    expect(await taken([ceilingOn(store, units).take()])).toBe(0);
  },
);

it('to take one is a round trip, beside the note of the end; that it ran is none', async () => {
  const { store, trips } = counted(memoryStore());
  await (await ceilingOn(store, 600).take()).close('ran');
  expect(trips).toMatchObject({ reads: 0, writes: 2 });
  expect(await store.keys(QUOTA_PREFIX)).toHaveLength(1);
});

it.each(['failed', 'unused'] as const)('a unit whose audit is %s can be taken again', async (outcome) => {
  const quota = ceilingOn(memoryStore(), 1);
  await (await quota.take()).close(outcome);
  await (await quota.take()).close('ran');
  expect(await taken([quota.take()])).toBe(0);
});

it('none are allowed: there is nothing to wait for', async () => {
  await expect(ceilingOn(memoryStore(), 0).take()).rejects.toMatchObject({ retryAfterS: undefined });
});
