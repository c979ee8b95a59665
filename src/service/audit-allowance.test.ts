import { describe, expect, it } from 'vitest';
import { AUDIT_LIMIT, CLAIM_MS, DEFAULT_QUOTA, NETWORK_LIMIT, TARGET_LIMIT } from '../base/limits.ts';
import {
  AuditLimits,
  type DomainRefusal,
  LIMIT_PREFIXES,
  SALT_PREFIX,
  type Unit,
} from './audit-allowance.ts';
import { callerAt } from './caller.ts';
import { collectionsIn } from './collections.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { counted, jittery } from './testing/stores.ts';

const MINUTE = 60_000;
const CALLER = callerAt('198.51.100.7');

function limitsOn(store: ConditionalStore, now: () => number = () => 0, quota = DEFAULT_QUOTA): AuditLimits {
  return new AuditLimits(collectionsIn({ store, now, later: () => undefined }), quota, now);
}

async function outcomes(takes: readonly Promise<unknown>[]): Promise<{ taken: number; refused: number }> {
  const settled = await Promise.allSettled(takes);
  for (const one of settled) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'audit_limit_reached' });
  }
  const taken = settled.filter(({ status }) => status === 'fulfilled').length;
  return { taken, refused: settled.length - taken };
}

const kindOf = (result: Unit | DomainRefusal) => ('kind' in result ? result.kind : 'claimed');

async function claimed(limit: AuditLimits, domain = 'victim.example'): Promise<Unit> {
  const result = await limit.takeOfDomain(domain, 'live/a');
  if ('kind' in result) throw new Error(`it is ${result.kind}`);
  return result;
}

