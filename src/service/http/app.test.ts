import { describe, expect, test } from 'vitest';
import type { SiteLists } from '../../catalog/pages.ts';
import { LISTS_TAG } from '../../catalog/results/service-files.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { shared } from '../../testing/shared.ts';
import type { Known, Library, Scorecards } from '../api.ts';
import { callerAt } from '../caller.ts';
import { openLibrary } from '../library.ts';
import type { CallLine, FaultLine } from '../log.ts';
import { ReadLimit } from '../read-limit.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import type { ServiceSettings } from '../settings.ts';
import { publishedOf, SHELL, smallBuild } from '../testing/site.ts';
import { type App, type McpRequestHandler, serviceApp } from './app.ts';
import { CACHE_TAG } from './caching.ts';
import { pagesIn } from './pages.ts';

const SITE = 'https://site.test';
const CALLER = callerAt('198.51.100.7');
const LIMITS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

const build = shared(await smallBuild());

const listed = (published = publishedOf([envelopeFor({ target: 'ready.demo' })])) =>
  openLibrary(build.site, { published });

interface Given {
  readonly settings?: Partial<Pick<ServiceSettings, 'service' | 'liveAudits' | 'metricsToken'>>;
  readonly metrics?: () => Promise<string>;
  readonly mcp?: McpRequestHandler;
  readonly known?: Scorecards['known'];
  readonly library?: Library;
}

const lines: (CallLine | FaultLine)[] = [];

const NOTHING: Known = { envelope: undefined, live: undefined, older: undefined, failedAttempt: undefined };

/** Creates the app with a real library and the test's scorecards. */
async function app({
  settings = {},
  mcp = async () => new Response('{}'),
  known = async () => NOTHING,
  library,
  metrics,
}: Given = {}): Promise<App> {
  const scorecards: Scorecards = {
    target: (input) => ({
      name: input,
      hostname: input,
      origin: `https://${input}`,
      url: `https://${input}/`,
    }),
    withdrawal: async () => undefined,
    stored: async () => undefined,
    live: async () => undefined,
    known,
    storedFor: async () => [],
    audit: () => Promise.reject(new Error('nothing is audited here')),
    storedOrAudit: () => Promise.reject(new Error('nothing is audited here')),
  };
  lines.length = 0;
  return serviceApp({
    library: library ?? (await listed()),
    scorecards,
    mcp,
    pages: pagesIn(SHELL, SITE),
    settings: { service: true, liveAudits: true, ...settings },
    metrics,
    reads: new ReadLimit(() => 0),
    log: (line) => lines.push(line),
  });
}

async function ask(on: App, path: string, init: RequestInit = {}) {
  const response = await on(new Request(SITE + path, init), CALLER);
  return { response, text: await response.text() };
}

