import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { canListen, freePort, listenLocally } from './loopback.ts';

const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
const loopback = all.filter(({ internal }) => internal).map(({ address }) => address);
const others = all.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address);

const serve = (port: number) => listenLocally(port, (_, response) => void response.end('here'));

async function reaches(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
  } finally {
    socket.destroy();
  }
}

async function ask(port: number, host: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text.split(' ', 2)[1] ?? '';
}

describe('a local server', () => {
  it('is reachable over loopback', async () => {
    const port = await freePort();
    await using _server = await serve(port);
    for (const host of [...loopback, 'localhost']) {
      const name = host.includes(':') ? `[${host}]` : host;
      expect(await (await fetch(`http://${name}:${port}/`)).text()).toBe('here');
    }
  });

  it('is not reachable over any other address of the machine', async () => {
    const port = await freePort();
    await using _server = await serve(port);
    expect(await reaches('127.0.0.1', port)).toBe(true);
    expect(await Promise.all(others.map((host) => reaches(host, port)))).toEqual(others.map(() => false));
  });

  it.each([
    ['localhost', '200'],
    ['LOCALHOST:8888', '200'],
    ['127.0.0.1:1', '200'],
    ['[::1]', '200'],
    ['catalog.example', '403'],
    ['localhost.catalog.example', '403'],
    ['127.0.0.1.catalog.example', '403'],
    ['localhost@catalog.example', '403'],
    ['192.0.2.1', '403'],
    ['', '403'],
  ])('responds to a request with the Host %s with %s', async (host, status) => {
    const port = await freePort();
    await using _server = await serve(port);
    expect(await ask(port, host)).toBe(status);
  });

  it.each(loopback)('refuses a port that is taken on %s', async (host) => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, host, resolve));
    try {
      expect(await canListen(port)).toBe(false);
      const hint = expect.stringContaining('--port');
      await expect(serve(port)).rejects.toMatchObject({ kind: 'io', hint });
      // No server is left on another address.
      for (const free of loopback) if (free !== host) expect(await reaches(free, port)).toBe(false);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    expect(await canListen(port)).toBe(true);
  });

  it('closes all its connections when it stops', async () => {
    const port = await freePort();
    const server = await serve(port);
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await server[Symbol.asyncDispose]();
    expect(await reaches('127.0.0.1', port)).toBe(false);
  });
});
