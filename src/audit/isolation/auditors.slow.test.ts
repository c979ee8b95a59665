/** Audits of sites that crash or hang the reader. Each audit is ended, and leaves nothing behind. */

import { createServer } from 'node:https';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { settled, stopClock, until } from '../../testing/clock.ts';
import {
  ATTEMPTS,
  auditorsOf,
  makeAuditorsMisbehave,
  upsetting,
  upsettingSite,
} from '../../testing/misbehaving.ts';
import { HOME } from '../../testing/routes.ts';
import { serveSite, type TestSite } from '../../testing/serve.ts';
import { listen } from '../../testing/servers.ts';
import { TEST_CERT, TEST_KEY } from '../../testing/tls.ts';
import { checks } from '../checks/index.ts';
import { parseTarget } from '../target.ts';
import { Auditors } from './auditors.ts';
import type { AuditJob } from './job.ts';
import type { AuditHooks } from './run-audit.ts';

const LABEL = `auditors-${process.pid}`;

let endMisbehaving: () => void;
beforeAll(() => {
  endMisbehaving = makeAuditorsMisbehave(LABEL);
});
afterAll(() => endMisbehaving());

function jobOf(url: string, more: Partial<AuditJob> = {}): AuditJob {
  return {
    target: parseTarget(url),
    limits: LIMITS,
    source: { kind: 'network', network: 'any', resolver: 'http://127.0.0.1:9/' },
    baseUrl: 'https://catalog.example',
    siteType: null,
    ...more,
  };
}

function auditors(most = 4): Auditors {
  const made = new Auditors({ mostIdle: 1, most });
  onTestFinished(() => made[Symbol.asyncDispose]());
  return made;
}

/** Longer than any audit. The caller's clock stands still; the audit process has its own. */
const OVER_MS = 2 * LIMITS.auditMs;

const errorOf = (audit: Promise<unknown>): Promise<unknown> =>
  audit.then(
    () => undefined,
    (error: unknown) => error,
  );

const connectionsOf = ({ server }: TestSite) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

const isClosed = (site: TestSite) => until(async () => (await connectionsOf(site)) === 0);
const isAlone = () => until(async () => (await auditorsOf(LABEL)).length === 0);

describe('an audit whose reader', () => {
  it.each(['hangs', 'backtracks for ever'] as const)('%s gives what was seen so far', async (what) => {
    const seen = Promise.withResolvers<void>();
    await using site = await upsettingSite(what, seen.promise);
    const clock = stopClock();
    const audit = auditors().audit(jobOf(site.url), {
      onEvent: (event) => event.type === 'check' && seen.resolve(),
    });
    await seen.promise;
    await settled();
    clock.pass(OVER_MS);
    const { envelope } = await audit;
    expect(envelope.cut_short).toBe(true);
    const { results, summary } = envelope.scorecard;
    expect(results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
    expect(results.find(({ id }) => id === 'llms-txt')).toMatchObject({
      status: 'skip',
      evidence: 'the audit ended before this check was decided',
    });
    expect(summary.skip).toBeLessThan(checks.length);
    expect([await isClosed(site), await isAlone()]).toEqual([true, true]);
  });

  it('hangs before anything was seen is audit_timeout', async () => {
    await using site = await serveSite({ '/': upsetting('hangs') });
    const clock = stopClock();
    const error = errorOf(auditors().audit(jobOf(site.url)));
    expect(await until(() => site.asked.length > 0)).toBe(true);
    await settled();
    clock.pass(OVER_MS);
    expect(await error).toMatchObject({ kind: 'audit_timeout' });
  });

  it('tries to break out is refused all of it, and gives its result', async () => {
    await using site = await upsettingSite('tries to break out');
    const { envelope } = await auditors().audit(jobOf(site.url));
    expect(envelope.cut_short).toBeUndefined();
    expect(await until(() => site.asked.some((asked) => asked.startsWith('GET /told')))).toBe(true);
    const told = site.asked.find((asked) => asked.startsWith('GET /told?'))?.replace(/^.*\?/, '');
    expect(Object.fromEntries(new URLSearchParams(told))).toEqual(ATTEMPTS);
  });

  it.each([
    ['fills its heap', 'no_verdict', /more memory than an audit may use/],
    ['fills the memory outside of its heap', 'no_verdict', /more memory than an audit may use/],
    ['aborts', 'internal', /SIGABRT/],
    ['throws', 'internal', /code 1/],
  ] as const)('%s is a typed error, and the next one runs', async (what, kind, says) => {
    await using site = await upsettingSite(what);
    await using good = await serveSite({ '/': HOME });
    const runner = auditors();
    const error = await errorOf(runner.audit(jobOf(site.url)));
    expect(error).toBeInstanceOf(AuditError);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(says) });
    const { envelope } = await runner.audit(jobOf(good.url));
    expect(envelope.cut_short).toBeUndefined();
  });

  it('hangs ends when its caller leaves, its connections too', async () => {
    await using site = await serveSite({ '/': upsetting('hangs') });
    const stop = new AbortController();
    const audit = errorOf(auditors().audit(jobOf(site.url), { signal: stop.signal }));
    expect(await until(() => site.asked.length > 0)).toBe(true);
    await settled();
    stop.abort();
    expect(await audit).toMatchObject({ kind: 'interrupted' });
    expect(await isClosed(site)).toBe(true);
  });
});