describe('the token endpoint', () => {
  test('responds with public_catalog', async () => {
    const headers = { authorization: 'Basic eDp5', origin: 'https://evil.example' };
    const { response, text } = await ask(await app(), '/oauth2/token', { method: 'POST', headers });
    expect(response.status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      error: 'public_catalog',
      error_description: 'This catalog is public: no credentials are needed, and none are issued.',
      error_uri: `${SITE}/docs/authentication`,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('responds to a preflight with 405', async () => {
    const { response } = await ask(await app(), '/oauth2/token', { method: 'OPTIONS' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('while the stored catalog cannot be read', () => {
  const gone = () => Promise.reject(new Error('the store does not answer'));

  test.each(['/health', '/score/ready.demo/json', '/score/ready.demo/live/md'])('%s is 503', async (path) => {
    const library = await listed(gone);
    const known = async (host: string) => ({ ...NOTHING, envelope: await library.scorecard(host) });
    const on = await app({ library, known });
    const { response } = await ask(on, path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('30');
  });
});

describe('a URL of more than 2,048 characters', () => {
  const LONG = 'x'.repeat(2_048);

  test.each([
    ['/score/', '', 'text/html'],
    ['/score/', '/json', '*/*'],
    ['/score/ready.demo/live?site_type=', '', 'text/markdown'],
    ['/audit?url=', '', 'text/html'],
    ['/oauth2/token?', '', '*/*'],
    ['/', '', 'text/html'],
  ])('responds to %s…%s with 414 without repeating it (%s)', async (before, after, accept) => {
    const path = before + LONG + after;
    const { response, text } = await ask(await app(), path, { headers: { accept } });
    expect(response.status).toBe(414);
    expect(text).not.toContain('xxxx');
    expect([...response.headers].join()).not.toContain('xxxx');
    expect(response.headers.get('ratelimit-remaining')).toBe('59');
  });
});

describe.each(['__proto__', 'constructor'])('%s as a name', (name) => {
  test.each([
    [`/score/${name}`, 404],
    [`/score/${name}/json`, 404],
    [`/score/${name}/live/md`, 404],
    [`/score/ready.demo?site_type=${name}`, 400],
    [`/score/ready.demo/live/json?site_type=${name}`, 400],
    [`/score/ready.demo/${name}`, 404],
    [`/${name}`, 404],
  ])('responds to %s with %i', async (path, status) => {
    const { response } = await ask(await app(), path);
    expect(response.status).toBe(status);
    expect(lines.flatMap((line) => ('fault' in line ? [line.fault] : []))).toEqual([]);
  });

  test.each(['url=ready.demo&site_type=', 'a=b&site_type='])(
    'responds with 400 in the form field %s',
    async (fields) => {
      const { response } = await ask(await app(), '/audit', {
        method: 'POST',
        headers: { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' },
        body: fields + name,
      });
      expect(response.status).toBe(400);
    },
  );
});

test('tags cached lists, so a withdrawal can purge them', async () => {
  const lists = { addresses: async () => [] } as unknown as SiteLists;
  const on = await app({ library: { ...(await listed()), lists: async () => ({ lists, sitemaps: [] }) } });
  const { response } = await ask(on, '/sitemap/1.xml');
  expect([response.status, response.headers.get(CACHE_TAG)]).toEqual([200, LISTS_TAG]);
});

describe('metrics', () => {
  const metrics = async () => 'a 1\n# EOF';
  const settings = { metricsToken: 'secret' };

  test('are returned for the right token', async () => {
    const on = await app({ metrics, settings });
    const { response, text } = await ask(on, '/metrics', { headers: { authorization: 'bearer secret' } });
    expect([response.status, text]).toEqual([200, 'a 1\n# EOF']);
    expect(response.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0;/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['another token', { metrics, settings }, 'Bearer secrets'],
    ['no token', { metrics, settings }, undefined],
    ['an empty token', { metrics, settings: { metricsToken: '' } }, 'Bearer '],
    ['another scheme', { metrics, settings }, 'Basic secret'],
    ['no setting', { metrics }, 'Bearer undefined'],
    ['no database', { settings }, 'Bearer secret'],
  ])('return 404 with %s', async (_, given, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    expect((await ask(await app(given), '/metrics', { headers })).response.status).toBe(404);
  });
});

/** An endpoint that counts every message and responds with the count's result. */
const counting: McpRequestHandler = async (_request, _caller, _report, count) =>
  new Response(JSON.stringify(await count()));

describe('limits', () => {
  test('refuses the 61st call over all paths and hosts, in the form of the path', async () => {
    const on = await app({ mcp: counting });
    for (let i = 0; i < 20; i++) {
      await ask(on, '/health');
      await ask(on, '/mcp', { method: 'POST' });
      await on(new Request('https://deploy-preview-1--site.test/health'), CALLER);
    }
    const problem = await ask(on, '/health');
    expect(problem.response.status).toBe(429);
    expect(problem.response.headers.get('retry-after')).toBe('60');
    expect(problem.response.headers.get('ratelimit-remaining')).toBe('0');
    expect(problem.response.headers.get('content-type')).toBe('application/problem+json');
    expect(JSON.parse(problem.text)).toMatchObject({ status: 429, code: 'rate_limited', retry_after_s: 60 });
    // The MCP endpoint itself refuses calls over the limit.
    const rpc = await ask(on, '/mcp', { method: 'POST', body: '{}' });
    expect(rpc.text).toBe('{"allowed":false,"limit":60,"remaining":0,"resetS":60}');
    expect(rpc.response.headers.get('retry-after')).toBe('60');
    const page = await ask(on, '/score/none.example', { headers: { accept: 'text/html' } });
    expect(page.response.status).toBe(429);
    expect(page.text).toContain('<h1>Too many requests</h1>');
  });

  test('serves MCP messages that do not count, with the remaining calls in the headers', async () => {
    const on = await app();
    for (let i = 0; i < 60; i++) await ask(on, '/health');
    const { response } = await ask(on, '/mcp', { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([200, null]);
    expect(LIMITS.map((name) => response.headers.get(name))).toEqual(['60', '0', '60']);
  });
});

describe('headers', () => {
  const POST = { method: 'POST' };
  const FORM = { ...POST, body: new URLSearchParams({ url: 'x' }) };
  /** Calls with each kind of response. */
  const CALLS: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
    ['/mcp', POST, 200],
    ['/oauth2/token', POST, 400],
    ['/health', {}, 200],
    ['/audit', {}, 303],
    ['/audit', FORM, 500],
    ['/audit', { ...FORM, headers: { origin: 'https://evil.example' } }, 403],
    ['/score/none.example', { headers: { accept: 'text/html' } }, 404],
    ['/score/ready.demo', { headers: { accept: 'text/html' } }, 200],
    ['/score/ready.demo/json', {}, 200],
    ['/score/ready.demo/live', {}, 302],
    ['/nothing', {}, 404],
  ];

  async function fresh(given: Given = {}): Promise<App> {
    const library = await listed();
    return app({
      known: async (host) => ({ ...NOTHING, envelope: await library.scorecard(host) }),
      ...given,
    });
  }

  function check(call: unknown, { headers }: Response): void {
    expect([call, Object.fromEntries(headers)]).toEqual([
      call,
      expect.objectContaining(Object.fromEntries(new Headers(SECURITY_HEADERS))),
    ]);
    expect(LIMITS.map((name) => headers.has(name))).toEqual([true, true, true]);
    // Shared caches must not store headers about the caller (RFC 9111, section 3).
    expect([call, headers.get('cache-control')]).toEqual([
      call,
      expect.stringMatching(/^(?:no-store|private)\b/),
    ]);
    expect(headers.get('cache-control')).not.toMatch(/public|s-maxage/);
    for (const name of ['cdn-cache-control', 'netlify-cdn-cache-control'])
      expect(headers.has(name)).toBe(false);
  }

  test.each(CALLS)('are complete and not shared: %s with %j, %i', async (path, init, status) => {
    const { response } = await ask(await fresh(), path, init);
    expect(response.status).toBe(status);
    check(path, response);
  });

  test('are complete on a 304 for a current copy', async () => {
    const on = await fresh();
    const etag = (await ask(on, '/score/ready.demo/json')).response.headers.get('etag') ?? '';
    const { response } = await ask(on, '/score/ready.demo/json', { headers: { 'if-none-match': etag } });
    expect(response.status).toBe(304);
    check('304', response);
  });

  test('are complete if the service refuses, is off, or fails', async () => {
    const refused = await fresh();
    for (let i = 0; i < 60; i++) await ask(refused, '/health');
    const off = await fresh({ settings: { service: false } });
    const fail = () => Promise.reject(new Error('fault'));
    const faulty = await fresh({ mcp: fail, known: fail });
    for (const [on, status] of [
      [refused, 429],
      [off, 503],
      [faulty, 500],
    ] as const) {
      for (const [path, init] of [
        ...(status === 429 ? [] : ([['/mcp', POST]] as const)),
        ['/score/ready.demo', { headers: { accept: 'text/html' } }],
        ['/score/ready.demo/md', {}],
      ] as const) {
        const { response } = await ask(on, path, init);
        expect([path, response.status]).toEqual([path, status]);
        check(path, response);
      }
    }
  });
});

describe('the switches', () => {
  test('respond on every path, and in /health, that the service is off', async () => {
    let called = false;
    const mcp: McpRequestHandler = async () => {
      called = true;
      return new Response();
    };
    const on = await app({ settings: { service: false }, mcp });
    const rpc = await ask(on, '/mcp', { method: 'POST', body: '{}' });
    expect([rpc.response.status, called]).toEqual([503, false]);
    expect(JSON.parse(rpc.text)).toMatchObject({
      id: null,
      error: { message: expect.stringContaining('switched') },
    });
    const form = await ask(on, '/audit', { method: 'POST' });
    expect(form.response.status).toBe(503);
    expect(form.response.headers.get('retry-after')).toBe('3600');
    expect(JSON.parse(form.text)).toMatchObject({ code: 'service_unavailable' });
    expect(JSON.parse((await ask(on, '/health')).text)).toMatchObject({ status: 'off', live_audits: 'off' });
  });

  test('show in /health that live audits are off', async () => {
    const on = await app({ settings: { liveAudits: false } });
    expect(JSON.parse((await ask(on, '/health')).text)).toMatchObject({ status: 'ok', live_audits: 'off' });
  });
});

describe('missing pages', () => {
  test.each([
    ['/nothing', {}, 404, 'application/problem+json'],
    ['/nothing', { headers: { accept: 'text/html' } }, 404, 'text/html; charset=utf-8'],
    ['/nothing', { headers: { accept: 'text/markdown' } }, 404, 'text/markdown; charset=utf-8'],
    ['/score/a/b/c', {}, 404, 'application/problem+json'],
    ['/health', { method: 'POST' }, 405, 'application/problem+json', 'GET, HEAD'],
    ['/score/none.example', { method: 'DELETE' }, 405, 'application/problem+json', 'GET, HEAD'],
    ['/score/none.example/json', { method: 'DELETE' }, 405, 'application/problem+json', 'GET, HEAD'],
    ['/audit', { method: 'PUT' }, 405, 'application/problem+json', 'GET, HEAD, POST'],
  ])('responds to %s with %j with %i', async (path, init, status, type, allow?: string) => {
    const { response } = await ask(await app(), path, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, type]);
    expect(response.headers.get('allow')).toBe(allow ?? null);
  });
});

describe('faults', () => {
  test.each([
    ['/mcp', 'POST'],
    ['/score/site.example/json', 'GET'],
  ])('at %s return 500, with details only in the log', async (path, method) => {
    const fail = () => Promise.reject(new Error('secret of the house'));
    const on = await app({ mcp: fail, known: fail });
    const { response, text } = await ask(on, path, { method });
    expect(response.status).toBe(500);
    expect(text).not.toContain('secret');
    expect(lines).toMatchObject([
      { status: 500, outcome: 'internal', fault: expect.stringContaining('secret') },
    ]);
  });
});

describe('the log', () => {
  test('has one line per call, which names its subject but no IP address', async () => {
    const on = await app({
      mcp: async (_request, _caller, note) => {
        note({ rpc: 'tools/call', tool: 'score_cli', target: 'site.example', outcome: 'ok' });
        return new Response('{}');
      },
    });
    await ask(on, '/mcp', { method: 'POST', body: '{}' });
    await ask(on, '/score/none.example?q=1');
    expect(lines).toEqual([
      {
        method: 'POST',
        path: '/mcp',
        status: 200,
        ms: expect.any(Number),
        rpc: 'tools/call',
        tool: 'score_cli',
        target: 'site.example',
        outcome: 'ok',
      },
      { method: 'GET', path: '/score/none.example', status: 404, ms: expect.any(Number) },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/198\.51|[0-9a-f]{32}/);
  });

  test('has a line for a stream once it ends or its reader disconnects', async () => {
    let tell: (outcome: string) => void = () => undefined;
    let end: () => void = () => undefined;
    const on = await app({
      mcp: async (_request, _caller, note) => {
        tell = (outcome) => note({ outcome });
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
            end = () => controller.close();
          },
        });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const first = await on(new Request(`${SITE}/mcp`, { method: 'POST' }), CALLER);
    expect(lines).toEqual([]);
    tell('ok');
    end();
    expect(await first.text()).toBe('data: 1\n\n');
    expect(lines).toMatchObject([{ outcome: 'ok' }]);
    const second = await on(new Request(`${SITE}/mcp`, { method: 'POST' }), CALLER);
    await second.body?.cancel();
    expect(lines).toHaveLength(2);
  });
});
