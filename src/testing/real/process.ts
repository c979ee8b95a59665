/** Real software for the tests, each started as its users start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A running server; `await using` stops it. */
export interface RealServer extends AsyncDisposable {
  readonly url: string;
}

const BIN = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url));
const READY_MS = 20_000;

/** Starts a package's command with a free port and waits until it accepts connections. */
export async function startCommand(
  command: string,
  args: (port: number) => readonly string[],
  env: (port: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<RealServer> {
  const port = await freePort();
  const child = spawn(`${BIN}${command}`, args(port), {
    env: { ...process.env, ...env(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  };
  const until = performance.now() + READY_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`${command} did not start`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, [Symbol.asyncDispose]: stop };
}

/** Runs a package's command to its end. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(`${BIN}${command}`, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${errors}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
