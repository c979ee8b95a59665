import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerAt } from '../caller.ts';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { DEMO_SITES } from '../demo/index.ts';
import { type ServedDemo, serveDemo } from '../demo/server.ts';
import type { DemoSite } from '../demo/site.ts';
import { AuditError } from '../errors.ts';
import { AUDIT_LIMIT, CLAIM_MS, KEEP_MS, SERVICE_AUDIT_MS } from '../limits.ts';
import { domainOf } from '../parse/same-site.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { AuditProgress, AuditRequest } from '../service-api.ts';
import { parseTarget, type Target } from '../target.ts';
import { serveSite } from '../testing/serve.ts';
import { CALLER_PREFIX } from './allowance.ts';
import { DOMAIN_PREFIX } from './domain-limit.ts';
import { liveKey } from './live-records.ts';
import { memoryStore } from './store.ts';
import { type Instance, liveInstance } from './testing/instance.ts';
import { failing, jittery } from './testing/stores.ts';

const CALLER = callerAt('198.51.100.7', 'salt');

let demo: ServedDemo;
/** How many audits the demo has seen: each asks for its security.txt once. */
let audits = 0;
beforeAll(async () => {
  const site = DEMO_SITES.find(({ name }) => name === 'neglected') as DemoSite;
  demo = await serveDemo(site, {
    latencyMs: 5,
    onExchange: ({ url }) => {
      if (url.includes('/.well-known/security.txt')) audits++;
    },
  });
});
afterAll(() => demo.close());

const instance = liveInstance;

function request(more: Partial<AuditRequest> & { readonly url?: string } = {}): AuditRequest {
  const { url = demo.url, ...rest } = more;
  return { target: parseTarget(url), siteType: null, caller: CALLER, ...rest };
}

