/** Sites that make the audit process fail, and the process that fails. */
import childProcess, { type ForkOptions } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import module from 'node:module';
import { type Route, serveSite, type TestSite } from './serve.ts';

/** The action of an audit process when it parses the page. */
export type Misbehavior =
  | 'hangs'
  | 'backtracks for ever'
  | 'fills its heap'
  | 'fills the memory outside of its heap'
  | 'keeps much memory'
  | 'aborts'
  | 'throws'
  | 'tries to break out';

/** Forbidden actions, and Node's error for each. */
export const ATTEMPTS = {
  'to read a file': 'ERR_ACCESS_DENIED',
  'to read its environment as a file': 'ERR_ACCESS_DENIED',
  'to read that of the program': 'ERR_ACCESS_DENIED',
  'to read what lies next to its code': 'ERR_ACCESS_DENIED',
  'to write a file': 'ERR_ACCESS_DENIED',
  'to write compiled code': 'ERR_ACCESS_DENIED',
  'to start a process': 'ERR_ACCESS_DENIED',
  'to start a thread': 'ERR_ACCESS_DENIED',
  'to load an addon': 'ERR_DLOPEN_DISABLED',
  'to use WASI': 'ERR_ACCESS_DENIED',
} as const;

/** A comment in a page that makes the audit process do so. */
export const MARK = /<!-- the auditor ([a-z ]+) -->/;

/** Environment of a program that starts audit processes; `label` identifies them. */
export function misbehavingEnv(label: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: preloading(label) };
}

const preloading = (label: string) => `--import=${new URL(`./misbehave.ts?${label}`, import.meta.url).href}`;

/**
 * Makes the audit processes that this process starts from now on misbehave. The environment of this process does not reach
 * them.
 *
 * @returns a function that stops this
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

/** Returns a page that makes its parser fail. */
export function upsetting(what: Misbehavior): Exclude<Route, (...args: never) => unknown> {
  return { type: 'text/html', body: `<!doctype html><!-- the auditor ${what} --><title>A</title><h1>A</h1>` };
}

/** Serves a site with a valid root, and an llms.txt that makes its parser fail once `whenToBegin` allows it. */
export async function upsettingSite(
  what: Misbehavior,
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

/** Returns the running audit processes with this label, whatever started them. Linux only. */
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
