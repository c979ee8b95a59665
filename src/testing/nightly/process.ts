/** Starts programs, each in its own process group, so that its children end with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A running stack; `await using` stops it. */
export interface Stack extends AsyncDisposable {
  readonly url: string;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The folder of the nightly tests, where their packages are installed. */
const HEAVY = fileURLToPath(new URL('.', import.meta.url));

const READY_MS = 60_000;
const LOG_CHARS = 20_000;

export const file = (path: string): string => join(HEAVY, path);

export const bin = (name: string): string => file(join('node_modules/.bin', name));

/** Returns a command that runs a program of this folder with the Node that runs the tests. */
export const node = (path: string, ...args: string[]): Pick<Program, 'command' | 'args'> => ({
  command: process.execPath,
  args: [file(path), ...args],
});

/** Collects the end of a program's output, for error messages. */
function listenTo(child: ChildProcess): () => string {
  let said = '';
  const keep = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-LOG_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => said;
}

function start({ command, args, env, cwd = HEAVY }: Program): ChildProcess {
  return spawn(command, args, {
    cwd,
    detached: true,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends the whole group, and waits for the program itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone = child.exitCode !== null || child.signalCode !== null;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has no process left.
  }
  if (!gone) await once(child, 'exit');
}

/** Starts a program and waits until its URL accepts connections. */
export async function serve(url: string, program: Program): Promise<Stack> {
  const { hostname, port } = new URL(url);
  const started = await startedWhen(() => connects({ host: hostname, port: Number(port) }), program);
  return { url, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}

export async function startedWhen(ready: () => Promise<boolean>, program: Program): Promise<AsyncDisposable> {
  const child = start(program);
  const said = listenTo(child);
  let fault: string | undefined;
  child.on('error', ({ message }) => {
    fault = message;
  });
  const until = performance.now() + READY_MS;
  while (!(await ready())) {
    if (fault !== undefined || child.exitCode !== null || performance.now() > until) {
      await end(child);
      throw new Error(`${program.command} ${program.args.join(' ')} did not start: ${fault ?? said()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { [Symbol.asyncDispose]: () => end(child) };
}

export async function run(program: Program): Promise<void> {
  const child = start(program);
  const said = listenTo(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program.command} ${program.args.join(' ')} failed:\n${said()}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface Folder extends AsyncDisposable {
  readonly path: string;
}

export async function folder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'zoo-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Returns one stack made of several programs, stopped in the reverse order of their start. */
export async function together(
  build: (own: <T extends AsyncDisposable>(part: T) => T) => Promise<string>,
): Promise<Stack> {
  const parts = new AsyncDisposableStack();
  try {
    const url = await build((part) => parts.use(part));
    return { url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
  } catch (fault) {
    await parts.disposeAsync();
    throw fault;
  }
}

/** Whether a TCP port or Unix socket accepts connections. */
export function connects(where: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(where, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', () => resolve(false));
  });
}
