/** Who is audited when, who waits for whom, who pays, and what is kept. The audits are functions of the test. */

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

/** How an audit goes: what its envelope has beside the usual. */
type Course = (job: AuditJob, hooks: AuditHooks) => Promise<Partial<Envelope>>;

/** Instances on one store, with one clock, and every audit that they made. */
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
    /** When all is done that goes on after an answer. */
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

/** How many units the caller has left. */
async function left({ limits }: Instance, caller = CALLER): Promise<number> {
  const settled = await Promise.allSettled(
    Array.from({ length: AUDIT_LIMIT.units }, () => limits.takeOfCaller(caller)),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

/** An instance that nobody hears of again has the claim on the site. */
async function claimed({ kept }: Instance, until: number): Promise<void> {
  const claim = { id: 'of the dead', at: START, until, of: liveKey(SITE) };
  await kept.limits.update(`${LIMIT_PREFIXES.domain}${domainOf(`https://${SITE}`)}`, () => ({
    next: { units: [claim], failed: [], waiting: [] },
    answer: undefined,
  }));
}

const fail = (kind: 'target_unreachable' | 'target_blocked') => () =>
  Promise.reject(new AuditError(kind, `It ended with ${kind}.`, { hint: 'Allow it.' }));
/** What ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Partial<Envelope>>();
  return { course: () => promise, end: () => resolve({}) };
}

describe('live audits', () => {
  test('one call: a live scorecard, stored, for one unit', async () => {
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

  test('nine callers on three instances at once: one audit, one unit, one scorecard', async () => {
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

  test('within 60 seconds the result is given again for nothing, then not', async () => {
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

  test('a target that cannot be reached fails for all who wait, and costs nothing', async () => {
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

  test('a target that refuses the auditor fails with what to do, costs nothing and replaces nothing', async () => {
    let course: Course = async () => ({});
    const { instance, later } = service((...given) => course(...given));
    const one = instance();
    const good = await one.audits.audit(request());
    later(61_000);
    course = fail('target_blocked');
    await expect(one.audits.audit(request())).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'target_blocked',
      message: 'It ended with target_blocked. Allow it. This attempt does not count towards the limit.',
    });
    const record = await one.kept.live.read(liveKey(SITE));
    expect(record?.envelope?.freshness).toEqual(good.freshness);
    expect(record?.failure).toMatchObject({ code: 'target_blocked' });
    expect(await left(one)).toBe(4);
  });

  test('an audit that its deadline cuts short is shown, given back and not stored', async () => {
    const { instance } = service(async () => ({ cut_short: true }));
    const one = instance();
    expect((await one.audits.audit(request())).cut_short).toBe(true);
    expect(await one.kept.live.read(liveKey(SITE))).toBeUndefined();
    expect(await left(one)).toBe(5);
  });

  test('a store that fails during the audit: an error, and the unit is spent', async () => {
    let down = false;
    const { instance, store } = service(async () => {
      down = true;
      return {};
    });
    const one = instance({ store: failing(store, () => down) });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await left(instance())).toBe(4);
  });

  test('a write that is carried out and whose answer is lost: the unit counts, the site is not asked', async () => {
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

  test('a fault of the auditor: the caller learns that there was one, the operator which', async () => {
    const fault = new AuditError('internal', 'The process that it ran in is gone.');
    const told: unknown[] = [];
    const { instance } = service(() => Promise.reject(fault));
    const one = instance({ onFault: (error) => told.push(error) });
    await expect(one.audits.audit(request())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(told).toEqual([fault]);
  });

  test('switched off', async () => {
    const { instance, audited } = service();
    const one = instance({ settings: { liveAudits: false, network: 'any' } });
    await expect(one.audits.audit(request())).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('switched off'),
    });
    expect(audited).toEqual([]);
  });
});

describe('what changed since the scorecard before', () => {
  /** Audits of a site on which the first `failing` checks fail. */
  const changing = () => {
    const site = { failing: 3 };
    const made = service(async ({ target, siteType }) => {
      const verdict = (_: unknown, i: number) =>
        ({ status: i < site.failing ? 'absent' : 'pass', evidence: 'seen' }) as const;
      return { scorecard: envelopeFor({ target: target.name, siteType, verdict }).scorecard };
    });
    return { site, ...made };
  };

  test('is told of the live one, with the answer and from the store', async () => {
    const { site, instance, later } = changing();
    const one = instance();
    expect(await one.audits.audit(request())).not.toHaveProperty('since');
    later(2 * MINUTE);
    site.failing = 1;
    const { since } = await one.audits.audit(request());
    expect(since).toMatchObject({ of: 'live', comparable: true, fixed: 2, worse: 0 });
    expect((await instance().kept.live.read(liveKey(SITE)))?.envelope?.since).toEqual(since);
    // The same answer for who asks within a minute.
    expect((await instance().audits.audit(request())).since).toEqual(since);
  });

  test('is told of the catalog, where no live one is kept any more or that one is older', async () => {
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

  test('is nothing where the catalog cannot be read: the audit counts all the same', async () => {
    const library = { scorecard: () => Promise.reject(new Error('it is away')) };
    const envelope = await service().instance({ library }).audits.audit(request());
    expect(envelope).toMatchObject({ tier: 'live' });
    expect(envelope).not.toHaveProperty('since');
  });

  test('is of what is kept when it is written, also where another instance writes at the same time', async () => {
    const { site, instance, later } = changing();
    const [one, other] = [instance(), instance()];
    await one.audits.audit(request());
    later(2 * MINUTE);
    await other.audits.audit(request());
    later(2 * MINUTE);
    site.failing = 0;
    // What this instance remembers of the record is the first scorecard.
    expect((await one.audits.audit(request())).since).toMatchObject({
      scored_at: new Date(START + 2 * MINUTE).toISOString(),
      fixed: 3,
    });
  });
});

