/** The service under many clients at once, hostile ones among them, over real HTTP. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../app/service.ts';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { serveSite, type TestSite } from '../testing/serve.ts';
import { memoryStore } from './store.ts';
import { load } from './testing/load.ts';
import type { ServiceOrder, ServiceState, ServiceUp } from './testing/process.ts';
import { jittery } from './testing/stores.ts';

const MIB = 1024 ** 2;
const CLIENTS = 64;
/** What is remembered of callers grows by some MiB before it is bounded (read-limit.ts). */
const MOST_GROWTH = 24 * MIB;

type Service = Awaited<ReturnType<typeof openService>>;

let site: string;
let service: Awaited<ReturnType<typeof startService>>;

async function startService(order: ServiceOrder) {
  const child = fork(new URL('./testing/process.ts', import.meta.url), [JSON.stringify(order)], {
    execArgv: ['--expose-gc'],
  });
  const answer = async <T>() => (await once(child, 'message'))[0] as T;
  const { url } = await answer<ServiceUp>();
  return {
    url,
    state: () => {
      const told = answer<ServiceState>();
      child.send('state');
      return told;
    },
    stop: () => child.disconnect(),
  };
}

beforeAll(async () => {
  site = await builtSite();
  service = await startService({ site });
}, 120_000);
afterAll(() => service?.stop());

const CALL = { method: 'POST', path: '/mcp' } as const;
const HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const toolCall = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

it(`answers ${CLIENTS} clients, each call as it must be, and keeps nothing of them`, async () => {
  const given = { url: service.url, origin: SITE_ADDRESS, clients: CLIENTS };
  const warm = await load({ ...given, ms: 2_000 });
  expect(warm.flaws).toEqual([]);
  const before = await service.state();
  const report = await load({ ...given, ms: 5_000 });
  expect(report.flaws).toEqual([]);
  // Nobody has waited so long that kinds of calls were never answered.
  expect(report.byCall.size).toBe(warm.byCall.size);
  await sleep(100);
  const after = await service.state();
  expect([...before.faults, ...after.faults]).toEqual([]);
  expect(after.heap - before.heap).toBeLessThan(MOST_GROWTH);
}, 60_000);

it('a body that comes slowly holds nobody up', async () => {
  const pool = new Pool(service.url, { connections: CLIENTS });
  const slowly = async function* () {
    for (const letter of toolCall('list_checks', {})) {
      yield letter;
      await sleep(2);
    }
  };
  let answered = 0;
  const slow = Promise.all(
    Array.from({ length: 20 }, async () => {
      const { statusCode, body: text } = await pool.request({
        ...CALL,
        headers: HEADERS,
        body: Readable.from(slowly()),
      });
      answered += 1;
      return [statusCode, ((await text.json()) as { result?: unknown }).result !== undefined];
    }),
  );
  const { statusCode } = await pool.request({ method: 'GET', path: '/health' });
  expect([statusCode, answered]).toEqual([200, 0]);
  expect(await slow).toEqual(Array.from({ length: 20 }, () => [200, true]));
  await pool.destroy();
});

describe('limits are exact', () => {
  it('60 calls of each address, whatever they are, and no other', async () => {
    const pool = new Pool(service.url, { connections: CLIENTS });
    const clients = ['192.0.2.1', '192.0.2.2', '2001:db8:7:8::1'];
    const bodies = ['{', toolCall('list_checks', {}), toolCall('no_such_tool', {}), '[]'];
    const answers = await Promise.all(
      clients.flatMap((address) =>
        Array.from({ length: 100 }, async (_, i) => {
          const headers = { ...HEADERS, 'x-client': address };
          const {
            statusCode,
            headers: got,
            body,
          } = await pool.request(
            i % 5 === 4
              ? { method: 'GET', path: '/score/nosuch.example.com/json', headers: { 'x-client': address } }
              : { ...CALL, headers, body: bodies[i % 5] ?? '' },
          );
          await body.dump();
          return { address, statusCode, remaining: Number(got['ratelimit-remaining']) };
        }),
      ),
    );
    for (const client of clients) {
      const own = answers.filter(({ address }) => address === client);
      const served = own.filter(({ statusCode }) => statusCode !== 429);
      expect(served).toHaveLength(60);
      // Each unit was given once.
      expect(served.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, i) => i),
      );
    }
    await pool.destroy();
  });

  it('five audits of each address on many instances with one store that is slow now and then', async () => {
    const shared = memoryStore();
    const instances = await Promise.all(
      Array.from({ length: 4 }, () =>
        openService({
          site,
          store: jittery(shared, 8),
          settings: { service: true, liveAudits: true, network: 'any', resolver: 'http://127.0.0.1:9/' },
          log: () => undefined,
          later: () => undefined,
        }),
      ),
    );
    const callers = ['192.0.2.11', '192.0.2.12'];
    const each = 8;
    await using stack = new AsyncDisposableStack();
    const sites: TestSite[] = [];
    for (let i = 0; i < callers.length * each; i++) {
      sites.push(stack.use(await serveSite({ '/': { type: 'text/html', body: '<h1>Home</h1>' } })));
    }
    const answers = await Promise.all(
      sites.map(async ({ url }, i) => {
        const address = callers[i % callers.length];
        const body = toolCall('score_cli', { target: url });
        const request = new Request('https://catalog.example/mcp', {
          method: 'POST',
          headers: HEADERS,
          body,
        });
        const instance = instances[i % instances.length] as Service;
        const { result } = (await (await instance(request, address)).json()) as {
          result: { structuredContent: { tier?: string; error?: { code: string; retry_after_s?: number } } };
        };
        return { address, ...result.structuredContent };
      }),
    );
    for (const caller of callers) {
      const own = answers.filter(({ address }) => address === caller);
      expect(own.filter(({ tier }) => tier === 'live')).toHaveLength(5);
      for (const { error } of own.filter(({ tier }) => tier === undefined)) {
        expect(error).toMatchObject({ code: 'audit_limit_reached', retry_after_s: expect.any(Number) });
      }
    }
    // Who was refused has cost its site nothing.
    expect(sites.filter(({ asked }) => asked.length > 0)).toHaveLength(callers.length * 5);
  });
});
