/** Runs `npm start`, which audits the demo sites, builds the site from the results and serves it. Needs no network. */
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import { AuditError } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';
import { tryLock } from '../catalog/results/lock.ts';
import { renderTerminal } from '../report/terminal.ts';
import { contactWarning } from '../site/contact.ts';
import { DEMO_SITES } from './demo/index.ts';
import { serveDemos } from './demo/server.ts';
import type { DemoSite } from './demo/site.ts';
import { renderFailure, renderSummary } from './demo/summary.ts';
import { type AuditedDemo, auditDemos } from './demo-run.ts';
import { demoHost, serveNamedDemos } from './demos.ts';
import { buildSite, choosePort, parsePort, serveBuilt, statusOf, urlOf } from './preview/preview.ts';

const NAMES = DEMO_SITES.map(({ name }) => name);

const HELP = `Usage: npm start -- [site...] [--once] [--port <n>] [--serve] [--no-color]

Audits the demo sites on this machine, shows a summary of each scorecard, builds the catalog's site from these results,
and serves it to this machine until Ctrl-C. Needs no internet.

  site         Show the whole scorecard of this site, and exit: ${NAMES.join(', ')}
  --once       Audit, build and serve, check that the site answers, and exit
  --port <n>   The port of the site (default 8888, or a free one)
  --serve      Serve the demo sites until Ctrl-C and print their addresses, without auditing them
  --no-color   Plain text
  --help       This text
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIST = join(ROOT, 'content/targets');
const DIST = join(ROOT, 'dist');

interface StartOptions {
  readonly sites: readonly DemoSite[];
  readonly serve: boolean;
  readonly once: boolean;
  readonly port: number | undefined;
  readonly color: boolean;
}

/** The error that ends the run after a signal. Once everything has started, a signal is the normal way to end. */
class Interrupted extends AuditError {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super('interrupted', `Ended by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

async function main(signal: AbortSignal): Promise<void> {
  const startOptions = readArguments();
  if (startOptions === 'help') print(HELP);
  else if (startOptions.serve) await keepDemosUp(signal);
  else if (startOptions.sites.length > 0) await showWhole(startOptions, signal);
  else await showCatalog(startOptions, signal);
}

