/** The site on this machine: built, and served by the Netlify CLI as Netlify would serve it. Needs no network. */
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AuditError } from '../errors.ts';
import { bundleFunction } from '../service/bundle.ts';
import { type Program, startProgram } from './program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where `netlify dev` is by default. */
const USUAL_PORT = 8888;
/** How long the Netlify CLI may take until it answers, and how often it is asked, in milliseconds. */
const READY_MS = 90_000;
const POLL_MS = 100;
const LAST_PORT = 65_535;

const require = createRequire(import.meta.url);

/** Nothing asks questions, tells its makers of its use, or draws. */
const QUIET = { CI: '1', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/**
 * The port of the site: the one that is asked for, else the usual one where it is free, else a free one.
 *
 * @throws AuditError where the port that is asked for is in use
 */
export async function choosePort(asked: number | undefined): Promise<number> {
  if (await isFree(asked ?? USUAL_PORT)) return asked ?? USUAL_PORT;
  if (asked === undefined) return freePort();
  throw new AuditError(
    'configuration',
    `Port ${asked} cannot be used: another program has it, or it is reserved.`,
    {
      hint: 'Choose another one with --port, or leave it out.',
    },
  );
}

/** A port, from what was typed; `undefined` for what is none. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= LAST_PORT ? port : undefined;
}

/**
 * Builds the site into dist/site, and the function beside it, from the catalog in the folder `results`.
 *
 * @throws AuditError with what Astro printed
 */
export async function buildSite(results: string, url: string, signal: AbortSignal): Promise<void> {
  await using astro = startProgram([binOf('astro', 'astro'), 'build'], ROOT, {
    ...QUIET,
    NODE_ENV: 'production',
    CATALOG_RESULTS: results,
    URL: url,
  });
  const code = await ending(astro.ended, signal);
  if (code !== 0) throw failed('The site could not be built.', astro);
  await bundleFunction(join(ROOT, 'dist/service'));
}

/**
 * Serves dist/site through `netlify dev`, and gives it once it answers. Disposing of it ends all its processes.
 *
 * @throws AuditError with what the Netlify CLI printed
 */
export async function serveBuilt(port: number, signal: AbortSignal): Promise<Program> {
  const inner = `${await freePort()}`;
  const netlify = startProgram(
    [
      binOf('netlify-cli', 'netlify'),
      'dev',
      '--offline',
      // The local server answers by the code of the edge function, which needs the internet to start.
      '--internal-disable-edge-functions',
      '--port',
      `${port}`,
      '--target-port',
      inner,
    ],
    ROOT,
    {
      ...QUIET,
      // What is on this machine is what there is to audit; a deployment takes public sites only.
      AUDIT_NETWORK: 'any',
      SITE_PORT: inner,
      SITE_OWNER: `${process.pid}`,
      BROWSER: 'none',
    },
  );
  try {
    await answering(netlify, urlOf(port), signal);
    return netlify;
  } catch (error) {
    await netlify[Symbol.asyncDispose]();
    throw error;
  }
}

export function urlOf(port: number): string {
  return `http://localhost:${port}`;
}

/** What `program` has failed with, in its own words. */
export function failed(what: string, program: Program): AuditError {
  const tail = program.tail();
  return new AuditError('internal', tail === '' ? what : `${what} Its last words:\n\n${tail}\n`);
}

async function answering(netlify: Program, url: string, signal: AbortSignal): Promise<void> {
  let over = false;
  void netlify.ended.then(() => {
    over = true;
  });
  const end = performance.now() + READY_MS;
  while (!over && performance.now() < end) {
    signal.throwIfAborted();
    if (((await statusOf(url)) ?? 500) < 500) return;
    await sleep(POLL_MS);
  }
  throw failed(over ? 'The Netlify CLI has ended.' : 'The Netlify CLI does not answer.', netlify);
}

/** The status that an address answers with; `undefined` where nothing answers. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(READY_MS) });
    // Node's fetch fails an assertion when a server ends while a body is unread.
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

async function ending<T>(ended: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([ended, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The file of a package's program. */
function binOf(name: string, program: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin }: { bin: Record<string, string> } = require(manifest);
  return join(dirname(manifest), bin[program] ?? '');
}

async function isFree(port: number): Promise<boolean> {
  // The Netlify CLI listens on all addresses; where IPv4 and IPv6 are apart, a program may have one of them only.
  for (const host of [undefined, '127.0.0.1']) {
    if ((await listening(port, host)) === undefined) return false;
  }
  return true;
}

/** @throws AuditError where this machine gives none */
async function freePort(): Promise<number> {
  const port = await listening(0, '127.0.0.1');
  if (port !== undefined) return port;
  throw new AuditError('configuration', 'No port of 127.0.0.1 is free.', {
    hint: 'This program must be allowed to listen on a free port of this machine.',
  });
}

/** Listens for a moment, and says on which port. */
function listening(port: number, host: string | undefined): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host }, () => {
      const { port: given } = server.address() as AddressInfo;
      server.close(() => resolve(given));
    });
  });
}
