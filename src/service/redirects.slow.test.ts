/** Many callers of many networks who all point at one site through hosts of their own that redirect to it. */
import { expect, it } from 'vitest';
import { callerAt } from '../caller.ts';
import type { Lookup } from '../io/connect.ts';
import { liveIo } from '../io/live.ts';
import type { RunAudit } from '../isolation/auditors.ts';
import { runningHere } from '../isolation/run-job.ts';
import { AUDIT_WINDOW_MS, TARGET_LIMIT } from '../limits.ts';
import { ServiceError } from '../service-errors.ts';
import { parseTarget } from '../target.ts';
import { type Routes, serveSite } from '../testing/serve.ts';
import { memoryStore } from './store.ts';
import { liveInstance } from './testing/instance.ts';
import { jittery } from './testing/stores.ts';

const CALLERS = 64;
const NETWORKS = 16;
const ROUNDS = 9;
/** What following a redirect may cost its end: the root, and once more where it was refused too early. */
const EACH_REDIRECT = 2;

/** Every name is a host of this machine. */
const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

const here = runningHere(({ target, limits }) => ({
  io: liveIo({
    limits,
    network: 'any',
    targetHost: target.hostname,
    resolver: 'http://127.0.0.1:9/',
    lookup,
  }),
}));

const VICTIM: Routes = {
  '/': {
    type: 'text/html',
    body: '<!doctype html><title>Victim</title><h1>Home</h1><a href="/about">About</a>',
  },
  '/about': { type: 'text/html', body: '<h1>About</h1>' },
};

it(`${CALLERS} callers from ${NETWORKS} /48s at one site through redirects: 6 audits' worth an hour, one at a time`, async () => {
  await using victim = await serveSite(VICTIM);
  const { port } = new URL(victim.url);
  const victims = ['victim.com', 'www.victim.com', 'shop.victim.com'].map((host) => `http://${host}:${port}`);
  await using attacker = await serveSite({
    '*': ({ headers: { host = '' } }, response) => {
      const which = Number(/\d+/.exec(host)?.[0] ?? 0) % victims.length;
      response.writeHead(302, { location: `${victims[which]}/` }).end();
    },
  });
  const hosts = Array.from(
    { length: CALLERS },
    (_, i) => `http://redirect${i}.com:${new URL(attacker.url).port}`,
  );

  let active = 0;
  let most = 0;
  let admitted = 0;
  const runAudit: RunAudit = async (job, { admit, ...hooks } = {}) => {
    let isIn = job.target.url.includes('victim');
    const enter = () => {
      admitted += 1;
      active += 1;
      most = Math.max(most, active);
    };
    if (isIn) enter();
    const admitting = async (origin: URL) => {
      const may = (await admit?.(origin)) === true;
      if (may) enter();
      isIn ||= may;
      return may;
    };
    try {
      return await here(job, { ...hooks, admit: admitting });
    } finally {
      if (isIn) active -= 1;
    }
  };
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const store = memoryStore();
  const instances = Array.from({ length: 4 }, () => liveInstance({ store: jittery(store), now, runAudit }));
  const call = async (url: string, i: number) => {
    const caller = callerAt(`2001:db8:${(i % NETWORKS) + 1}:${i}::1`, 'salt');
    const { audits } = instances[i % instances.length] ?? liveInstance();
    return audits.audit({ target: parseTarget(url), siteType: null, caller }).then(
      ({ tier }) => tier,
      (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        expect(error).toMatchObject({ code: 'audit_limit_reached', scope: 'target' });
        expect(error.retryAfterS).toBeGreaterThan(0);
        expect(error.retryAfterS).toBeLessThanOrEqual(AUDIT_WINDOW_MS / 1000);
        return 'refused';
      },
    );
  };

  // What one audit is worth.
  await liveInstance({ runAudit }).audits.audit({
    target: parseTarget(victims[0] ?? ''),
    siteType: null,
    caller: callerAt('192.0.2.1', 'salt'),
  });
  const worth = victim.asked.length;
  expect(worth).toBeGreaterThan(20);
  victim.asked.length = 0;
  admitted = 0;

  let answers: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    answers = await Promise.all(hosts.map(call));
    // What was audited is not given again for nothing: the next round asks anew.
    ahead += 61_000;
  }
  expect(admitted).toBe(TARGET_LIMIT.units);
  expect(most).toBe(1);
  expect(answers).toEqual(hosts.map(() => 'refused'));
  // Once it was audited often enough, who was told so is told again without a request.
  expect(victim.asked.length).toBeLessThanOrEqual(
    TARGET_LIMIT.units * worth + (TARGET_LIMIT.units + 1) * CALLERS * EACH_REDIRECT,
  );
  const seen = victim.asked.length;
  await Promise.all(hosts.map(call));
  expect(victim.asked.length).toBe(seen);

  // Who types the site itself is one of them.
  const before = victim.asked.length;
  expect(await Promise.all(victims.map(call))).toEqual(victims.map(() => 'refused'));
  expect(victim.asked.length).toBe(before);
  ahead += AUDIT_WINDOW_MS;
  expect(await call(victims[1] ?? '', 0)).toBe('live');
}, 120_000);
