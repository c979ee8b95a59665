/** Builds the site and serves it to this machine alone, as Netlify would. Needs no network. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { AuditError } from '../../base/errors.ts';
import type { Log } from '../../service/log.ts';
import { builtFiles } from '../../service/published.ts';
import { settingsOf } from '../../service/settings.ts';
import { memoryStore } from '../../service/store.ts';
import type { ServedDemos } from '../demos.ts';
import { openService } from '../service.ts';
import { placesOf } from '../store.ts';
import { siteListener } from './listener.ts';
import { canListen, freePort, listenLocally } from './loopback.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The folder of the built site. Not dist/site, where `npm run build` would delete pages that are being served. */
const SITE = join(ROOT, 'dist/preview/site');
/** The port that local servers of Netlify sites use by convention. */
const USUAL_PORT = 8888;
/** The time limit for a response from the site, in milliseconds. */
const ANSWER_MS = 30_000;
const LAST_PORT = 65_535;
/** The maximum length of Astro's output in an error message, in characters. */
const KEPT_CHARS = 4000;
/** The maximum size of Astro's output, in bytes. */
const MOST_PRINTED = 64 * 1024 * 1024;

const execute = promisify(execFile);
const require = createRequire(import.meta.url);

/** Turns off prompts, telemetry and colors. */
const QUIET = { CI: '1', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/**
 * Returns the requested port. If no port is requested, returns the usual port if it is free, otherwise any free port.
 * @throws AuditError if the requested port is in use
 */
export async function choosePort(requested: number | undefined): Promise<number> {
  if (await canListen(requested ?? USUAL_PORT)) return requested ?? USUAL_PORT;
  if (requested === undefined) return freePort();
  throw new AuditError(
    'configuration',
    `Port ${requested} cannot be used: another program has it, or it is reserved.`,
    {
      hint: 'Choose another one with --port, or leave it out.',
    },
  );
}

/** Parses a port; returns `undefined` if `text` is not a port. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= LAST_PORT ? port : undefined;
}

/**
 * Builds the preview's site from the catalog in the folder `results`.
 * @throws AuditError with Astro's output
 */
export async function buildSite(results: string, url: string, signal: AbortSignal): Promise<void> {
  const env = {
    ...process.env,
    ...QUIET,
    NODE_ENV: 'production',
    CATALOG_RESULTS: results,
    // The pages show the demo catalog, not the operator's database.
    CATALOG_DATABASE: undefined,
    URL: url,
  };
  const options = { cwd: ROOT, env, signal, maxBuffer: MOST_PRINTED };
  try {
    await execute(process.execPath, [binOf('astro', 'astro'), 'build', '--outDir', SITE], options);
  } catch (cause) {
    signal.throwIfAborted();
    const { stdout = '', stderr = '' } = cause as { readonly stdout?: string; readonly stderr?: string };
    const tail = stripVTControlCharacters(stdout + stderr).trim();
    const what = `The build of the site failed. Its last output:\n\n${tail.slice(-KEPT_CHARS)}\n`;
    throw new AuditError('internal', what, { cause });
  }
}

/**
 * Serves the built site and the audit service to this machine. Stores data in memory or in the database CATALOG_DATABASE.
 * Ignores AUDIT_NETWORK: the service audits only the served demo sites and public host names. Otherwise callers could explore
 * this machine's network.
 * @throws AuditError if the port is not available
 */
export async function serveBuilt(port: number, demos: ServedDemos): Promise<AsyncDisposable> {
  const settings = settingsOf({ ...process.env, AUDIT_NETWORK: 'public' });
  const log: Log = ({ fault }) => {
    if (fault !== undefined) process.stderr.write(`${fault}\n`);
  };
  const answer = await openService({
    site: SITE,
    ...placesOf(settings, log, { store: async () => memoryStore(), published: builtFiles(SITE) }),
    settings,
    log,
    later: (work) => void work.catch(() => undefined),
    places: demos.places,
  });
  // All loopback addresses count as one caller. Otherwise a caller could exceed its limits by using many addresses.
  return await listenLocally(
    port,
    await siteListener({ folder: SITE, answer: (request) => answer(request, LOCAL) }),
  );
}

const LOCAL = '127.0.0.1';

export function urlOf(port: number): string {
  return `http://localhost:${port}`;
}

/** Requests a URL and returns the status of the response; `undefined` without a response. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    // Read the body, because Node's fetch fails an assertion if the server stops before a body is read.
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

/** Returns the path of a package's executable. */
function binOf(name: string, program: string): string {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  const { bin }: { bin: Record<string, string> } = require(manifest);
  return join(dirname(manifest), bin[program] ?? '');
}
