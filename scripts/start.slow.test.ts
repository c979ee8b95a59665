import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../src/demo/index.ts';

const script = fileURLToPath(new URL('start.ts', import.meta.url));
// As a person's shell has it: the site's tools behave otherwise within a test run.
const { VITEST: _vitest, NODE_ENV: _env, ...env } = process.env;
/** A build and the start of the Netlify CLI, on a machine that does other things too. */
const SLOW = 120_000;

function start(...argv: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [script, ...argv], { env, encoding: 'utf8', timeout: SLOW });
}

/** Starts it and waits until it has printed `text`. */
async function startUntil(text: string, ...argv: string[]) {
  const child = spawn(process.execPath, [script, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const seen = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(text)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${printed}`)));
  });
  await seen.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { end, pid: child.pid ?? 0, printed: () => printed };
}

/** The processes that `pid` has started, and those that these have started. */
function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const of = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...of(child)]);
  return of(pid);
}

/** Which of these processes are there, after a moment to end in. */
async function survivors(pids: readonly number[], withinMs = 5000): Promise<number[]> {
  const end = performance.now() + withinMs;
  for (;;) {
    const left = pids.filter(isAlive);
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(50);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function listenAnywhere() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function freePort(): Promise<string> {
  const { port, close } = await listenAnywhere();
  await close();
  return `${port}`;
}

describe('npm start', () => {
  it('shows a summary of every demo site, builds the catalog of these and serves it', {
    timeout: SLOW,
  }, async () => {
    const { status, stdout, stderr } = start('--once', '--port', await freePort());
    expect([status, stderr]).toEqual([0, expect.stringContaining('Building the site')]);
    for (const { title } of DEMO_SITES) expect(stdout).toContain(title);
    expect(stdout).toContain('The catalog was built, and answers at http://localhost:');
  });

  it('ends at once while it builds, and leaves no process', { timeout: SLOW }, async () => {
    const running = await startUntil('Building the site', '--port', await freePort());
    await sleep(300);
    const started = descendants(running.pid);
    expect(await running.end('SIGTERM')).toBe(143);
    expect(started.length).toBeGreaterThanOrEqual(1);
    expect(await survivors(started)).toEqual([]);
  });

  it('says that a port is taken', async () => {
    const { port, close } = await listenAnywhere();
    const { status, stdout, stderr } = start('--once', '--port', `${port}`);
    await close();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`Port ${port} cannot be used`);
  });

  it('shows the whole scorecard of a site that is named', () => {
    const { status, stdout } = start('docs');
    expect(status).toBe(0);
    expect(stdout).toContain('Discoverability');
    expect(stdout).not.toContain('Tidewatch');
  });

  it('keeps the demo sites up', async () => {
    const running = await startUntil('Ctrl-C ends.', '--serve');
    expect(await running.end('SIGINT')).toBe(0);
  });

  it('says what may be asked for', () => {
    const { status, stdout } = start('--help');
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      'Usage: npm start -- [site...] [--once] [--port <n>] [--serve] [--no-color]',
    ]);
  });

  it.each([[['nosuch']], [['--nosuch']], [['--port', '0']], [['--port', '1e3']]])(
    'refuses %j with the usage',
    (argv) => {
      const { status, stdout, stderr } = start(...argv);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(argv.at(-1));
      expect(stderr).toContain('Usage:');
    },
  );
});

describe('what npm start serves', () => {
  let running: Awaited<ReturnType<typeof startUntil>>;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    running = await startUntil(`  ${url}/\n`, '--port', port);
  }, SLOW);

  afterAll(() => running?.end('SIGKILL'));

  it('is the catalog, with its types and header fields', async () => {
    const answers = await Promise.all(
      ['/', '/score', '/score/ready.demo', '/score/ready.demo/md', '/score/ready.demo/json', '/nosuch'].map(
        async (path) => {
          const { status, headers } = await fetch(url + path);
          return [path, status, headers.get('content-type'), headers.get('x-content-type-options')];
        },
      ),
    );
    expect(answers).toEqual([
      ['/', 200, 'text/html; charset=utf-8', 'nosniff'],
      ['/score', 200, 'text/html; charset=utf-8', 'nosniff'],
      ['/score/ready.demo', 200, 'text/html; charset=utf-8', 'nosniff'],
      ['/score/ready.demo/md', 200, 'text/markdown; charset=utf-8', 'nosniff'],
      ['/score/ready.demo/json', 200, 'application/json; charset=utf-8', 'nosniff'],
      // Who names no type and is no browser.
      ['/nosuch', 404, 'text/markdown; charset=utf-8', 'nosniff'],
    ]);
    expect((await fetch(`${url}/mcp.json`, { redirect: 'manual' })).status).toBe(301);
  });

  it('is there once', () => {
    const second = start('--once');
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another `npm start`')]);
  });

  it('is on no port that other machines reach', () => {
    const listening = [running.pid, ...descendants(running.pid)].flatMap(listenedBy);
    expect(listening.length).toBeGreaterThan(DEMO_SITES.length);
    expect(listening.filter((address) => !LOOPBACK.has(address))).toEqual([]);
  });

  it('answers no page that was led here by another name', async () => {
    const { host, port } = new URL(url);
    const evil = `evil.example:${port}`;
    const named = (name: string, path: string, method: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(url + path, { method, headers: { host: name } }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end();
      });
    expect(await named(host, '/', 'GET')).toBe(200);
    for (const path of ['/', '/audit', '/mcp', '/health']) {
      expect([path, await named(evil, path, path === '/' ? 'GET' : 'POST')]).toEqual([path, 403]);
    }
  });

  it('has one caller, this machine, whatever a request says of itself', async () => {
    const remaining = [];
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.1' },
      { 'x-nf-client-connection-ip': '203.0.113.2' },
      { forwarded: 'for=203.0.113.3' },
      {},
    ] as const) {
      const answer = await fetch(`${url}/health`, { headers: { ...headers } });
      remaining.push(Number(answer.headers.get('ratelimit-remaining')));
    }
    // From another address of loopback, which anybody here may take.
    remaining.push(await remainingFrom('127.0.0.9', url));
    const [first = 0] = remaining;
    expect(remaining).toEqual(remaining.map((_, i) => first - i));
  });

  it('answers an MCP client with a live scorecard, which is kept beside the listed one', {
    timeout: SLOW,
  }, async () => {
    const [, endpoint = ''] = running.printed().match(/^ {2}(http:\S+\/mcp)$/m) ?? [];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)) as Transport);
    const { tools } = await client.listTools();
    const told: number[] = [];
    const result = await client.callTool(
      { name: 'score_cli', arguments: { target: 'docs.demo' } },
      undefined,
      {
        onprogress: ({ progress }) => told.push(progress),
      },
    );
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('score_cli');
    expect(told.length).toBeGreaterThan(2);
    expect(result.structuredContent).toMatchObject({ tier: 'live' });
    for (const [form, type] of [
      ['', 'text/html'],
      ['/md', 'text/markdown'],
      ['/json', 'application/json'],
    ] as const) {
      const answer = await fetch(`${url}/score/docs.demo/live${form}`, { headers: { accept: type } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ]);
    }
  });

  it('audits nothing else that this machine reaches', async () => {
    const other = await listenAnywhere();
    const targets = ['localhost', '127.0.0.1', `http://127.0.0.1:${other.port}`, 'http://192.0.2.1', url];
    const answers = await Promise.all(targets.map((target) => audited(url, target)));
    await other.close();
    expect(answers).toEqual(targets.map(() => 'invalid_target'));
    expect(other.connections()).toBe(0);
  });

  it('has five fresh audits for this machine', { timeout: SLOW }, async () => {
    // docs.demo has had one.
    const rest = DEMO_SITES.map(({ name }) => `${name}.demo`).filter((name) => name !== 'docs.demo');
    const answers = await Promise.all(rest.map((target) => audited(url, target)));
    expect(answers.toSorted()).toEqual(['audit_limit_reached', 'ok', 'ok', 'ok', 'ok']);
  });

  it('ends with Ctrl-C, and leaves nothing', async () => {
    expect(await running.end('SIGINT')).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

/** The addresses that the process listens on, as the kernel has them (`/proc/net/tcp`, proc_pid_net(5)). */
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

/** 127.0.0.1 and ::1, each 32 bits in the byte order of this machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['0100007F', `${'0'.repeat(24)}01000000`]);

function socketAt(path: string): string[] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(path)) ?? [];
    return inode === undefined ? [] : [inode];
  } catch {
    // Closed since the folder was read.
    return [];
  }
}

/** How an audit with the form ends: the code of its problem, or `ok`. */
async function audited(url: string, target: string): Promise<string> {
  const body = new URLSearchParams({ url: target });
  const answer = await fetch(`${url}/audit`, { method: 'POST', body, redirect: 'manual' });
  const text = await answer.text();
  return answer.status === 303 ? 'ok' : (JSON.parse(text) as { code: string }).code;
}

function remainingFrom(localAddress: string, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}/health`, { localAddress, family: 4 }, ({ headers }) =>
      resolve(Number(headers['ratelimit-remaining'])),
    )
      .on('error', reject)
      .end();
  });
}
