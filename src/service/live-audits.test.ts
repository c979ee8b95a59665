/** Tests which audits run, who waits, what is counted, and what is stored. The test provides the audits. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { AuditJob } from '../audit/isolation/job.ts';
import type { AuditHooks, RunAudit } from '../audit/isolation/run-audit.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { parseTarget } from '../audit/target.ts';
import { AuditError } from '../base/errors.ts';
import {
  AUDIT_LIMIT,
  AUDIT_WINDOW_MS,
  CLAIM_MS,
  KEEP_MS,
  MOST_WAITING,
  SERVICE_AUDIT_MS,
  TARGET_LIMIT,
} from '../base/limits.ts';
import { domainOf } from '../base/same-site.ts';
import { withdrawnText } from '../catalog/results/service-files.ts';
import { BASE_URL, envelopeFor } from '../testing/envelopes.ts';
import type { ServiceAuditRequest } from './api.ts';
import { LIMIT_PREFIXES } from './audit-allowance.ts';
import { callerAt } from './caller.ts';
import { liveKey } from './live-records.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { type Instance, type InstanceOptions, liveInstance } from './testing/instance.ts';
import { counted, failing, jittery } from './testing/stores.ts';

const START = Date.parse('2026-11-22T08:40:00.000Z');
const CALLER = callerAt('198.51.100.7');
const SITE = 'site.com';
const MINUTE = 60_000;

/** A fake audit, which returns the parts of its envelope that differ from the default. */
type Course = (job: AuditJob, hooks: AuditHooks) => Promise<Partial<Envelope>>;

/** Creates instances that share a store and a clock, and lists all audits. */
function service(course: Course = async () => ({}), store: ConditionalStore = memoryStore()) {
  let now = START;
  const audited: AuditJob[] = [];
  const work: Promise<unknown>[] = [];
  const runAudit: RunAudit = async (job, hooks = {}) => {
    audited.push(job);
    const { target, siteType } = job;
    const scoredAt = new Date(now).toISOString();
    const more = await course(job, hooks);
    return {
      envelope: { ...envelopeFor({ target: target.name, siteType, scoredAt }), ...more },
      declined: false,
    };
  };
  return {
    store,
    audited,
    instance: (more: InstanceOptions = {}) =>
      liveInstance({ store, now: () => now, runAudit, later: (one) => work.push(one), ...more }),
    /** Resolves when all work after the responses is done. */
    done: () => Promise.all(work),
    later(ms: number) {
      now += ms;
    },
  };
}

function request(more: Partial<ServiceAuditRequest> & { readonly host?: string } = {}): ServiceAuditRequest {
  const { host = SITE, ...rest } = more;
  return { target: parseTarget(host), siteType: null, caller: CALLER, ...rest };
}

/** Returns the number of units that the caller has left. */
async function left({ limits }: Instance, caller = CALLER): Promise<number> {
  const settled = await Promise.allSettled(
    Array.from({ length: AUDIT_LIMIT.units }, () => limits.takeOfCaller(caller)),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

/** Stores a claim on the site that a dead instance holds. */
async function claimed({ kept }: Instance, until: number): Promise<void> {
  const claim = { id: 'of the dead', at: START, until, of: liveKey(SITE) };
  await kept.limits.update(`${LIMIT_PREFIXES.domain}${domainOf(`https://${SITE}`)}`, () => ({
    next: { units: [claim], failed: [], waiting: [] },
    answer: undefined,
  }));
}

const fail = (kind: 'target_unreachable' | 'target_blocked') => () =>
  Promise.reject(new AuditError(kind, `It ended with ${kind}.`, { hint: 'Allow it.' }));