/** How many units the caller has left. */
async function left({ allowance }: Instance): Promise<number> {
  const settled = await Promise.allSettled(
    Array.from({ length: AUDIT_LIMIT.units }, () => allowance.take(CALLER)),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

/** An instance that nobody hears of again has the claim on a target. */
async function claimed({ kept }: Instance, { name, url }: Target, until: number): Promise<void> {
  const claim = { id: 'of the dead', at: Date.now(), until, of: liveKey(name) };
  await kept.domains.update(`${DOMAIN_PREFIX}${domainOf(url)}`, () => ({
    next: { ran: [], failed: [], claim },
    answer: undefined,
  }));
}

describe('live audits', () => {
  test('one call: a live scorecard, stored, for one unit', async () => {
    const one = instance();
    const envelope = await one.audits.audit(request());
    expect(envelope).toMatchObject({ tier: 'live', freshness: { cached: false } });
    expect(envelope.scorecard.public_listing).toBe(false);
    expect(envelope.json_url).toBe(`https://catalog.example/score/${new URL(demo.url).host}/json`);
    expect(await one.kept.live.read(liveKey(envelope.target))).toEqual({ envelope });
    expect(await left(one)).toBe(4);
  });

  test('ten callers on three instances at once: one audit, one unit, one scorecard', async () => {
    const store = memoryStore();
    const instances = [1, 2, 3].map(() => instance({ store: jittery(store) }));
    audits = 0;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => instances[i % 3]?.audits.audit(request()) as Promise<Envelope>),
    );
    expect(audits).toBe(1);
    const live = answers.filter(({ tier }) => tier === 'live');
    expect(live).toHaveLength(1);
    for (const answer of answers) {
      expect(answer.scorecard).toEqual(live[0]?.scorecard);
      expect(answer.freshness.scored_at).toBe(live[0]?.freshness.scored_at);
    }
    expect(await left(instance({ store }))).toBe(4);
  });

  test('within 60 seconds the result is given again for nothing, then not', async () => {
    let ahead = 0;
    const one = instance({ now: () => Date.now() + ahead });
    const first = await one.audits.audit(request());
    expect(await one.audits.audit(request())).toMatchObject({
      tier: 'cache',
      freshness: { cached: true, scored_at: first.freshness.scored_at },
    });
    ahead = 61_000;
    expect((await one.audits.audit(request())).tier).toBe('live');
    expect(await left(one)).toBe(3);
  });

  test('another site type is another question', async () => {
    const one = instance();
    await one.audits.audit(request());
    const second = await one.audits.audit(request({ siteType: 'api' }));
    expect(second).toMatchObject({ tier: 'live', scorecard: { site_type: 'api' } });
  });

  test('a target that cannot be reached fails for all who wait, and costs nothing', async () => {
    const site = await serveSite({});
    await site[Symbol.asyncDispose]();
    const store = memoryStore();
    const instances = [1, 2].map(() => instance({ store: jittery(store) }));
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => instances[i % 2]?.audits.audit(request({ url: site.url }))),
    );
    for (const one of settled) expect(one).toMatchObject({ reason: { code: 'target_unreachable' } });
    // Who asks afterwards has the site asked again.
    await expect(instances[0]?.audits.audit(request({ url: site.url }))).rejects.toMatchObject({
      code: 'target_unreachable',
    });
    expect(await left(instance({ store }))).toBe(5);
  });

  test('a target that refuses the auditor fails with what to do, costs nothing and replaces nothing', async () => {
    const store = memoryStore();
    const one = instance({ store });
    const { target, ...good } = await one.audits.audit(request());
    const walled = instance({
      store,
      now: () => Date.now() + 61_000,
      runAudit: async () => {
        const details = { wall: 'a wall', evidence: '/ -> 403', requests: 8 };
        throw new AuditError('target_blocked', `${target} refuses the auditor: / -> 403.`, {
          hint: 'Allow it.',
          details,
        });
      },
    });
    await expect(walled.audits.audit(request())).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'target_blocked',
      message: `${target} refuses the auditor: / -> 403. Allow it. This attempt does not count towards the limit.`,
    });
    const record = await walled.kept.live.read(liveKey(target));
    expect(record?.envelope?.freshness).toEqual(good.freshness);
    expect(record?.failure).toMatchObject({ code: 'target_blocked' });
    expect(await left(walled)).toBe(4);
  });

  test('the sixth audit of an hour is refused before the site is asked, and does not block others', async () => {
    const store = memoryStore();
    const one = instance({ store });
    await left(one);
    await using site = await serveSite({ '/': { type: 'text/html', body: '<h1>Home</h1>' } });
    await expect(one.audits.audit(request({ url: site.url }))).rejects.toMatchObject({
      code: 'audit_limit_reached',
      retryAfterS: expect.any(Number),
    });
    expect(site.asked).toEqual([]);
    const other = { caller: callerAt('203.0.113.9', 'salt'), url: site.url };
    expect((await one.audits.audit(request(other))).tier).toBe('live');
  });

  test('an audit that its deadline cuts short is shown, given back and not stored', async () => {
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<h1>Home</h1>' },
      // Nothing else is ever answered.
      '*': () => undefined,
    });
    const one = instance();
    const envelope = await one.audits.audit(request({ url: site.url }));
    expect(envelope.cut_short).toBe(true);
    expect(envelope.scorecard.summary.skip).toBeGreaterThan(0);
    expect(await one.kept.live.read(liveKey(envelope.target))).toBeUndefined();
    expect(await left(one)).toBe(5);
  });

  test('progress: a line at the start and for each category, never falling, to the end', async () => {
    const seen: AuditProgress[] = [];
    await instance().audits.audit(request({ onProgress: (progress) => seen.push(progress) }));
    expect(seen).toHaveLength(7);
    expect(seen[0]).toEqual({
      done: 0,
      total: CHECK_COUNT,
      message: expect.stringContaining(`${CHECK_COUNT} checks`),
    });
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(seen.at(-1)?.done).toBe(CHECK_COUNT);
  });

  test('a caller who leaves once the audit has begun: it goes on, is stored and paid for, and answers the next', async () => {
    const stop = new AbortController();
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<h1>Home</h1>' },
      '/robots.txt': (_, response) => {
        stop.abort();
        response.writeHead(404).end();
      },
      '*': { status: 404 },
    });
    const work: Promise<unknown>[] = [];
    const one = instance({ later: (one) => work.push(one) });
    await one.audits.audit(request({ url: site.url, signal: stop.signal }));
    await Promise.all(work);
    expect(await one.audits.audit(request({ url: site.url }))).toMatchObject({ tier: 'cache' });
    expect(await left(one)).toBe(4);
  });

  test('a caller who has left before: no audit, and nothing to pay', async () => {
    const one = instance();
    audits = 0;
    await expect(one.audits.audit(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(audits).toBe(0);
    expect(await left(one)).toBe(5);
  });

  test('a caller who leaves while waiting leaves the audit of the other alone', async () => {
    const store = memoryStore();
    const [one, other] = [instance({ store }), instance({ store })];
    const audit = one.audits.audit(request());
    await sleep(20);
    const stop = new AbortController();
    const waiting = other.audits.audit(request({ signal: stop.signal }));
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect((await audit).tier).toBe('live');
  });

  test('the claim of an instance that has died runs out', async () => {
    let ahead = 0;
    const store = memoryStore();
    const one = instance({ store, now: () => Date.now() + ahead });
    const { target } = request();
    await claimed(one, target, Date.now() + SERVICE_AUDIT_MS);
    const waiting = one.audits.audit(request());
    await sleep(50);
    ahead = SERVICE_AUDIT_MS;
    expect((await waiting).tier).toBe('live');
  });

  test('an instance that has died within an audit: the next call makes it again, and pays once', async () => {
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const store = memoryStore();
    const dying = instance({ store, now, runAudit: () => new Promise(() => undefined) });
    void dying.audits.audit(request());
    await expect.poll(() => dying.kept.allowances.read(`${CALLER_PREFIX}${CALLER.network}`)).toBeDefined();
    const one = instance({ store, now });
    const waiting = one.audits.audit(request());
    await sleep(50);
    ahead = CLAIM_MS;
    expect((await waiting).tier).toBe('live');
    expect(await left(one)).toBe(4);
  });

  test('nobody waits for ever', async () => {
    let ahead = 0;
    const one = instance({ now: () => Date.now() + ahead });
    await claimed(one, request().target, Date.now() + KEEP_MS);
    const waiting = one.audits.audit(request());
    await sleep(20);
    ahead = CLAIM_MS + 1;
    await expect(waiting).rejects.toMatchObject({ code: 'audit_timeout', retryAfterS: expect.any(Number) });
  });

  test.each([true, 'hang'] as const)('a store that is down (%s) means no audit', async (down) => {
    audits = 0;
    const one = instance({ store: failing(memoryStore(), () => down), deadlineMs: 500 });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(audits).toBe(0);
  });

  test('a store that fails during the audit: an error, and the unit is spent', async () => {
    const memory = memoryStore();
    let down = false;
    await using site = await serveSite({
      '/': (_, response) => {
        down = true;
        response.setHeader('content-type', 'text/html');
        response.end('<h1>Home</h1>');
      },
    });
    const one = instance({ store: failing(memory, () => down) });
    await expect(one.audits.audit(request({ url: site.url }))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await left(instance({ store: memory }))).toBe(4);
  });

  test('a fault of the auditor: the caller learns that there was one, the operator which', async () => {
    const fault = new AuditError('internal', 'The process that it ran in is gone.');
    const told: unknown[] = [];
    const one = instance({ runAudit: () => Promise.reject(fault), onFault: (error) => told.push(error) });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(told).toEqual([fault]);
  });

  test('switched off', async () => {
    audits = 0;
    const one = instance({ settings: { liveAudits: false, network: 'any' } });
    await expect(one.audits.audit(request())).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('switched off'),
    });
    expect(audits).toBe(0);
  });
});
