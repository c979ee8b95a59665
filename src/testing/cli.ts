/** Runs the command line: in this process, or as a process as a person or a program would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { runningHere } from '../audit/isolation/run-job.ts';
import { type Context, Session } from '../cli/context.ts';
import { main } from '../cli/main.ts';
import type { Output } from '../cli/output.ts';
import { serveSite, type TestSite } from './serve.ts';

export const COMMAND = fileURLToPath(new URL('../../scripts/audit.ts', import.meta.url));

/** A folder of this checkout, not one shared by all users of the machine: V8 runs the code in it. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface EndedCli extends CliRun {
  readonly signal: NodeJS.Signals | null;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of stdin; default: nothing. */
  readonly stdin?: string;
  readonly cwd?: string;
  readonly program?: string;
  /** A file descriptor instead of a pipe for stdout. */
  readonly stdout?: number;
  /** Runs as another user (65534), which needs root. */
  readonly asNobody?: boolean;
}

export interface RunOptions extends Partial<Pick<Context, 'cwd' | 'env' | 'signal' | 'audit' | 'program'>> {
  /** The content of stdin; default: nothing. */
  readonly stdin?: string;
  /** Makes stdin, stdout and stderr a terminal with this many columns. */
  readonly columns?: number;
  /** Receives all of stderr so far after each write. */
  readonly onStderr?: (text: string) => void;
  /** The command, if it is not that of `scripts/audit.ts`. */
  readonly main?: (argv: readonly string[], context: Context) => Promise<number>;
}

/** Returns a context in memory, and its output. It has no public resolver. */
export function memoryContext({ stdin = '', columns, onStderr, main: _, ...given }: RunOptions = {}): {
  readonly context: Context;
  readonly written: { stdout: string; stderr: string };
} {
  const written = { stdout: '', stderr: '' };
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const context: Context = {
    cwd: process.cwd(),
    signal: new AbortController().signal,
    program: 'node scripts/audit.ts',
    audit: runningHere(),
    ...given,
    env: { AUDIT_RESOLVER: NO_RESOLVER, ...given.env },
    stdin: Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), terminal),
    stdout: {
      ...terminal,
      write: (text) => {
        written.stdout += text;
      },
    },
    stderr: {
      ...terminal,
      write: (text) => {
        written.stderr += text;
        onStderr?.(written.stderr);
      },
    },
  };
  return { context, written };
}

/** Runs the command in this process, including its audits. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const { context, written } = memoryContext(options);
  const code = await (options.main ?? main)(args, context);
  return { code, ...written };
}

export function quietOutput(given: Partial<Output> = {}): Output {
  const session = new Session(memoryContext().context);
  const text = { color: false, width: 80 };
  return { session, format: 'text', quiet: true, verbose: false, interactive: false, text, ...given };
}

const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

/** An address where nothing listens. */
const NO_RESOLVER = 'http://127.0.0.1:9/dns-query';

interface StartedCli {
  readonly child: ChildProcess;
  readonly done: Promise<EndedCli>;
}

/** Starts the command without the caller's settings and colors, and without a public resolver. */
export function startCli(args: readonly string[], options: CliOptions = {}): StartedCli {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    AUDIT_RESOLVER: NO_RESOLVER,
    // Hundreds of runs use the compiled code of the first.
    NODE_COMPILE_CACHE: COMPILED,
    ...options.env,
  };
  const user = options.asNobody === true ? AS_NOBODY : [];
  const [command = '', ...rest] = [...user, process.execPath, options.program ?? COMMAND, ...args];
  const child = spawn(command, rest, {
    env,
    cwd: options.cwd,
    stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A command that does not read stdin closes it.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.stdin ?? '');
  const done = new Promise<EndedCli>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, done };
}

export function cli(args: readonly string[], options: CliOptions = {}): Promise<EndedCli> {
  return startCli(args, options).done;
}

/** Serves a small site that a command can audit: a page and a robots.txt. */
export function smallSite(): Promise<TestSite> {
  return serveSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="en"><title>Small</title><main><h1>Small</h1><p>A small site.</p></main></html>',
    },
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
  });
}

export async function stallingSite(): Promise<
  TestSite & { readonly stalled: Promise<void>; release(): void }
> {
  const hanging: (() => void)[] = [];
  let released = false;
  let begun: () => void = () => undefined;
  const stalled = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const site = await serveSite({
    '/': { type: 'text/html', body: '<!doctype html><title>Slow</title><h1>Slow</h1>' },
    '*': (_, response) => {
      const answer = () => response.writeHead(404).end('no');
      if (released) answer();
      else hanging.push(answer);
      begun();
    },
  });
  return Object.assign(site, {
    stalled,
    release: () => {
      released = true;
      for (const answer of hanging.splice(0)) answer();
    },
  });
}