/** An audit that ends when the test calls `end`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Partial<Envelope>>();
  return { course: () => promise, end: () => resolve({}) };
}

describe('live audits', () => {
  test('one call stores a live scorecard and uses one unit', async () => {
    const { instance, audited } = service();
    const one = instance();
    const envelope = await one.audits.audit(request());
    expect(envelope).toMatchObject({ tier: 'live', freshness: { cached: false } });
    expect(await one.kept.live.read(liveKey(SITE))).toEqual({ envelope });
    expect(await left(one)).toBe(4);
    const [job] = audited;
    expect(job).toMatchObject({ baseUrl: BASE_URL, siteType: null, heedDecline: true });
    expect(job?.limits.auditMs).toBe(SERVICE_AUDIT_MS);
  });

  test.each([null, 'api'] as const)('a withdrawn site is not audited (site type %s)', async (siteType) => {
    const { instance, audited, store } = service();
    await store.write(liveKey(SITE), withdrawnText(undefined, new Date()), 'new');
    const one = instance();
    await expect(one.audits.audit(request({ siteType }))).rejects.toMatchObject({ code: 'withdrawn' });
    expect([audited, await left(one)]).toEqual([[], 5]);
  });

  test('nine concurrent callers on three instances share one audit, unit and scorecard', async () => {
    const { instance, audited } = service(() => sleep(200).then(() => ({})), jittery(memoryStore()));
    const instances = [instance(), instance(), instance()];
    const callers = Array.from({ length: 1 + MOST_WAITING.claim }, (_, i) => callerAt(`198.51.100.${i}`));
    const answers = await Promise.all(
      callers.map((caller, i) => instances[i % 3]?.audits.audit(request({ caller }))),
    );
    expect(audited).toHaveLength(1);
    expect(answers.filter((answer) => answer?.tier === 'live')).toHaveLength(1);
    for (const answer of answers) expect(answer?.scorecard).toEqual(answers[0]?.scorecard);
    const units = await Promise.all(callers.map((caller) => left(instance(), caller)));
    expect(units.toSorted()).toEqual([4, ...Array(MOST_WAITING.claim).fill(5)]);
  });

  test('the result is free for 60 seconds, then not', async () => {
    const { instance, later } = service();
    const one = instance();
    const { freshness } = await one.audits.audit(request());
    later(MINUTE - 1);
    expect(await one.audits.audit(request())).toMatchObject({
      tier: 'cache',
      freshness: { cached: true, scored_at: freshness.scored_at },
    });
    later(1);
    expect((await one.audits.audit(request())).tier).toBe('live');
    expect(await left(one)).toBe(3);
  });

  test('an unreachable target fails for all waiting callers, and costs nothing', async () => {
    const course = () => sleep(20).then(fail('target_unreachable'));
    const { instance, audited } = service(course, jittery(memoryStore()));
    const instances = [instance(), instance()];
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        instances[i % 2]?.audits.audit(request({ caller: callerAt(`198.51.100.${i}`) })),
      ),
    );
    for (const one of settled) expect(one).toMatchObject({ reason: { code: 'target_unreachable' } });
    expect(audited.length).toBeLessThan(8);
    expect(await left(instance())).toBe(5);
  });

  test('a target that blocks the auditor fails with advice, costs nothing and replaces nothing', async () => {
    let course: Course = async () => ({});
    const { instance, later } = service((...given) => course(...given));
    const one = instance();
    const good = await one.audits.audit(request());
    later(61_000);
    course = fail('target_blocked');
    await expect(one.audits.audit(request())).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'target_blocked',
      message: 'It ended with target_blocked. Allow it. This attempt does not count towards your limit.',
    });
    const record = await one.kept.live.read(liveKey(SITE));
    expect(record?.envelope?.freshness).toEqual(good.freshness);
    expect(record?.failure).toMatchObject({
      code: 'target_blocked',
      message: 'It ended with target_blocked. Allow it.',
    });
    expect(await left(one)).toBe(4);
  });

  test('an audit that is cut short is returned, not counted and not stored', async () => {
    const { instance } = service(async () => ({ cut_short: true }));
    const one = instance();
    expect((await one.audits.audit(request())).cut_short).toBe(true);
    expect(await one.kept.live.read(liveKey(SITE))).toBeUndefined();
    expect(await left(one)).toBe(5);
  });

  test('a store that fails during the audit is an error, and the unit is used', async () => {
    let down = false;
    const { instance, store } = service(async () => {
      down = true;
      return {};
    });
    const one = instance({ store: failing(store, () => down) });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await left(instance())).toBe(4);
  });

  test('a write whose response is lost counts the unit, and the site is not audited', async () => {
    const { instance, audited, store } = service();
    const write: ConditionalStore['write'] = async (key, ...given) => {
      const etag = await store.write(key, ...given);
      if (key.startsWith(LIMIT_PREFIXES.caller)) throw new Error('read ECONNRESET');
      return etag;
    };
    const one = instance({ store: { ...store, write } });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(audited).toEqual([]);
    expect(await left(instance())).toBe(4);
  });

  test('callers only learn that the auditor failed, the operator learns why', async () => {
    const fault = new AuditError('internal', 'The process that it ran in is gone.');
    const told: unknown[] = [];
    const { instance } = service(() => Promise.reject(fault));
    const one = instance({ onFault: (error) => told.push(error) });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(told).toEqual([fault]);
  });

  test('run no audit while they are switched off', async () => {
    const { instance, audited } = service();
    const one = instance({ settings: { liveAudits: false, network: 'any' } });
    await expect(one.audits.audit(request())).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('switched off'),
    });
    expect(audited).toEqual([]);
  });
});

describe('changes since the previous scorecard', () => {
  /** A site on which the first `failing` checks fail. */
  const changing = () => {
    const site = { failing: 3 };
    const made = service(async ({ target, siteType }) => {
      const verdict = (_: unknown, i: number) =>
        ({ status: i < site.failing ? 'absent' : 'pass', evidence: 'seen' }) as const;
      return { scorecard: envelopeFor({ target: target.name, siteType, verdict }).scorecard };
    });
    return { site, ...made };
  };

  test('compares with the live scorecard, in the response and in the store', async () => {
    const { site, instance, later } = changing();
    const one = instance();
    expect(await one.audits.audit(request())).not.toHaveProperty('since');
    later(2 * MINUTE);
    site.failing = 1;
    const { since } = await one.audits.audit(request());
    expect(since).toMatchObject({ of: 'live', comparable: true, fixed: 2, worse: 0 });
    expect((await instance().kept.live.read(liveKey(SITE)))?.envelope?.since).toEqual(since);
    // A second audit within a minute returns the same result.
    expect((await instance().audits.audit(request())).since).toEqual(since);
  });

  test('compares with the catalog’s if the live scorecard has expired or is older', async () => {
    const { site, instance, later } = changing();
    const scorecardAt = (ms: number) => ({
      scorecard: async () => envelopeFor({ target: SITE, scoredAt: new Date(START + ms).toISOString() }),
    });
    const first = await instance({ library: scorecardAt(-MINUTE) }).audits.audit(request());
    expect(first.since).toMatchObject({ of: 'catalog', fixed: 0, worse: 3 });
    later(KEEP_MS + MINUTE);
    site.failing = 0;
    const late = await instance({ library: scorecardAt(-MINUTE) }).audits.audit(request());
    expect(late.since).toMatchObject({ of: 'catalog', fixed: 0, worse: 0 });
    later(2 * MINUTE);
    const newer = scorecardAt(KEEP_MS + 2 * MINUTE);
    expect((await instance({ library: newer }).audits.audit(request())).since).toMatchObject({
      of: 'catalog',
      scored_at: new Date(START + KEEP_MS + 2 * MINUTE).toISOString(),
    });
  });

  test('has no comparison if the catalog cannot be read, but the audit counts', async () => {
    const library = { scorecard: () => Promise.reject(new Error('it is away')) };
    const envelope = await service().instance({ library }).audits.audit(request());
    expect(envelope).toMatchObject({ tier: 'live' });
    expect(envelope).not.toHaveProperty('since');
  });

  test('compares with the scorecard stored at the time of the write, even if instances write concurrently', async () => {
    const { site, instance, later } = changing();
    const [one, other] = [instance(), instance()];
    await one.audits.audit(request());
    later(2 * MINUTE);
    await other.audits.audit(request());
    later(2 * MINUTE);
    site.failing = 0;
    // This instance has cached the record with the first scorecard.
    expect((await one.audits.audit(request())).since).toMatchObject({
      scored_at: new Date(START + 2 * MINUTE).toISOString(),
      fixed: 3,
    });
  });
});