describe('the limit of a caller', () => {
  it('grants five of ten concurrent audits over two instances', async () => {
    const store = memoryStore();
    const all = [1, 2].map(() => limitsOn(jittery(store)));
    const takes = Array.from({ length: 10 }, (_, i) => all[i % 2]?.takeOfCaller(CALLER) as Promise<unknown>);
    expect(await outcomes(takes)).toEqual({ taken: 5, refused: 5 });
    // A new instance also counts the units of the others.
    expect(await outcomes([limitsOn(store).takeOfCaller(CALLER)])).toEqual({ taken: 0, refused: 1 });
  });

  it('frees each unit 60 minutes after it was taken', async () => {
    let now = 0;
    const limits = limitsOn(memoryStore(), () => now);
    for (let i = 0; i < AUDIT_LIMIT.units; i++) {
      now = i * MINUTE;
      await (await limits.takeOfCaller(CALLER)).close('ran');
    }
    now = 59 * MINUTE;
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({
      code: 'audit_limit_reached',
      retryAfterS: 60,
      scope: 'caller',
      message: expect.stringMatching(/^Your 5 fresh audits .* possible in 1 minute\./),
    });
    now = 60 * MINUTE;
    await limits.takeOfCaller(CALLER);
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ retryAfterS: 60 });
  });

  it('ignores units dated in the future by a wrong clock', async () => {
    let now = 24 * 60 * MINUTE;
    const limits = limitsOn(memoryStore(), () => now);
    for (let i = 0; i < AUDIT_LIMIT.units; i++) await limits.takeOfCaller(CALLER);
    now = 0;
    expect(await outcomes([limits.takeOfCaller(CALLER)])).toEqual({ taken: 1, refused: 0 });
  });

  it('lets any instance take a returned unit, once', async () => {
    const store = memoryStore();
    const [one, other] = [limitsOn(store), limitsOn(store)];
    const units = await Promise.all(Array.from({ length: 5 }, () => one.takeOfCaller(CALLER)));
    await units[2]?.close('unused');
    await units[2]?.close('unused');
    await units[3]?.close('ran');
    expect(await outcomes([other.takeOfCaller(CALLER), other.takeOfCaller(CALLER)])).toEqual({
      taken: 1,
      refused: 1,
    });
  });

  it('returns the unit of a failed audit, at most 30 times in 60 minutes', async () => {
    let now = 0;
    const limits = limitsOn(memoryStore(), () => now);
    for (let i = 0; i < AUDIT_LIMIT.failed; i++) {
      now = i * 1000;
      await (await limits.takeOfCaller(CALLER)).close('failed');
    }
    now = 59 * MINUTE;
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({
      code: 'audit_limit_reached',
      scope: 'caller',
      retryAfterS: 60,
      message: expect.stringMatching(/^30 of your attempts failed/),
    });
    now = 60 * MINUTE;
    await (await limits.takeOfCaller(CALLER)).close('unused');
    await (await limits.takeOfCaller(CALLER)).close('failed');
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ retryAfterS: 1 });
  });

  it('allows at most 30 failures, counting running audits as failures', async () => {
    const limits = limitsOn(memoryStore());
    for (let i = 0; i < AUDIT_LIMIT.failed - 2; i++)
      await (await limits.takeOfCaller(CALLER)).close('failed');
    const units = await Promise.all([limits.takeOfCaller(CALLER), limits.takeOfCaller(CALLER)]);
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
    // A running audit counts as failed; one that has ended with `ran` does not.
    await units[0]?.close('ran');
    await (await limits.takeOfCaller(CALLER)).close('failed');
    await units[1]?.close('failed');
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
  });

  it('counts the audit of a dead instance as failed and returns its unit', async () => {
    let now = 0;
    const limits = limitsOn(memoryStore(), () => now);
    const five = () =>
      Promise.all(Array.from({ length: AUDIT_LIMIT.units }, () => limits.takeOfCaller(CALLER)));
    for (let i = 0; i < AUDIT_LIMIT.failed / AUDIT_LIMIT.units; i++) {
      const units = await five();
      now += CLAIM_MS - 1;
      await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ code: 'audit_limit_reached' });
      now += 1;
      // A late `close` by a dead instance has no effect.
      await units[0]?.close('ran');
    }
    await expect(limits.takeOfCaller(CALLER)).rejects.toMatchObject({ retryAfterS: 60 * 60 - 180 });
  });

  it('gives a /48 four times the limit of a caller', async () => {
    const store = memoryStore();
    const limits = limitsOn(store);
    const takes = Array.from({ length: 60 }, (_, i) =>
      limits.takeOfCaller(callerAt(`2001:db8:77:${(i % 12).toString(16)}::1`)),
    );
    const settled = await Promise.allSettled(takes);
    const taken = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(taken).toHaveLength(NETWORK_LIMIT.units);
    await Promise.all(taken.map((unit) => unit.close('ran')));
    const refusal = limitsOn(store, () => MINUTE).takeOfCaller(callerAt('2001:db8:77:ffff::1'));
    await expect(refusal).rejects.toMatchObject({
      scope: 'caller',
      retryAfterS: 59 * 60,
      message: expect.stringContaining('/48'),
    });
    await limitsOn(store).takeOfCaller(callerAt('2001:db8:78:1::1'));
  });

  it('counts callers separately, and the hosts of one IPv6 network as one caller', async () => {
    const limits = limitsOn(memoryStore());
    const take = (ip: string) => limits.takeOfCaller(callerAt(ip));
    await Promise.all(Array.from({ length: 5 }, (_, i) => take(`2001:db8:1:2::${i}`)));
    await expect(take('2001:db8:1:2:ffff::1')).rejects.toMatchObject({ code: 'audit_limit_reached' });
    await take('2001:db8:1:3::1');
    await take('198.51.100.7');
  });

  it.each([undefined, '', 'unknown', '198.51.100'])('refuses a caller at %o', async (ip) => {
    const { store, trips } = counted(memoryStore());
    await expect(limitsOn(store).takeOfCaller(callerAt(ip))).rejects.toMatchObject({
      code: 'audit_limit_reached',
      scope: 'caller',
    });
    expect(trips.writes).toBe(0);
  });

  it('takes a unit with one round trip, plus one to store the expiry', async () => {
    const { store, trips } = counted(memoryStore());
    const limits = limitsOn(store);
    await limits.takeOfCaller(CALLER);
    await limits.takeOfCaller(CALLER);
    // The salt, both units, and the expiry of both records.
    expect(trips).toMatchObject({ reads: 0, writes: 5 });
  });

  it('stores no address in plain text', async () => {
    const store = memoryStore();
    await limitsOn(store).takeOfCaller(CALLER);
    const [key = ''] = await store.keys(LIMIT_PREFIXES.caller);
    expect(key).toMatch(/^allowance\/[0-9a-f]{32}$/);
    expect(JSON.stringify(await store.read(key))).not.toContain('198.51');
    expect(callerAt('::ffff:198.51.100.7')).toEqual(CALLER);
  });

  it('hashes addresses with a secret that all instances share for a month', async () => {
    const store = memoryStore();
    const end = Date.UTC(2026, 11) - 1;
    await limitsOn(store, () => end - MINUTE).takeOfCaller(CALLER);
    await limitsOn(store, () => end).takeOfCaller(CALLER);
    expect(await store.keys(LIMIT_PREFIXES.caller)).toHaveLength(1);
    await limitsOn(store, () => end + 1).takeOfCaller(CALLER);
    expect(await store.keys(LIMIT_PREFIXES.caller)).toHaveLength(2);
    const other = memoryStore();
    await limitsOn(other, () => end).takeOfCaller(CALLER);
    const [key = ''] = await other.keys(LIMIT_PREFIXES.caller);
    expect(await store.read(key)).toBeUndefined();
    const { salts } = collectionsIn({ store, now: () => end + 1, later: () => undefined });
    expect(await salts.removeEnded(`${SALT_PREFIX}2026-11`)).toBe(true);
    expect(await store.keys(SALT_PREFIX)).toEqual([`${SALT_PREFIX}2026-12`]);
  });
});

