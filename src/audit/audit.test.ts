import { describe, expect, it } from 'vitest';
import { AuditError } from '../base/errors.ts';
import { LIMITS, type Limits } from '../base/limits.ts';
import { stopClock, until } from '../testing/clock.ts';
import { type TestIoOptions, testIo } from '../testing/live.ts';
import { type Routes, serveSite } from '../testing/serve.ts';
import { rawServer } from '../testing/servers.ts';
import { type AuditEvent, audit } from './audit.ts';
import type { Exchange, Io } from './io/io.ts';
import { requestFor } from './request.ts';
import type { Envelope } from './scorecard/schema.ts';
import { parseTarget } from './target.ts';

const HOME = { type: 'text/html', body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1>' };
const stall = () => undefined;

interface Run extends TestIoOptions {
  readonly signal?: AbortSignal;
  readonly events?: AuditEvent[];
  readonly selected?: readonly string[];
}

async function run(url: string, { signal, events, selected, ...options }: Run = {}) {
  const target = parseTarget(url);
  await using live = testIo({ targetHost: target.hostname, ...options });
  const limits: Limits = { ...LIMITS, ...options.limits };
  return await audit(requestFor(target, { selected }), {
    io: live.io,
    limits,
    signal,
    onEvent: (event) => events?.push(event),
  });
}

async function failure(promise: Promise<unknown>): Promise<AuditError> {
  const error = await promise.then(
    () => new Error('the audit did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof AuditError) return error;
  throw error;
}

/** Returns the kinds of resources that keep this process alive and did not exist before the test. */
function resourcesBeside(before: readonly string[]): string[] {
  const left = [...before];
  return process.getActiveResourcesInfo().filter((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe('an audit that is interrupted', () => {
  it.each<[string, Routes]>([
    ['while the root is awaited', { '*': stall }],
    ['while everything else is awaited', { '/': HOME, '*': stall }],
    ['while it is asked to be patient', { '/': HOME, '*': { status: 503, headers: { 'retry-after': '5' } } }],
  ])('%s ends at once, with nothing left open', async (_, routes) => {
    await using site = await serveSite(routes);
    const before = process.getActiveResourcesInfo();
    const stop = new AbortController();
    const error = failure(run(site.url, { signal: stop.signal }));
    await expect.poll(() => site.asked.length).toBeGreaterThan(0);
    if (routes['/'] !== undefined) await expect.poll(() => site.asked.length).toBeGreaterThan(5);
    stop.abort();
    expect(await error).toMatchObject({ kind: 'interrupted' });
    await expect
      .poll(() => resourcesBeside(before).filter((kind) => /TCPSocket|Timeout|TLS/.test(kind)))
      .toEqual([]);
  });

  it('before it began asks nothing', async () => {
    await using site = await serveSite({ '*': HOME });
    expect(await failure(run(site.url, { signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'interrupted',
    });
    expect(site.asked).toEqual([]);
  });

  it('reports no check afterwards', async () => {
    await using site = await serveSite({ '/': HOME, '*': stall });
    const events: AuditEvent[] = [];
    const stop = new AbortController();
    const error = failure(run(site.url, { signal: stop.signal, events }));
    await expect.poll(() => site.asked.length).toBeGreaterThan(5);
    stop.abort();
    const reported = events.length;
    await error;
    expect(events).toHaveLength(reported);
  });
});

describe('a target that cannot be reached', () => {
  it.each<[NonNullable<Exchange['failure']>['reason'], RegExp]>([
    ['dns', /spelling/],
    ['connect', /server is running/],
    ['certificate', /NODE_EXTRA_CA_CERTS/],
    ['tls', /http:\/\//],
    ['reset', /Try again later/],
    ['protocol', /Fix the fault that the message names/],
    ['timeout', /Try again later/],
    ['proxy', /HTTPS_PROXY/],
    ['forbidden', /--network/],
  ])('says what failed, and what to do about it: %s', async (reason, hint) => {
    const failing: Io = {
      send: async (request) => ({ request, failure: { reason, message: 'as the network says it' } }),
      dns: async (question) => ({ question, failure: 'no' }),
      wait: async () => undefined,
      now: () => new Date(),
      close: async () => undefined,
    };
    const target = parseTarget('https://name.test');
    expect(await failure(audit(requestFor(target), { io: failing }))).toMatchObject({
      kind: 'target_unreachable',
      failure: reason,
      quote: expect.stringContaining('as the network says it'),
      hint: expect.stringMatching(hint),
    });
  });

  it('before the deadline', async () => {
    await using server = await rawServer(stall);
    const clock = stopClock();
    const error = failure(run(server.url, { limits: { requestMs: LIMITS.auditMs * 2 } }));
    expect(await until(() => server.connections() > 0)).toBe(true);
    clock.pass(LIMITS.auditMs);
    expect(await error).toMatchObject({ kind: 'audit_timeout', hint: expect.stringContaining('--timeout') });
  });
});

describe('the deadline', () => {
  it('makes what it cuts off skip, keeps what was decided, and says so', async () => {
    await using site = await serveSite({
      '/': HOME,
      '/anc-web-audit-no-such-page': { status: 404, body: 'no' },
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *' },
      '*': stall,
    });
    const clock = stopClock();
    const events: AuditEvent[] = [];
    const audited = run(site.url, { events, limits: { requestMs: LIMITS.auditMs * 2 } });
    const isDecided = (id: string) => events.some((one) => one.type === 'check' && one.result.id === id);
    expect(await until(() => isDecided('robots'))).toBe(true);
    clock.pass(LIMITS.auditMs);
    const { envelope } = await audited;
    const statusOf = (id: string) => envelope.scorecard.results.find((one) => one.id === id)?.status;
    expect(envelope.cut_short).toBe(true);
    expect(statusOf('robots')).toBe('pass');
    expect(statusOf('security-txt')).toBe('skip');
    expect(envelope.scorecard.summary.skip).toBeGreaterThan(10);
    expect(envelope.scorecard.results.filter(({ status }) => status === 'broken')).toEqual([]);
  });

  it('has not cut short what was finished before', async () => {
    await using site = await serveSite({ '/': HOME });
    expect((await run(site.url)).envelope.cut_short).toBeUndefined();
  });
});

describe('two audits of an unchanged site', () => {
  const RICH: Routes = {
    '/': { ...HOME, headers: { link: '</openapi.json>; rel="service-desc"' } },
    '/robots.txt': { type: 'text/plain', body: 'User-agent: GPTBot\nAllow: /\nContent-Signal: search=yes' },
    '/llms.txt': { type: 'text/plain', body: '# Site\n\n> Sum\n\n## Docs\n\n- [A](/a.md)\n- [B](/b.md)\n' },
    '/openapi.json': { type: 'application/json', body: '{"openapi":"3.1.0","info":{},"paths":{}}' },
    '/b.md': (request) => request.socket.destroy(),
    '/.well-known/security.txt': (_, response) => {
      setTimeout(() => response.end('Contact: mailto:a@b.c'), Math.random() * 30);
    },
  };
  const timeless = ({ freshness: _, ...envelope }: Envelope) => JSON.stringify(envelope);

  it('give the same envelope but for the times', async () => {
    await using site = await serveSite(RICH);
    const first = await run(site.url);
    const second = await run(site.url, { limits: { perOrigin: 2 } });
    expect(timeless(second.envelope)).toBe(timeless(first.envelope));
    expect(second.envelope.freshness.scored_at).not.toBe(first.envelope.freshness.scored_at);
  });
});

it('names what the home page says that the site is made with, where it says that', async () => {
  const headers = { 'x-powered-by': 'Express' };
  await using site = await serveSite({
    '/': { ...HOME, headers, body: `${HOME.body}<meta name="generator" content="Hugo 0.152.2">` },
  });
  const { scorecard } = (await run(site.url)).envelope;
  expect(scorecard.platforms).toEqual([
    { id: 'hugo', by: 'generator: Hugo' },
    { id: 'express', by: 'X-Powered-By: Express' },
  ]);
  await using plain = await serveSite({ '/': HOME });
  expect((await run(plain.url)).envelope.scorecard).not.toHaveProperty('platforms');
});

describe('events', () => {
  it('begin with the start, then name each check once, counting up', async () => {
    await using site = await serveSite({ '/': HOME });
    const events: AuditEvent[] = [];
    const { envelope } = await run(site.url, { events });
    const [started, ...rest] = events;
    const total = envelope.scorecard.results.length;
    expect(started).toEqual({
      type: 'started',
      target: new URL(site.url).host,
      at: envelope.freshness.scored_at,
      total,
    });
    const decided = rest.flatMap((event) => (event.type === 'check' ? [event] : []));
    expect(decided.map(({ done }) => done)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    expect(new Set(decided.map(({ result }) => result.id)).size).toBe(total);
    for (const { result } of decided) expect(envelope.scorecard.results).toContainEqual(result);
  });

  it('are only of the checks that were selected; the rest are skip', async () => {
    await using site = await serveSite({ '/': HOME });
    const events: AuditEvent[] = [];
    const { envelope } = await run(site.url, { events, selected: ['robots', 'sitemap'] });
    expect(events.map((event) => event.type)).toEqual(['started', 'check', 'check']);
    expect(envelope.scorecard.summary.skip).toBe(envelope.scorecard.results.length - 2);
  });
});

describe('the MCP server card', () => {
  const CARD = 'GET /.well-known/mcp/server-card.json';

  it('is requested once, in the first six after the home page', async () => {
    await using site = await serveSite({ '/': HOME });
    await run(site.url);
    expect(site.asked.slice(1, 7)).toContain(CARD);
    expect(site.asked.filter((one) => one === CARD)).toHaveLength(1);
  });

  it('is not requested if no selected check needs it', async () => {
    await using site = await serveSite({ '/': HOME });
    await run(site.url, { selected: ['robots', 'sitemap'] });
    expect(site.asked).not.toContain(CARD);
  });
});
