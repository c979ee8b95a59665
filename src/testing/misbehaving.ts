/** Sites that upset the process that audits them, and that process. */
import childProcess, { type ForkOptions } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import module from 'node:module';
import { type Route, serveSite, type TestSite } from './serve.ts';

/** What a process that audits does when it reads a page. */
export type Misbehaviour =
  | 'hangs'
  | 'backtracks for ever'
  | 'fills its heap'
  | 'fills the memory outside of its heap'
  | 'keeps much memory'
  | 'aborts'
  | 'throws'
  | 'tries to break out';

/** What it tries there, and how Node refuses it. */
export const ATTEMPTS = {
  'to read a file': 'ERR_ACCESS_DENIED',
  'to read its environment as a file': 'ERR_ACCESS_DENIED',
  'to read that of the program': 'ERR_ACCESS_DENIED',
  'to read what lies beside its code': 'ERR_ACCESS_DENIED',
  'to write a file': 'ERR_ACCESS_DENIED',
  'to write compiled code': 'ERR_ACCESS_DENIED',
  'to start a process': 'ERR_ACCESS_DENIED',
  'to start a thread': 'ERR_ACCESS_DENIED',
  'to load an addon': 'ERR_DLOPEN_DISABLED',
  'to use WASI': 'ERR_ACCESS_DENIED',
} as const;

/** Stands in a page: the process that reads it does so. */
export const MARK = /<!-- the auditor ([a-z ]+) -->/;

/** Of the environment of a program that starts processes that audit; `label` finds these again. */
export function misbehavingEnv(label: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: preloading(label) };
}

const preloading = (label: string) => `--import=${new URL(`./misbehave.ts?${label}`, import.meta.url).href}`;

/**
 * Makes the processes that audit misbehave which this one starts from here on. What this one has in its environment does not
 * reach them.
 *
 * @returns ends it
 */
export function makeAuditorsMisbehave(label: string): () => void {
  const { fork } = childProcess;
  const misbehaving = (entry: string | URL, args: readonly string[], options: ForkOptions) =>
    fork(entry, args, { ...options, execArgv: [...(options.execArgv ?? []), preloading(label)] });
  childProcess.fork = misbehaving as typeof fork;
  module.syncBuiltinESMExports();
  return () => {
    childProcess.fork = fork;
    module.syncBuiltinESMExports();
  };
}

/** A page that upsets its reader. */
export function upsetting(what: Misbehaviour): Exclude<Route, (...args: never) => unknown> {
  return { type: 'text/html', body: `<!doctype html><!-- the auditor ${what} --><title>A</title><h1>A</h1>` };
}

/** A site whose root is fine, and whose llms.txt upsets its reader as soon as `whenToBegin` says so. */
export async function upsettingSite(
  what: Misbehaviour,
  whenToBegin: Promise<unknown> = Promise.resolve(),
): Promise<TestSite> {
  const { body } = upsetting(what);
  return serveSite({
    '/': { type: 'text/html', body: '<!doctype html><title>Home</title><h1>Home</h1>' },
    '/robots.txt': { status: 404 },
    '/llms.txt': async ({ headers }, response) => {
      await whenToBegin;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${body}http://${headers.host}/told`);
    },
    '*': { status: 404, body: 'no' },
  });
}

/** The processes that audit with this label, wherever they were started from. Linux only. */
export async function auditorsOf(label: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const of = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
      const command = await of('cmdline');
      return command.includes(`?${label}`) && command.includes('auditor') ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