describe('a caller who disconnects', () => {
  test('during the audit: it continues, is stored and counted, and serves the next call', async () => {
    const stop = new AbortController();
    const { instance, audited } = service(async () => {
      stop.abort();
      return {};
    });
    const one = instance();
    await one.audits.audit(request({ signal: stop.signal }));
    expect(await one.audits.audit(request())).toMatchObject({ tier: 'cache' });
    expect(audited).toHaveLength(1);
    expect(await left(one)).toBe(4);
  });

  test('before the audit: none starts, and nothing is counted', async () => {
    const { instance, audited } = service();
    const one = instance();
    await expect(one.audits.audit(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(audited).toEqual([]);
    expect(await left(one)).toBe(5);
  });

  test('while waiting: the other call’s audit continues', async () => {
    const { course, end } = held();
    const { instance, audited } = service(course);
    const audit = instance().audits.audit(request());
    await expect.poll(() => audited.length).toBe(1);
    const stop = new AbortController();
    const waiting = instance().audits.audit(request({ signal: stop.signal }));
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    end();
    expect((await audit).tier).toBe('live');
  });
});

describe('many calls while an audit of the domain runs', () => {
  /** Makes calls during audits of `running` hosts. Returns the calls with an immediate response, and the number that wait. */
  async function attack(
    running: readonly string[],
    calls: readonly { readonly ip: string; readonly host: string }[],
  ) {
    const { course, end } = held();
    const { store, trips } = counted(jittery(memoryStore(), 1));
    const { instance, audited } = service(course, store);
    const instances = [instance(), instance(), instance()];
    const first = running.map((host) => instance().audits.audit(request({ host })));
    await expect.poll(() => audited.length).toBe(running.length);
    trips.reads = 0;
    const refused: unknown[] = [];
    const given: string[] = [];
    const others = calls.map(({ ip, host }, i) =>
      instances[i % 3]?.audits.audit(request({ host, caller: callerAt(ip) })).then(
        ({ tier }) => given.push(tier),
        (error: unknown) => refused.push(error),
      ),
    );
    await expect
      .poll(() => refused.length + MOST_WAITING.claim, { timeout: 5_000 })
      .toBeGreaterThanOrEqual(calls.length);
    // Waiting calls have polled once or twice by now.
    await sleep(300);
    const { reads } = trips;
    end();
    await Promise.all([...first, ...others]);
    expect(audited).toHaveLength(running.length);
    return { refused, given, reads };
  }

  const many = (length: number, ip: (i: number) => string, host = (_: number) => SITE) =>
    Array.from({ length }, (_, i) => ({ ip: ip(i), host: host(i) }));

  test.each([
    ['60 of one address: two wait', [SITE], many(60, () => '203.0.113.9'), 2, 'caller'],
    ['300 of a /48: eight wait', [SITE], many(300, (i) => `2001:db8:1:${i}::1`), 8, 'caller'],
    ['100 of 100 networks: eight wait', [SITE], many(100, (i) => `203.0.113.${i}`), 8, 'target'],
    [
      '60 for another host of the domain: none waits',
      [SITE],
      many(
        60,
        (i) => `203.0.113.${i}`,
        (i) => `shop${i}.${SITE}`,
      ),
      0,
      'target',
    ],
    [
      '60 of one address for three audits: two wait',
      ['a.com', 'b.com', 'c.com'],
      many(
        60,
        () => '203.0.113.9',
        (i) => `${'abc'[i % 3]}.com`,
      ),
      2,
      'caller',
    ],
  ])('%s', async (_, running, calls, most, scope) => {
    const { refused, given, reads } = await attack(running, calls);
    expect(given).toEqual(Array(most).fill('cache'));
    expect(refused).toHaveLength(calls.length - most);
    for (const error of refused)
      expect(error).toMatchObject({
        code: 'audit_limit_reached',
        retryAfterS: expect.any(Number),
        scope: expect.stringMatching(`caller|${scope}`),
      });
    expect(refused.at(-1)).toMatchObject({ scope });
    expect(reads).toBeLessThan(5 * calls.length);
  });

  test('a wait of 20 s reads the store 20 times at most', async () => {
    const { course, end } = held();
    const { store, trips } = counted(memoryStore());
    const { instance, audited, later } = service(course, store);
    const first = instance().audits.audit(request());
    await expect.poll(() => audited.length).toBe(1);
    let waited = 0;
    const pause = async (ms: number) => {
      waited += ms;
      later(ms);
      if (waited >= SERVICE_AUDIT_MS) end();
      await (waited >= SERVICE_AUDIT_MS ? first : undefined);
    };
    trips.reads = 0;
    const caller = callerAt('203.0.113.9');
    expect((await instance({ pause }).audits.audit(request({ caller }))).tier).toBe('cache');
    expect(waited).toBeLessThan(SERVICE_AUDIT_MS + 2_000);
    expect(trips.reads).toBeLessThanOrEqual(20);
  });

  test('a caller who disconnects frees the place', async () => {
    const { course, end } = held();
    const { instance, audited } = service(course);
    const first = instance().audits.audit(request());
    await expect.poll(() => audited.length).toBe(1);
    for (let i = 0; i < 2 * MOST_WAITING.claim; i++) {
      const waiting = instance({ streamMs: 20 }).audits.audit(request({ onProgress: () => undefined }));
      await expect(waiting).rejects.toMatchObject({ code: 'audit_timeout' });
    }
    end();
    await first;
  });
});

describe('an instance that has died', () => {
  test('during an audit: the next call repeats it after the claim expires, and pays once', async () => {
    const { instance, audited, later } = service(() =>
      audited.length === 1 ? new Promise(() => undefined) : Promise.resolve({}),
    );
    void instance().audits.audit(request());
    await expect.poll(() => audited.length).toBe(1);
    const waiting = instance().audits.audit(request());
    await sleep(20);
    expect(audited).toHaveLength(1);
    later(CLAIM_MS);
    expect((await waiting).tier).toBe('live');
    expect(await left(instance())).toBe(4);
  });

  test('with a claim that never expires: callers do not wait forever', async () => {
    const { instance, later } = service();
    const one = instance();
    await claimed(one, START + KEEP_MS);
    const waiting = one.audits.audit(request());
    await sleep(20);
    later(CLAIM_MS + 1);
    await expect(waiting).rejects.toMatchObject({ code: 'audit_timeout', retryAfterS: expect.any(Number) });
  });
});

describe('a streamed call whose audit takes longer than a stream', () => {
  const onProgress = () => undefined;

  test('returns the decided checks; the audit continues and is free for the next call', async () => {
    const { promise, resolve } = Promise.withResolvers<Partial<Envelope>>();
    const { instance, audited, done } = service((_, { onBegin }) => {
      onBegin?.(() => envelopeFor({ target: SITE, cutShort: true }));
      return promise;
    });
    const one = instance({ streamMs: 30 });
    expect(await one.audits.audit(request({ onProgress }))).toMatchObject({ tier: 'live', cut_short: true });
    expect(await one.kept.live.read(liveKey(SITE))).toBeUndefined();
    // A call before the audit ends waits for its result, even on another instance.
    const waiting = instance().audits.audit(request());
    resolve({});
    expect(await waiting).toMatchObject({ tier: 'cache' });
    await done();
    const after = await one.audits.audit(request({ onProgress }));
    expect([after.tier, after.cut_short, audited.length]).toEqual(['cache', undefined, 1]);
    expect(await left(one)).toBe(AUDIT_LIMIT.units - 1);
  });

  test('fails if the site has not responded yet, with when to retry', async () => {
    const { course, end } = held();
    const { instance, done } = service(course);
    const one = instance({ streamMs: 30 });
    await expect(one.audits.audit(request({ onProgress }))).rejects.toMatchObject({
      code: 'audit_timeout',
      retryAfterS: SERVICE_AUDIT_MS / 1000,
      message: expect.stringContaining('Call again with the same target'),
    });
    // The platform knows about the remaining work; otherwise it would end the process.
    let isDone = false;
    const all = done().then(() => {
      isDone = true;
    });
    await sleep(5);
    expect(isDone).toBe(false);
    end();
    await all;
    expect(await one.audits.audit(request())).toMatchObject({ tier: 'cache' });
  });

  test('waits no longer for another call’s audit, and then starts none', async () => {
    const { course, end } = held();
    const { instance, audited, done } = service(course);
    const other = instance().audits.audit(request());
    await expect.poll(() => audited.length).toBe(1);
    await expect(instance({ streamMs: 30 }).audits.audit(request({ onProgress }))).rejects.toMatchObject({
      code: 'audit_timeout',
    });
    end();
    await other;
    await done();
    expect(audited).toHaveLength(1);
  });
});

describe('many hosts that redirect to one site', () => {
  test(`get ${TARGET_LIMIT.units} audits an hour, one at a time; a repeated refusal needs no request`, async () => {
    let [active, most] = [0, 0];
    const admitted: boolean[] = [];
    const course: Course = async ({ target }, { admit }) => {
      const victim = new URL(`https://${['', 'www.', 'shop.'][target.name.length % 3]}victim.com`);
      admitted.push((await admit?.(victim)) === true);
      if (admitted.at(-1) !== true) throw new AuditError('not_permitted', 'It leads elsewhere.');
      most = Math.max(most, ++active);
      await sleep(2);
      active -= 1;
      return {};
    };
    const { instance, audited, later } = service(course, jittery(memoryStore(), 2));
    const instances = [instance(), instance(), instance()];
    const call = async (host: string, i: number) => {
      const caller = callerAt(`2001:db8:${i + 1}::1`);
      const audit = instances[i % 3]?.audits.audit(request({ host, caller }));
      return audit?.then(
        ({ tier }) => tier,
        (error: unknown) => {
          expect(error).toMatchObject({
            code: 'audit_limit_reached',
            scope: 'target',
            message: expect.stringMatching(
              host === 'victim.com'
                ? /^victim\.com has/
                : /^redirect\d+\.com redirects to another site, which (?!.*victim)/,
            ),
            quote:
              host === 'victim.com' ? undefined : expect.stringMatching(/^(?:www\.|shop\.)?victim\.com$/),
          });
          return 'refused';
        },
      );
    };
    const hosts = Array.from({ length: 12 }, (_, i) => `redirect${i}.com`);
    let answers: (string | undefined)[] = [];
    for (let round = 0; round < TARGET_LIMIT.units + 2; round++) {
      answers = await Promise.all(hosts.map(call));
      // After a minute, results are no longer free, so the next round needs new audits.
      later(61_000);
    }
    expect([admitted.filter(Boolean).length, most]).toEqual([TARGET_LIMIT.units, 1]);
    expect(answers).toEqual(hosts.map(() => 'refused'));
    const before = audited.length;
    // A caller who names `victim.com` itself is refused, too.
    expect(await Promise.all([...hosts, 'victim.com'].map(call))).toEqual(Array(13).fill('refused'));
    expect(audited).toHaveLength(before);
    later(AUDIT_WINDOW_MS);
    expect(await call('redirect1.com', 1)).toBe('live');
  });
});
