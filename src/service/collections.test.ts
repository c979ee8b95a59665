/** Tests that every record of the service expires and is removed. */
import { expect, it } from 'vitest';
import { parseTarget } from '../audit/target.ts';
import { AuditError } from '../base/errors.ts';
import { AUDIT_WINDOW_MS, KEEP_MS } from '../base/limits.ts';
import { DECLARED_PREFIX, LIVE_PREFIX } from '../catalog/results/service-files.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { LIMIT_PREFIXES, SALT_PREFIX } from './audit-allowance.ts';
import { callerAt } from './caller.ts';
import { INDEX } from './expiry.ts';
import { liveInstance } from './testing/instance.ts';

const START = Date.parse('2026-11-22T08:40:00.000Z');
const HOUR = 60 * 60_000;

it('removes limit records after their window, the salt after its month, and results when they expire', async () => {
  let now = START;
  const { store, audits, kept } = liveInstance({
    now: () => now,
    async runAudit({ target, siteType }) {
      if (target.name === 'down.com') throw new AuditError('target_unreachable', 'It gives no answer.');
      const scoredAt = new Date(now).toISOString();
      return { envelope: envelopeFor({ target: target.name, siteType, scoredAt }), declined: false };
    },
  });
  const audit = (host: string, siteType: 'api' | null = null) =>
    audits.audit({ target: parseTarget(host), siteType, caller: callerAt('198.51.100.7') });
  await audit('up.com');
  await audit('other.com', 'api');
  await expect(audit('down.com')).rejects.toThrow();
  const kinds = async () => {
    const keys = (await store.keys('')).filter((key) => !key.startsWith(INDEX));
    return [...new Set(keys.map((key) => key.replace(/\/.*/, '/')))].toSorted();
  };
  const results = [LIVE_PREFIX, DECLARED_PREFIX].toSorted();
  const whileCounted = [...results, SALT_PREFIX].toSorted();
  const all = [...whileCounted, ...Object.values(LIMIT_PREFIXES)];
  const swept = async (at: number) => {
    now = at;
    await kept.expiry.sweep();
    return kinds();
  };
  expect(await swept(START + AUDIT_WINDOW_MS - 1)).toEqual(all.toSorted());
  expect(await swept(START + 3 * AUDIT_WINDOW_MS)).toEqual(whileCounted);
  expect(await swept(START + KEEP_MS - HOUR)).toEqual(results);
  expect(await swept(START + KEEP_MS + 2 * HOUR)).toEqual([]);
  expect(await store.keys('')).toEqual([]);
});
