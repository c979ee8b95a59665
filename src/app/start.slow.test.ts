/** Starts `npm start` once, as a person does, and tests what it serves. */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { DEMO_SITES } from './demo/index.ts';
import { descendants, freePort, gone, listenAnywhere, start, startUntil } from './testing/start.ts';

/** The output folder of `npm run build`. */
const built = fileURLToPath(new URL('../../dist/site', import.meta.url));
const changed = () => statSync(built, { throwIfNoEntry: false })?.mtimeMs;
const before = changed();

const port = await freePort();
const url = `http://localhost:${port}`;
const running = await startUntil(`  ${url}/\n`, '--port', port);
afterAll(() => running.end('SIGKILL'));

it('shows a summary of every demo site, and refuses a second start', () => {
  for (const { title } of DEMO_SITES) expect(running.printed()).toContain(title);
  const second = start('--once');
  expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another `npm start`')]);
});

it('prints the URL to open last, after the warning that no contact is set', () => {
  expect(running.printed()).toMatch(
    /No contact is set[\s\S]*Ctrl-C ends it\)\n {2}http:\/\/localhost:\d+\/\n$/,
  );
});

it('builds into a different folder from `npm run build`', async () => {
  expect(changed()).toBe(before);
  expect((await fetch(`${url}/score`)).status).toBe(200);
});

it('listens on no port that other machines can reach', () => {
  const listening = [running.pid, ...descendants(running.pid)].flatMap(listenedBy);
  expect(listening.length).toBeGreaterThan(DEMO_SITES.length);
  expect(listening.filter((address) => !LOOPBACK.has(address))).toEqual([]);
});

it('refuses requests under another host name (DNS rebinding)', async () => {
  const { host, port } = new URL(url);
  for (const path of ['/', '/audit', '/mcp', '/health']) {
    const method = path === '/' ? 'GET' : 'POST';
    const { statusCode } = await send(path, { method, headers: { host: `evil.example:${port}` } });
    expect([path, statusCode]).toEqual([path, 403]);
  }
  expect((await send('/', { headers: { host } })).statusCode).toBe(200);
});

it('counts this machine as one caller, whatever the request headers say', async () => {
  const remaining = [];
  for (const options of [
    { headers: { 'x-forwarded-for': '203.0.113.1', forwarded: 'for=203.0.113.3' } },
    { headers: { 'x-nf-client-connection-ip': '203.0.113.2' } },
    // Another loopback address, which any program on this machine may use.
    { localAddress: '127.0.0.9', family: 4 },
  ])
    remaining.push(Number((await send('/health', options)).headers['ratelimit-remaining']));
  const [first = 0] = remaining;
  expect(remaining).toEqual(remaining.map((_, i) => first - i));
});

it('audits nothing else on this machine or its network', async () => {
  const other = await listenAnywhere();
  for (const target of ['localhost', `http://127.0.0.1:${other.port}`, 'http://192.0.2.1', url]) {
    const body = new URLSearchParams({ url: target });
    const answer = await fetch(`${url}/audit`, { method: 'POST', body, redirect: 'manual' });
    expect([target, await answer.json()]).toEqual([
      target,
      expect.objectContaining({ code: 'invalid_target' }),
    ]);
  }
  await other.close();
  expect(other.connections()).toBe(0);
});

it('stops on Ctrl-C, and leaves no process running', async () => {
  const started = descendants(running.pid);
  expect(await running.end('SIGINT')).toBe(0);
  await gone(started);
  await expect(fetch(url)).rejects.toThrow();
});

/** Sends a request with the given `Host`; fetch would set its own. */
function send(path: string, options: RequestOptions) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url + path, options, (response) => {
      response.resume().on('end', () => resolve(response));
    })
      .on('error', reject)
      .end();
  });
}

/** Reads the addresses that the process listens on from the kernel (`/proc/net/tcp`, proc_pid_net(5)). */
function listenedBy(pid: number): string[] {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).flatMap((fd) => socketAt(`/proc/${pid}/fd/${fd}`)));
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/${pid}/net/${family}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === '0A' && sockets.has(inode))
      .map(([, local = '']) => local.split(':')[0] ?? ''),
  );
}

/** 127.0.0.1 and ::1 as 32-bit words in the byte order of this machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['0100007F', `${'0'.repeat(24)}01000000`]);

function socketAt(path: string): string[] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(path)) ?? [];
    return inode === undefined ? [] : [inode];
  } catch {
    // The file descriptor was closed in the meantime.
    return [];
  }
}
