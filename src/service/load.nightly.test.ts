/** The service under many clients at once, hostile ones among them, over real HTTP. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtSite, SITE_ADDRESS } from '../site/testing/build.ts';
import { load } from './testing/load.ts';
import type { ServiceOrder, ServiceState, ServiceUp } from './testing/process.ts';

const MIB = 1024 ** 2;
const CLIENTS = 64;
/** What is remembered of callers grows by some MiB before it is bounded (read-limit.ts). */
const MOST_GROWTH = 24 * MIB;

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
  service = await startService({ site: await builtSite() });
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
