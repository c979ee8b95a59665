/** Sites that upset the process that audits them, and that process. */
import { readdir, readFile } from 'node:fs/promises';
import { type Route, serveSite, type TestSite } from './serve.ts';

/** What a process that audits does when it reads a page. */
export type Misbehaviour =
  | 'hangs'
  | 'backtracks for ever'
  | 'fills its heap'
  | 'fills the memory outside of its heap'
  | 'keeps much memory'
  | 'aborts'
  | 'throws';

/** Stands in a page: the process that reads it does so. */
export const MARK = /<!-- the auditor ([a-z ]+) -->/;

/** Of the environment of whoever starts processes that audit; `label` finds these again. */
export function misbehavingEnv(label: string): Readonly<Record<string, string>> {
  const module = new URL(`./misbehave.ts?${label}`, import.meta.url).href;
  return { NODE_OPTIONS: `--import=${module}` };
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
    '/llms.txt': async (_, response) => {
      await whenToBegin;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
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
      const [environment, command] = await Promise.all([of('environ'), of('cmdline')]);
      return environment.includes(`?${label}`) && command.includes('auditor') ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
