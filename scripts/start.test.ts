import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../src/demo/index.ts';
import { envelopeSchema } from '../src/scorecard/schema.ts';

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
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(resolve)) };
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

  it('serves the catalog with its types until Ctrl-C, and leaves no process', { timeout: SLOW }, async () => {
    const port = await freePort();
    const running = await startUntil(`  http://localhost:${port}/\n`, '--port', port);
    const started = descendants(running.pid);
    const answers = await Promise.all(
      ['/', '/score', '/score/ready.demo', '/score/ready.demo/md', '/score/ready.demo/json', '/nosuch'].map(
        async (path) => {
          const response = await fetch(`http://localhost:${port}${path}`);
          return [
            path,
            response.status,
            response.headers.get('content-type'),
            (await response.text()) !== '',
          ];
        },
      ),
    );
    const second = start('--once');
    const code = await running.end('SIGINT');
    expect(answers).toEqual([
      ['/', 200, 'text/html; charset=utf-8', true],
      ['/score', 200, 'text/html; charset=utf-8', true],
      ['/score/ready.demo', 200, 'text/html; charset=utf-8', true],
      ['/score/ready.demo/md', 200, 'text/markdown; charset=utf-8', true],
      ['/score/ready.demo/json', 200, 'application/json; charset=utf-8', true],
      // Who names no type and is no browser.
      ['/nosuch', 404, 'text/markdown; charset=utf-8', true],
    ]);
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another `npm start`')]);
    expect(code).toBe(0);
    expect(started.length).toBeGreaterThanOrEqual(2);
    expect(await survivors(started)).toEqual([]);
  });

  it('answers an MCP client with a live scorecard, whose addresses answer at once', {
    timeout: SLOW,
  }, async () => {
    const port = await freePort();
    const running = await startUntil(`  http://localhost:${port}/\n`, '--port', port);
    const printed = running.printed();
    const [, target = ''] = printed.match(/^ {2}docs +(http:\S+)/m) ?? [];
    const [, endpoint = ''] = printed.match(/^ {2}(http:\S+\/mcp)$/m) ?? [];
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)) as Transport);
    const { tools } = await client.listTools();
    const told: number[] = [];
    const result = await client.callTool({ name: 'score_cli', arguments: { target } }, undefined, {
      onprogress: ({ progress }) => told.push(progress),
    });
    const envelope = envelopeSchema.parse(result.structuredContent);
    const stored = envelopeSchema.parse(await (await fetch(envelope.json_url)).json());
    const forms = await Promise.all(
      [envelope.scorecard_url, envelope.markdown_url].map(async (url) => (await fetch(url)).status),
    );
    await client.close();
    await running.end('SIGINT');
    expect(tools.map(({ name }) => name)).toContain('score_cli');
    expect(told.length).toBeGreaterThan(2);
    expect(envelope.tier).toBe('live');
    expect(stored).toEqual({
      ...envelope,
      tier: 'cache',
      freshness: { ...envelope.freshness, cached: true },
    });
    expect(forms).toEqual([200, 200]);
  });

  it('leaves no process when it is killed', { timeout: SLOW }, async () => {
    const port = await freePort();
    const running = await startUntil(`  http://localhost:${port}/\n`, '--port', port);
    const started = descendants(running.pid);
    await running.end('SIGKILL');
    expect(started.length).toBeGreaterThanOrEqual(2);
    expect(await survivors(started, 20_000)).toEqual([]);
  });

  it.each(['Building the site', 'Starting the Netlify CLI'])(
    'ends at once at “%s”, and leaves no process',
    { timeout: SLOW },
    async (moment) => {
      const running = await startUntil(moment, '--port', await freePort());
      await sleep(300);
      const started = descendants(running.pid);
      expect(await running.end('SIGTERM')).toBe(143);
      expect(started.length).toBeGreaterThanOrEqual(1);
      expect(await survivors(started)).toEqual([]);
    },
  );

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