function readArguments(): StartOptions | 'help' {
  const { values, positionals } = parse();
  if (values.help) return 'help';
  const unknown = positionals.find((one) => !NAMES.includes(one));
  if (unknown !== undefined) {
    throw usage(`There is no demo site “${unknown}”. The demo sites are ${NAMES.join(', ')}.`);
  }
  const port = values.port === undefined ? undefined : parsePort(values.port);
  if (values.port !== undefined && port === undefined) {
    throw usage(`--port takes a number from 1 to 65535, not “${values.port}”.`);
  }
  return {
    sites: DEMO_SITES.filter(({ name }) => positionals.includes(name)),
    serve: values.serve,
    once: values.once,
    port,
    color: !values['no-color'] && process.stdout.hasColors?.() === true,
  };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        serve: { type: 'boolean', default: false },
        once: { type: 'boolean', default: false },
        port: { type: 'string' },
        'no-color': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function usage(message: string): AuditError {
  return new AuditError('usage', `${message}\n\n${HELP}`);
}

async function keepDemosUp(signal: AbortSignal): Promise<void> {
  await using demos = await demosUp();
  print(`${demos.lines.join('\n')}\n`);
  print('\nAudit one from another terminal: npm run -s audit -- <address>. Ctrl-C ends.\n');
  await aborted(signal);
}

/** Serves the demo sites on loopback until the returned object is disposed of. Its `lines` describe the sites. */
async function demosUp(): Promise<AsyncDisposable & { readonly lines: readonly string[] }> {
  const demos = await orExplain(serveDemos());
  const width = Math.max(...demos.map(({ name }) => name.length));
  return {
    lines: demos.map(({ name, url, site }) => `  ${name.padEnd(width)}  ${url}  ${site.about}`),
    async [Symbol.asyncDispose]() {
      await Promise.all(demos.map((demo) => demo.close()));
    },
  };
}

async function showWhole({ sites, color }: StartOptions, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-readiness-'));
  try {
    for (const one of await audited(sites, folder, DEFAULT_BASE_URL, signal)) {
      if ('envelope' in one) {
        // Stored scorecards are marked as `cached`, but this audit ran just now.
        const envelope = { ...one.envelope, freshness: { ...one.envelope.freshness, cached: false } };
        print(`${renderTerminal(envelope, { color, width: columns(), verbose: true })}\n`);
      } else throw new AuditError('internal', `${one.site.title}: ${one.failure}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function showCatalog({ once, port: wanted, color }: StartOptions, signal: AbortSignal): Promise<void> {
  await makeFolder(DIST);
  using lock = tryLock(join(DIST, '.start.lock'));
  if (lock === undefined) {
    throw new AuditError('io', 'Another `npm start` of this folder is running.', {
      hint: 'Use its address, or stop it first.',
    });
  }
  const port = await choosePort(wanted);
  const url = urlOf(port);
  const folder = join(DIST, 'demo');
  const audits = await audited(DEMO_SITES, folder, url, signal);
  for (const one of audits) {
    const options = { color, width: columns() };
    const text =
      'envelope' in one
        ? renderSummary(one.site, one.envelope, options)
        : renderFailure(one.site, one.failure, options);
    print(`${text}\n`);
  }
  tell('Building the site from these scorecards');
  await buildSite(folder, url, signal);
  await using demos = await orExplain(serveNamedDemos());
  await using _site = await serveBuilt(port, demos);
  if (once) {
    await check(
      url,
      audits.filter((one) => 'envelope' in one),
    );
    print(`The catalog was built, and responds at ${url}/.\n`);
    return;
  }
  const warning = contactWarning();
  if (warning !== undefined) tell(`${warning}\n`);
  const strong = (text: string) => (color ? styleText('bold', text, { validateStream: false }) : text);
  const width = Math.max(...DEMO_SITES.map((site) => demoHost(site).length));
  const toAudit = DEMO_SITES.map((site) => `  ${demoHost(site).padEnd(width)}  ${site.about}`);
  print(`${strong('Next, in another terminal')}
  npm start -- broken                        the whole scorecard of a demo site (${NAMES.join(', ')})
  npm run -s audit -- https://your.site      audit your own site
  npm run -s audit -- http://localhost:3000  the same before it ships

${strong('Sites to audit live, with the form or with the MCP tool score_cli')}
${toAudit.join('\n')}

${strong('For an MCP client (no credentials needed)')}
  ${url}/mcp

${strong('The catalog of the demo sites (Ctrl-C ends it)')}
  ${url}/
`);
  await aborted(signal);
}

/** Audits demo sites, and shows the progress on stderr. */
async function audited(
  sites: readonly DemoSite[],
  folder: string,
  baseUrl: string,
  signal: AbortSignal,
): Promise<AuditedDemo[]> {
  tell(sites.length === 1 ? 'Auditing a demo site' : `Auditing ${sites.length} demo sites`);
  const onDone = ({ title }: DemoSite) => tell(`Audited ${title}`);
  return await orExplain(auditDemos(sites, { list: LIST, folder, baseUrl, signal, onDone }));
}

/** Converts a system error, such as a refused connection, to an error that says what failed. */
async function orExplain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AuditError || !(error instanceof Error && 'code' in error)) throw error;
    throw new AuditError('io', `The demo sites could not be served on 127.0.0.1: ${error.message}.`, {
      hint: 'Allow this program to listen on a free port of this machine.',
      cause: error,
    });
  }
}

/**
 * Checks that the main pages respond.
 * @throws AuditError if a page does not respond with 200
 */
async function check(url: string, scored: readonly AuditedDemo[]): Promise<void> {
  for (const path of ['/', '/score', ...scored.map(({ site }) => `/score/${demoHost(site)}`)]) {
    const status = await statusOf(url + path);
    if (status !== 200)
      throw new AuditError('internal', `${url}${path} responds with ${status ?? 'nothing'}.`);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function columns(): number {
  return process.stdout.columns ?? 80;
}

function print(text: string): void {
  process.stdout.write(text);
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

// A reader that closes the pipe early, as in `npm start | head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Interrupted(signal)));
}
try {
  await main(stop.signal);
} catch (error) {
  const reported: unknown = stop.signal.aborted ? stop.signal.reason : error;
  if (!(reported instanceof AuditError)) throw reported;
  tell(reported.hint === undefined ? reported.message : `${reported.message} ${reported.hint}`);
  process.exitCode = reported instanceof Interrupted ? reported.exitCode : reported.kind === 'usage' ? 2 : 1;
}
