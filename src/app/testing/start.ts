/** Runs `npm start` as a person does. */
import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../start.ts', import.meta.url));
// Remove the test runner's variables, because the site's tools behave differently in a test run.
const { VITEST: _vitest, NODE_ENV: _env, ...env } = process.env;

/** Runs `npm start` until it ends. */
export function start(...argv: string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [script, ...argv], { env, encoding: 'utf8' });
}

/** Starts `npm start` and waits until it has printed `text`. */
export async function startUntil(text: string, ...argv: string[]) {
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

/** Returns the ids of all descendants of a process. */
export function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const of = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...of(child)]);
  return of(pid);
}

/** Waits until these processes have ended. */
export async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(50);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns a server that counts connections and closes each of them at once. */
export async function listenAnywhere() {
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

export async function freePort(): Promise<string> {
  const { port, close } = await listenAnywhere();
  await close();
  return `${port}`;
}
