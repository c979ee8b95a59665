/** How long a call waits for the audit of another, and what that costs the store, on a clock that pauses set. */
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { parseTarget } from '../audit/target.ts';
import { SERVICE_AUDIT_MS } from '../base/limits.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { callerAt } from './caller.ts';
import { memoryStore } from './store.ts';
import { liveInstance } from './testing/instance.ts';
import { counted } from './testing/stores.ts';

const clock = vi.hoisted(() => ({ ms: 1_800_000_000_000, onPause: async () => {} }));

vi.mock('node:timers/promises', async (original) => ({
  ...(await original()),
  setTimeout: async (ms: number) => {
    clock.ms += ms;
    await clock.onPause();
  },
}));

test('a wait of 20 s reads the store 20 times at most', async () => {
  const began = clock.ms;
  const audit = Promise.withResolvers<void>();
  const { store, trips } = counted(memoryStore());
  const runAudit = async () => {
    await audit.promise;
    const scoredAt = new Date(clock.ms).toISOString();
    return { envelope: envelopeFor({ target: 'site.com', scoredAt }), declined: false };
  };
  const options = { store, runAudit, now: () => clock.ms };
  const call = (ip: string) =>
    liveInstance(options).audits.audit({
      target: parseTarget('site.com'),
      siteType: null,
      caller: callerAt(ip),
    });
  const first = call('198.51.100.7');
  await vi.waitFor(() => expect(trips.writes).toBeGreaterThan(5));
  clock.onPause = async () => {
    if (clock.ms - began < SERVICE_AUDIT_MS) return;
    audit.resolve();
    await first;
    await setImmediate();
  };
  trips.reads = 0;
  expect((await call('198.51.100.8')).tier).toBe('cache');
  expect(clock.ms - began).toBeLessThan(SERVICE_AUDIT_MS + 2_000);
  expect(trips.reads).toBeLessThanOrEqual(20);
});