describe('an audit that goes well', () => {
  const audited = async (hooks: AuditHooks = {}, more: Partial<AuditJob> = {}) => {
    await using site = await serveSite({ '/': HOME, '/robots.txt': { body: 'User-agent: *' } });
    const runner = auditors();
    return { site, outcome: await runner.audit(jobOf(site.url, { ...more }), hooks) };
  };

  it('tells of each check as it is decided', async () => {
    const events: string[] = [];
    const { outcome } = await audited({
      onEvent: (event) => events.push(event.type === 'check' ? event.result.id : event.type),
    });
    expect(events[0]).toBe('started');
    expect(events.slice(1).toSorted()).toEqual(
      outcome.envelope.scorecard.results.map(({ id }) => id).toSorted(),
    );
  });

  it('gives its recording, which judges the same', async () => {
    const { outcome, site } = await audited({}, { record: true, selected: ['robots', 'llms-txt'] });
    const har = JSON.parse(Buffer.concat([...(outcome.recording ?? [])]).toString());
    expect(har.log._agentReadiness).toMatchObject({
      target: `${site.url}/`,
      selected: ['robots', 'llms-txt'],
    });
    const again = await auditors().audit(
      jobOf(site.url, { source: { kind: 'recording', har }, selected: ['robots', 'llms-txt'] }),
    );
    expect(again.envelope.scorecard.results).toEqual(outcome.envelope.scorecard.results);
  });

  it('keeps the process for the next one, and no more than it may keep', async () => {
    await using site = await serveSite({ '/': HOME });
    const runner = auditors();
    const job = jobOf(site.url, { selected: ['robots'] });
    await runner.audit(job);
    const first = await auditorsOf(LABEL);
    expect(first).toHaveLength(1);
    await runner.audit(job);
    expect(await auditorsOf(LABEL)).toEqual(first);
    await Promise.all([runner.audit(job), runner.audit(job), runner.audit(job)]);
    expect(await until(async () => (await auditorsOf(LABEL)).length === 1)).toBe(true);
    await runner[Symbol.asyncDispose]();
    expect(await auditorsOf(LABEL)).toEqual([]);
  });

  it('keeps no process that holds much of what it has read', async () => {
    await using site = await upsettingSite('keeps much memory');
    const runner = auditors();
    const { envelope } = await runner.audit(jobOf(site.url));
    expect(envelope.cut_short).toBeUndefined();
    expect(await isAlone()).toBe(true);
  });

  it('audits in another process where the kept one is gone before it begins', async () => {
    await using site = await serveSite({ '/': HOME });
    const runner = auditors();
    const job = jobOf(site.url, { selected: ['robots'] });
    await runner.audit(job);
    const [kept = 0] = await auditorsOf(LABEL);
    process.kill(kept, 'SIGKILL');
    const { envelope } = await runner.audit(job);
    expect(envelope.cut_short).toBeUndefined();
    expect(await auditorsOf(LABEL)).not.toContain(kept);
  });

  it('asks whether it may go where the root leads; no is not_permitted, and what is thrown is thrown', async () => {
    await using other = await serveSite({ '/': HOME });
    const away = other.url.replace('127.0.0.1', 'localhost');
    await using site = await serveSite({
      '/': (_, response) => void response.writeHead(302, { location: away }).end(),
    });
    const runner = auditors();
    const asked: string[] = [];
    const admitting = (admit: () => Promise<boolean>) =>
      runner.audit(jobOf(site.url, { selected: ['robots'] }), {
        admit: (origin) => {
          asked.push(origin.origin);
          return admit();
        },
      });
    const { envelope } = await admitting(async () => true);
    expect(envelope.scorecard.tool.url).toBe(`${away}/`);
    expect(await errorOf(admitting(async () => false))).toMatchObject({ kind: 'not_permitted' });
    const thrown = new Error('the limit of that site');
    expect(await errorOf(admitting(() => Promise.reject(thrown)))).toBe(thrown);
    expect(asked).toEqual([away, away, away]);
  });

  it('signs in the process that has the key, what goes out under the auditor’s own name', async () => {
    const secret = 'c2lnbmF0dXJl';
    const asked: [agent: string, signature: string | undefined][] = [];
    const server = createServer({ key: TEST_KEY, cert: TEST_CERT }, ({ headers }, response) => {
      asked.push([headers['user-agent'] ?? '', headers.signature as string | undefined]);
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>A</title><h1>A</h1><p>${headers.signature}</p>`);
    });
    await using site = await listen(server, 'https');
    const signed: string[] = [];
    const source = {
      kind: 'network',
      network: 'any',
      resolver: 'http://127.0.0.1:9/',
      ca: [TEST_CERT],
    } as const;
    const outcome = await auditors().audit(jobOf(site.url, { source, record: true }), {
      async sign(authority) {
        signed.push(authority);
        return [['signature', `sig1=:${secret}:`]];
      },
    });
    expect(signed).toEqual([`127.0.0.1:${site.port}`]);
    const own = asked.filter(([agent]) => agent.startsWith('AgentReadinessAuditor/'));
    expect(own.length).toBeGreaterThan(20);
    for (const [, signature] of own) expect(signature).toBe(`sig1=:${secret}:`);
    const others = asked.filter(([agent]) => !agent.startsWith('AgentReadinessAuditor/'));
    expect(others.length).toBeGreaterThan(1);
    for (const [agent, signature] of others) expect(signature, agent).toBeUndefined();
    const seen = [JSON.stringify(outcome.envelope), Buffer.concat(outcome.recording ?? []).toString('utf8')];
    for (const text of seen) expect(text).not.toContain(secret);
    expect(seen[1]).toContain('*'.repeat(secret.length));
  });

  it('sees nothing of the environment but what the network and dates need', async () => {
    vi.stubEnv('NETLIFY_BLOBS_CONTEXT', 'a token');
    vi.stubEnv('TZ', 'UTC');
    vi.stubEnv('NODE_OPTIONS', '--require=./instrument.cjs --use-openssl-ca');
    onTestFinished(() => void vi.unstubAllEnvs());
    const runner = auditors();
    await using site = await serveSite({ '/': HOME });
    await runner.audit(jobOf(site.url, { selected: ['robots'] }));
    const [pid] = await auditorsOf(LABEL);
    const { readFile } = await import('node:fs/promises');
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .filter((one) => one !== '');
    expect(environment).toEqual(expect.arrayContaining(['TZ=UTC', 'NODE_OPTIONS=--use-openssl-ca']));
    const names = environment.map((one) => one.replace(/=.*/s, ''));
    expect(names.filter((name) => !/^(?:TZ|LANG|LC_\w+|NODE_\w+|SSL_CERT_\w+)$/.test(name))).toEqual([]);
    expect(environment.join()).not.toMatch(/a token|instrument/);
  });
});

describe('more audits than may run at the same time', () => {
  it('wait for their turn; who leaves meanwhile is not waited for, and whose time is up is reported', async () => {
    await using slow = await upsettingSite('hangs');
    await using good = await serveSite({ '/': HOME });
    const runner = auditors(1);
    const stop = new AbortController();
    const clock = stopClock();
    const first = runner.audit(jobOf(slow.url));
    const leaving = errorOf(runner.audit(jobOf(good.url), { signal: stop.signal }));
    const late = errorOf(runner.audit(jobOf(good.url, { limits: { ...LIMITS, auditMs: 200 } })));
    const waiting = runner.audit(
      jobOf(good.url, { limits: { ...LIMITS, auditMs: 10 * OVER_MS }, selected: ['robots'] }),
    );
    clock.pass(200);
    expect(await late).toMatchObject({ kind: 'audit_timeout', message: expect.stringContaining('busy') });
    stop.abort();
    expect(await leaving).toMatchObject({ kind: 'interrupted' });
    expect(await until(() => slow.asked.includes('GET /robots.txt'))).toBe(true);
    clock.pass(OVER_MS);
    expect((await first).envelope.cut_short).toBe(true);
    expect((await waiting).envelope.cut_short).toBeUndefined();
  });

  /** The silence after which an audit lets a waiting audit run, in milliseconds. */
  const SILENCE_MS = 3_000;
  const isAsked = ({ asked }: TestSite, times = 1) =>
    until(() => asked.filter((one) => one === 'GET /').length >= times);

  it('take the turn of a site that has answered nothing, which gets another turn and keeps it', async () => {
    await using silent = await serveSite({ '/': () => undefined, '/robots.txt': () => undefined });
    await using good = await serveSite({ '/': HOME });
    const runner = auditors(1);
    const stop = new AbortController();
    const clock = stopClock();
    const first = errorOf(runner.audit(jobOf(silent.url), { signal: stop.signal }));
    expect(await isAsked(silent)).toBe(true);
    await settled();
    clock.pass(SILENCE_MS - 1);
    const waiting = runner.audit(jobOf(good.url, { selected: ['robots'] }));
    await settled();
    expect(good.asked).toEqual([]);
    clock.pass(1);
    expect((await waiting).envelope.cut_short).toBeUndefined();
    expect(await isAsked(silent, 2)).toBe(true);
    await settled();
    const other = errorOf(runner.audit(jobOf(good.url, { limits: { ...LIMITS, auditMs: 2 * SILENCE_MS } })));
    for (let i = 0; i < 2; i++, await settled()) clock.pass(SILENCE_MS);
    expect(await other).toMatchObject({ message: expect.stringContaining('busy') });
    stop.abort();
    expect(await first).toMatchObject({ kind: 'interrupted' });
  });

  it('take it as well where they come later', async () => {
    await using silent = await serveSite({ '/': () => undefined, '/robots.txt': () => undefined });
    await using good = await serveSite({ '/': HOME });
    const runner = auditors(1);
    const stop = new AbortController();
    const clock = stopClock();
    const first = errorOf(runner.audit(jobOf(silent.url), { signal: stop.signal }));
    expect(await isAsked(silent)).toBe(true);
    await settled();
    clock.pass(SILENCE_MS + 1);
    const waiting = runner.audit(jobOf(good.url, { selected: ['robots'] }));
    await settled();
    clock.pass(250);
    expect((await waiting).envelope.cut_short).toBeUndefined();
    stop.abort();
    expect(await first).toMatchObject({ kind: 'interrupted' });
  });

  it('take no turn of a site that has answered', async () => {
    const seen = Promise.withResolvers<void>();
    await using slow = await serveSite({ '/': HOME, '/llms.txt': () => undefined });
    await using good = await serveSite({ '/': HOME });
    const runner = auditors(1);
    const stop = new AbortController();
    const clock = stopClock();
    const first = errorOf(
      runner.audit(jobOf(slow.url), {
        signal: stop.signal,
        onEvent: (event) => event.type === 'check' && seen.resolve(),
      }),
    );
    await seen.promise;
    const late = errorOf(runner.audit(jobOf(good.url, { limits: { ...LIMITS, auditMs: 2 * SILENCE_MS } })));
    for (let i = 0; i < 2; i++, await settled()) clock.pass(SILENCE_MS);
    expect(await late).toMatchObject({ message: expect.stringContaining('busy') });
    stop.abort();
    expect(await first).toMatchObject({ kind: 'interrupted' });
  });
});
