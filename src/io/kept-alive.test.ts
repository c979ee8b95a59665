import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { outcome, testIo } from '../testing/live.ts';
import { listen } from '../testing/servers.ts';
import type { Connect } from './connect.ts';
import { KeptAlive } from './kept-alive.ts';

const AT_ONCE = 6;
/** For a machine that does ten other things. */
const PATIENT = { timeout: 4_000 };

/** A server that serves so many connections at a time; the others wait, as in the backlog of the system. */
async function serving(most: number, answer: (path: string, response: ServerResponse) => void) {
  let served = 0;
  const waiting: Socket[] = [];
  const http = createServer((request, response) => answer(String(request.url), response));
  const next = () => {
    const socket = served < most ? waiting.shift() : undefined;
    if (socket === undefined) return;
    served++;
    socket.once('close', () => {
      served--;
      next();
    });
    http.emit('connection', socket);
    socket.resume();
  };
  const tcp = createTcpServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    next();
  });
  return listen(tcp, 'http');
}

/** A pool whose connections are looked at when the test says so. */
function watchedPool(url: string) {
  const onFew = vi.fn<(connections: number) => void>();
  let look: () => void = () => undefined;
  const kept = new KeptAlive(1, onFew, (given) => {
    look = given;
    return { stop: () => undefined };
  });
  const connect = buildConnector({ timeout: 0 }) as Connect;
  const pool = new Pool(url, { connections: AT_ONCE, connect, factory: kept.factory });
  const get = async (path: string) => (await pool.request({ path, method: 'GET' })).body.text();
  return {
    onFew,
    get,
    looks: async (count: number) => {
      for (let i = 0; i < count; i++) {
        look();
        // What a look has closed makes room at the server, and what was answered is read.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    [Symbol.asyncDispose]: async () => {
      kept.stop();
      await pool.destroy();
    },
  };
}

const paths = Array.from({ length: AT_ONCE }, (_, i) => `/${i}`);

describe('a server that serves few connections at a time', () => {
  it.each([
    ['HAProxy maxconn 1, Apache prefork with one worker, HTTPServer of Python 3.11', 1],
    ['Apache prefork with two workers', 2],
  ])('%s: is found out by closing what is idle', async (_, most) => {
    await using server = await serving(most, (_, response) => response.end('ok'));
    await using pool = watchedPool(server.url);
    const all = paths.map((path) => pool.get(path).catch(() => undefined));
    await Promise.race(all);
    await vi.waitFor(async () => {
      await pool.looks(1);
      expect(pool.onFew).toHaveBeenCalledOnce();
    }, PATIENT);
    expect(pool.onFew).toHaveBeenCalledWith(most);
  });

  it('hears every request: none waits for our own idle connection', async () => {
    await using server = await serving(1, (_, response) => response.end('ok'));
    await using live = testIo({ limits: { requestMs: 2_400, perOrigin: AT_ONCE } });
    const all = await Promise.all(
      [...paths, ...paths].map((path, i) => live.get(`${server.url}${path}?${i}`)),
    );
    expect(all.map(outcome)).toEqual(all.map(() => '200 ok'));
  });
});

describe('a server that serves all connections', () => {
  it.each<[string, RegExp]>([
    ['takes its time for each answer', /./],
    ['hangs at one address', /3/],
    ['takes its time at two addresses', /[34]/],
  ])('is asked as much at a time as before where it %s', async (_, slow) => {
    const held: ServerResponse[] = [];
    await using server = await serving(Number.POSITIVE_INFINITY, (path, response) =>
      slow.test(path) ? void held.push(response) : response.end('ok'),
    );
    await using pool = watchedPool(server.url);
    const all = paths.map((path) => pool.get(path));
    await Promise.all(all.filter((_, i) => !slow.test(`/${i}`)));
    await vi.waitFor(
      () => expect(held).toHaveLength(paths.filter((path) => slow.test(path)).length),
      PATIENT,
    );
    for (const response of held) {
      await pool.looks(8);
      response.end('ok');
    }
    await Promise.all(all);
    await pool.looks(8);
    expect(pool.onFew).not.toHaveBeenCalled();
  });
});
