/** What callers see, and what sites are asked, while the store is down, slow or comes and goes, and when an instance dies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openService, type ServiceOptions } from '../app/service.ts';
import { builtSite } from '../site/testing/build.ts';
import { serveSite, type TestSite } from '../testing/serve.ts';
import type { DomainRecord } from './domain-limit.ts';
import { type ConditionalStore, memoryStore } from './store.ts';
import { addresses } from './testing/addresses.ts';
import { failing, jittery } from './testing/stores.ts';

type Service = Awaited<ReturnType<typeof openService>>;

const HOME = { '/': { type: 'text/html', body: '<h1>Home</h1>' } };
const LISTED = 'docs.demo';
const nextAddress = addresses();

let site: string;
beforeAll(async () => {
  site = await builtSite();
}, 120_000);

const open = (store: ConditionalStore, more: Partial<ServiceOptions> = {}): Promise<Service> =>
  openService({
    site,
    store,
    settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
    log: () => undefined,
    later: () => undefined,
    ...more,
  });

interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: {
    readonly tier?: string;
    readonly found?: boolean;
    readonly error?: { readonly code: string; readonly retry_after_s?: number };
  };
}

/** Calls a tool. Each call is of a client of its own where none is named. */
async function call(service: Service, name: string, args: object, ip = nextAddress()): Promise<Answer> {
  const request = new Request('https://catalog.example/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const response = await service(request, ip);
  expect(response.status).toBe(200);
  return ((await response.json()) as { result: Answer }).result;
}

const get = (service: Service, path: string) =>
  service(new Request(`https://catalog.example${path}`), nextAddress());

/** The units that are taken in a store, of all callers. */
async function unitsIn(store: ConditionalStore): Promise<number> {
  const counts = (await store.keys('allowance/')).map(async (key) => {
    const { units } = JSON.parse((await store.read(key))?.text ?? '{"units":[]}') as { units: unknown[] };
    return units.length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** How many of the sites were asked for anything. */
const audited = (sites: readonly TestSite[]) => sites.filter(({ asked }) => asked.length > 0).length;

describe.each([true, 'hang'] as const)('the store is down (%s)', (down) => {
  it('what the catalog publishes is read, and the rest says what failed and when to try again', async () => {
    const service = await open(failing(memoryStore(), () => down));
    await using target = await serveSite(HOME);
    // At once: each may wait until the store is given up.
    const [listed, health, unknown, page, audit] = await Promise.all([
      call(service, 'get_scorecard', { target: LISTED }),
      get(service, '/health'),
      call(service, 'get_scorecard', { target: 'nosuch.example.com' }),
      get(service, '/score/nosuch.example.com/json'),
      call(service, 'score_cli', { target: target.url }),
    ]);
    expect(listed).toMatchObject({ structuredContent: { found: true } });
    expect(health.status).toBe(200);
    const unavailable = { code: 'service_unavailable', retry_after_s: 30 };
    const failure = { isError: true, structuredContent: { error: unavailable } };
    expect([unknown, audit]).toMatchObject([failure, failure]);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await page.json()).toMatchObject(unavailable);
    expect(target.asked).toEqual([]);
  });
});

it('a store that comes and goes: no site is asked without a unit, and every answer says what became of it', async () => {
  const memory = memoryStore();
  let trips = 0;
  // Every 13th round trip fails, so that each step of an audit fails for some.
  const flapping = failing(jittery(memory), () => ++trips % 13 === 0);
  const instances = await Promise.all([open(flapping), open(flapping)]);
  await using stack = new AsyncDisposableStack();
  const sites: TestSite[] = [];
  for (let i = 0; i < 24; i++) sites.push(stack.use(await serveSite(HOME)));
  const answers = await Promise.all(
    sites.map(({ url }, i) => call(instances[i % 2] as Service, 'score_cli', { target: url })),
  );
  const live = answers.filter(({ structuredContent }) => structuredContent.tier === 'live');
  for (const { structuredContent } of answers.filter(({ isError }) => isError === true)) {
    expect(structuredContent.error).toMatchObject({ code: 'service_unavailable', retry_after_s: 30 });
  }
  // Some of each, or nothing was tested.
  expect(live.length).toBeGreaterThan(0);
  expect(live.length).toBeLessThan(sites.length);
  expect(audited(sites)).toBeGreaterThanOrEqual(live.length);
  expect(await unitsIn(memory)).toBeGreaterThanOrEqual(audited(sites));
});

it('one caller, a store that comes and goes: never more than five sites are asked', async () => {
  const memory = memoryStore();
  let trips = 0;
  const service = await open(failing(jittery(memory), () => ++trips % 11 === 0));
  await using stack = new AsyncDisposableStack();
  const sites: TestSite[] = [];
  for (let i = 0; i < 16; i++) sites.push(stack.use(await serveSite(HOME)));
  for (let round = 0; round < 2; round++) {
    await Promise.all(sites.map(({ url }) => call(service, 'score_cli', { target: url }, '192.0.2.7')));
  }
  expect(audited(sites)).toBeLessThanOrEqual(5);
  expect(await unitsIn(memory)).toBeGreaterThanOrEqual(audited(sites));
});

it('a write that is carried out and whose answer is lost: the unit counts, the site is not asked', async () => {
  const memory = memoryStore();
  const deaf: ConditionalStore = {
    ...memory,
    async write(key, text, condition) {
      const etag = await memory.write(key, text, condition);
      if (key.startsWith('allowance/')) throw new Error('read ECONNRESET');
      return etag;
    },
  };
  await using target = await serveSite(HOME);
  expect(await call(await open(deaf), 'score_cli', { target: target.url })).toMatchObject({
    structuredContent: { error: { code: 'service_unavailable' } },
  });
  expect(target.asked).toEqual([]);
  expect(await unitsIn(memory)).toBe(1);
});

it('a slow store slows audits and refuses none', async () => {
  const memory = memoryStore();
  const slow = jittery(memory, 300);
  const instances = await Promise.all([open(slow), open(slow)]);
  await using target = await serveSite(HOME);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      call(instances[i % 2] as Service, 'score_cli', { target: target.url }),
    ),
  );
  const tiers = answers.map(({ structuredContent }) => structuredContent.tier);
  expect(tiers.toSorted()).toEqual(['cache', 'cache', 'cache', 'cache', 'cache', 'live']);
  expect(await unitsIn(memory)).toBe(1);
});

it('an instance dies within an audit: the others say that the target is busy until its claim runs out', async () => {
  const memory = memoryStore();
  let dead = false;
  await using target = await serveSite({
    ...HOME,
    '/robots.txt': (_, response) => {
      if (dead) response.writeHead(404).end();
      dead = true;
    },
  });
  // Nothing that the instance does after its death reaches the store.
  const dying = await open(failing(memory, () => dead && 'hang'));
  const left = call(dying, 'score_cli', { target: target.url }, '192.0.2.21');
  left.catch(() => undefined);
  await expect.poll(() => dead).toBe(true);
  const key = (await memory.keys('domain/'))[0] ?? '';
  const stored = await memory.read(key);
  const record = JSON.parse(stored?.text ?? '{}') as DomainRecord;
  const claim = { ...record.claim, until: record.claim?.until ?? 0 };
  expect(claim.until).toBeGreaterThan(Date.now());
  expect(await unitsIn(memory)).toBe(1);

  const other = await open(memory);
  const waiting = call(other, 'score_cli', { target: target.url }, '192.0.2.22');
  await sleep(600);
  expect(await unitsIn(memory)).toBe(1);
  // The hour of the claim comes.
  await memory.write(key, JSON.stringify({ ...record, claim: { ...claim, until: Date.now() } }), {
    etag: stored?.etag ?? '',
  });
  expect((await waiting).structuredContent.tier).toBe('live');
  expect(await unitsIn(memory)).toBe(2);
});