describe('the limit of a domain', () => {
  it('allows one audit at a time', async () => {
    const store = memoryStore();
    const entries = await Promise.all(
      [1, 2, 3].map((i) => limitsOn(store).takeOfDomain('victim.example', `live/${i}`)),
    );
    expect(entries.map(kindOf).toSorted()).toEqual(['busy', 'busy', 'claimed']);
    expect(kindOf(await limitsOn(store).takeOfDomain('other.example', 'live/b'))).toBe('claimed');
  });

  it('allows 6 audits in any 60 minutes', async () => {
    let now = 0;
    const limit = limitsOn(memoryStore(), () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      now = i * MINUTE;
      await (await claimed(limit)).close('ran');
    }
    expect(await limit.takeOfDomain('victim.example', 'live/a')).toEqual({
      kind: 'full',
      until: 60 * MINUTE,
    });
    now = 60 * MINUTE;
    await (await claimed(limit)).close('ran');
    expect(await limit.takeOfDomain('victim.example', 'live/a')).toEqual({
      kind: 'full',
      until: 61 * MINUTE,
    });
  });

  it('counts early failures against a larger limit, and ignores audits that never started', async () => {
    const limit = limitsOn(memoryStore());
    for (let i = 0; i < 50; i++) await (await claimed(limit)).close('unused');
    for (let i = 0; i < TARGET_LIMIT.failed; i++) await (await claimed(limit)).close('failed');
    expect(kindOf(await limit.takeOfDomain('victim.example', 'live/a'))).toBe('full');
  });

  it('keeps the domain of a dead instance locked until its claim expires, and counts one unit', async () => {
    let now = 0;
    const store = memoryStore();
    const limit = limitsOn(store, () => now);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      const lost = await claimed(limit);
      expect(await limit.takeOfDomain('victim.example', 'live/b')).toMatchObject({
        kind: 'busy',
        until: lost.until,
        of: 'live/a',
      });
      now += CLAIM_MS;
      // A late `close` by a dead instance has no effect.
      await lost.close('unused');
    }
    expect(kindOf(await limit.takeOfDomain('victim.example', 'live/a'))).toBe('full');
    now = 60 * MINUTE + CLAIM_MS;
    // The first claim has expired; the second one still counts.
    expect(kindOf(await limit.takeOfDomain('victim.example', 'live/a'))).toBe('claimed');
  });

  it('does not let an earlier holder release a claim that another audit holds', async () => {
    let now = 0;
    const limit = limitsOn(memoryStore(), () => now);
    const late = await claimed(limit);
    now = CLAIM_MS;
    await claimed(limit);
    await late.close('ran');
    expect(kindOf(await limit.takeOfDomain('victim.example', 'live/a'))).toBe('busy');
  });
});

describe('the limit of the service', () => {
  it.each([1, 7, 40])('grants exactly %i units', async (units) => {
    const limits = limitsOn(memoryStore(), () => 0, units);
    const takes = Array.from({ length: units + 5 }, () => limits.takeOfService());
    expect(await outcomes(takes)).toEqual({ taken: units, refused: 5 });
  });

  it.each(['failed', 'unused'] as const)('returns the unit of an audit that ends as %s', async (outcome) => {
    const quota = limitsOn(memoryStore(), () => 0, 1);
    await (await quota.takeOfService()).close(outcome);
    await (await quota.takeOfService()).close('ran');
    await expect(quota.takeOfService()).rejects.toMatchObject({ scope: 'service' });
  });

  it('gives no time to retry if no audits are allowed', async () => {
    await expect(limitsOn(memoryStore(), () => 0, 0).takeOfService()).rejects.toMatchObject({
      retryAfterS: undefined,
    });
  });
});
