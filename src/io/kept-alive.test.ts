import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { outcome, testIo } from '../testing/live.ts';
import { listen } from '../testing/servers.ts';

/** An eighth of the time, 100 ms, is how long a connection may be unheard. */
const LIMITS = { requestMs: 800, perOrigin: 6 };

type Answer = (path: string, response: ServerResponse) => void;
const at =
  (ms: number): Answer =>
  (_, response) =>
    void setTimeout(() => response.end('ok'), ms);
/** What is asked last, in each test: long enough for requests to meet. */
const LAST = at(20);

/** A server that serves so many connections at a time; the others wait, as in the backlog of the system. */
async function serving(most: number, answer: Answer) {
  let served = 0;
  let [now, together] = [0, 0];
  const waiting: Socket[] = [];
  const http = createServer((request, response) => {
    together = Math.max(together, ++now);
    response.once('close', () => now--);
    const path = String(request.url);
    (path.startsWith('/last') ? LAST : answer)(path, response);
  });
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
  return {
    ...(await listen(tcp, 'http')),
    together: () => together,
    forget: () => {
      together = 0;
    },
  };
}

const paths = (count: number, name: string) => Array.from({ length: count }, (_, i) => `/${name}${i}`);

describe('a server that serves few connections at a time', () => {
  it.each([
    ['HAProxy maxconn 1, Apache prefork with one worker, HTTPServer of Python 3.11', 1],
    ['Apache prefork with two workers', 2],
  ])('%s: no request waits for our own idle connection', async (_, most) => {
    await using server = await serving(most, at(0));
    await using live = testIo({ limits: LIMITS });
    for (const name of ['a', 'b']) {
      const all = await Promise.all(paths(12, name).map((path) => live.get(server.url + path)));
      expect(all.map(outcome)).toEqual(Array(12).fill('200 ok'));
    }
    const before = server.connections();
    server.forget();
    await Promise.all(paths(12, 'last').map((path) => live.get(server.url + path)));
    expect(server.connections() - before).toBeLessThanOrEqual(most);
    expect(server.together()).toBe(most);
  });
});

describe('a server that serves all connections', () => {
  it.each<[string, Answer]>([
    ['takes its time for each answer', at(140)],
    ['hangs at one address', (path, response) => (path === '/a3' ? undefined : response.end('ok'))],
    ['takes its time at two addresses', (path, response) => at(/[34]$/.test(path) ? 140 : 0)(path, response)],
  ])('is asked as much at a time as before where it %s', async (_, answer) => {
    await using server = await serving(Number.POSITIVE_INFINITY, answer);
    await using live = testIo({ limits: LIMITS });
    for (const name of ['a', 'b']) {
      await Promise.all(paths(12, name).map((path) => live.get(server.url + path)));
    }
    server.forget();
    await Promise.all(paths(12, 'last').map((path) => live.get(server.url + path)));
    expect(server.together()).toBe(LIMITS.perOrigin);
  });
});