describe('a caller who leaves', () => {
  test('once the audit has begun: it goes on, is stored and paid for, and answers the next', async () => {
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

  test('before: no audit, and nothing to pay', async () => {
    const { instance, audited } = service();
    const one = instance();
    await expect(one.audits.audit(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(audited).toEqual([]);
    expect(await left(one)).toBe(5);
  });

  test('while waiting leaves the audit of the other alone', async () => {
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
  /** Makes calls while `running` hosts are audited. Returns those that are answered at once, and how many wait. */
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
    // Those that wait have looked once or twice by now.
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

  test('who leaves gives up the place', async () => {
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
  test('within an audit: the next call makes it again when the claim has run out, and pays once', async () => {
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

  test('and left a claim without end: nobody waits for ever', async () => {
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

  test('is given what was seen so far; the audit goes on, and the next call has it for nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<Partial<Envelope>>();
    const { instance, audited, done } = service((_, { onBegin }) => {
      onBegin?.(() => envelopeFor({ target: SITE, cutShort: true }));
      return promise;
    });
    const one = instance({ streamMs: 30 });
    expect(await one.audits.audit(request({ onProgress }))).toMatchObject({ tier: 'live', cut_short: true });
    expect(await one.kept.live.read(liveKey(SITE))).toBeUndefined();
    // The next call waits for it where it comes before its end, on another instance too.
    const waiting = instance().audits.audit(request());
    resolve({});
    expect(await waiting).toMatchObject({ tier: 'cache' });
    await done();
    const after = await one.audits.audit(request({ onProgress }));
    expect([after.tier, after.cut_short, audited.length]).toEqual(['cache', undefined, 1]);
    expect(await left(one)).toBe(AUDIT_LIMIT.units - 1);
  });

  test('fails before the site has answered, and says when to call again', async () => {
    const { course, end } = held();
    const { instance, done } = service(course);
    const one = instance({ streamMs: 30 });
    await expect(one.audits.audit(request({ onProgress }))).rejects.toMatchObject({
      code: 'audit_timeout',
      retryAfterS: SERVICE_AUDIT_MS / 1000,
      message: expect.stringContaining('Call again with the same target'),
    });
    // What goes on is known to the platform, which would end the process otherwise.
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

  test('waits for the audit of another no longer than that, and then audits nothing itself', async () => {
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

describe('many callers who point at one site through hosts of their own that redirect to it', () => {
  test(`${TARGET_LIMIT.units} audits an hour, one at a time; who was told so is told again without a request`, async () => {
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
      // What was audited is not given again for nothing: the next round asks anew.
      later(61_000);
    }
    expect([admitted.filter(Boolean).length, most]).toEqual([TARGET_LIMIT.units, 1]);
    expect(answers).toEqual(hosts.map(() => 'refused'));
    const before = audited.length;
    // Who types the site itself is one of them.
    expect(await Promise.all([...hosts, 'victim.com'].map(call))).toEqual(Array(13).fill('refused'));
    expect(audited).toHaveLength(before);
    later(AUDIT_WINDOW_MS);
    expect(await call('redirect1.com', 1)).toBe('live');
  });
});
