/** Streamed calls: answered in the time that a stream has, while their audits go on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callerAt } from '../caller.ts';
import { AUDIT_LIMIT } from '../limits.ts';
import type { AuditRequest } from '../service-api.ts';
import { parseTarget } from '../target.ts';
import { slowSite } from '../testing/serve.ts';
import { liveKey } from './live-records.ts';
import { memoryStore } from './store.ts';
import { type Instance, type InstanceOptions, liveInstance } from './testing/instance.ts';

const CALLER = callerAt('198.51.100.7', 'salt');
const STREAM_MS = 3_000;

/** An instance, and all that it does after its answers. */
function instance(options: InstanceOptions = {}): Instance & { done(): Promise<unknown> } {
  const work: Promise<unknown>[] = [];
  const made = liveInstance({ streamMs: STREAM_MS, later: (one) => work.push(one), ...options });
  return { ...made, done: () => Promise.all(work) };
}

function request(url: string, more: Partial<AuditRequest> = {}): AuditRequest {
  return { target: parseTarget(url), siteType: null, caller: CALLER, ...more };
}

const onProgress = () => undefined;

async function left({ allowance }: Instance): Promise<number> {
  const settled = await Promise.allSettled(
    Array.from({ length: AUDIT_LIMIT.units }, () => allowance.take(CALLER)),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('a streamed call whose audit takes longer than a stream', () => {
  it('is given what was seen so far; the audit goes on, and the next call has it for nothing', async () => {
    await using site = await slowSite({ fileMs: 5_000 });
    const one = instance();
    const first = await one.audits.audit(request(site.url, { onProgress }));
    expect(first).toMatchObject({ tier: 'live', cut_short: true });
    expect(first.scorecard.summary.skip).toBeGreaterThan(0);
    expect(await one.kept.live.read(liveKey(first.target))).toBeUndefined();
    await one.done();
    const asked = site.asked.length;
    const second = await one.audits.audit(request(site.url, { onProgress }));
    expect(second).toMatchObject({ tier: 'cache', freshness: { cached: true } });
    expect(second).not.toHaveProperty('cut_short');
    expect(second.scorecard.summary.skip).toBe(0);
    expect(site.asked).toHaveLength(asked);
    expect(await left(one)).toBe(AUDIT_LIMIT.units - 1);
  });

  it('the next call waits for the audit where it comes before its end, on another instance too', async () => {
    await using site = await slowSite({ fileMs: 5_000 });
    const store = memoryStore();
    const [one, other] = [instance({ store }), instance({ store })];
    await one.audits.audit(request(site.url, { onProgress }));
    expect(await other.audits.audit(request(site.url))).toMatchObject({ tier: 'cache' });
    await one.done();
    expect(await left(one)).toBe(AUDIT_LIMIT.units - 1);
  });

  it('fails before the site has answered, and says when to call again', async () => {
    await using site = await slowSite({ homeMs: 1_000 });
    const one = instance({ streamMs: 300 });
    await expect(one.audits.audit(request(site.url, { onProgress }))).rejects.toMatchObject({
      code: 'audit_timeout',
      retryAfterS: expect.any(Number),
      message: expect.stringContaining('Call again with the same target'),
    });
    await one.done();
    expect(await one.audits.audit(request(site.url))).toMatchObject({ tier: 'cache' });
  });

  it('waits for the audit of another no longer than that, and then audits nothing itself', async () => {
    await using site = await slowSite({ fileMs: 5_000 });
    const store = memoryStore();
    const [one, other] = [instance({ store }), instance({ store })];
    const declared = one.audits.audit(request(site.url, { siteType: 'api' }));
    await sleep(50);
    await expect(other.audits.audit(request(site.url, { onProgress }))).rejects.toMatchObject({
      code: 'audit_timeout',
    });
    await declared;
    const asked = site.asked.length;
    await other.done();
    expect(site.asked).toHaveLength(asked);
  });

  it('is whole where the audit ends in time', async () => {
    await using site = await slowSite();
    const one = instance({ streamMs: 15_000 });
    expect(await one.audits.audit(request(site.url, { onProgress }))).not.toHaveProperty('cut_short');
  });
});
