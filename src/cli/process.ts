/** This process around a run of the command line, and from a command to its exit code, whatever ends it. */

import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { CommanderError } from 'commander';
import { AuditError, FileError } from '../base/errors.ts';
import { shellWord } from '../base/escape.ts';
import { npxCommand } from '../base/npx.ts';
import { INSTALLED_NAME } from '../base/package.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../base/versions.ts';
import type { Context, Session } from './context.ts';
import { formatError, toAuditError } from './errors.ts';
import { exitCodeOf } from './exit-codes.ts';
import { errorStyle } from './output.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The context of a program that is a process: a signal, a fault that nothing has caught, and a fault of stdout stop the run
 * and end the process at once.
 *
 * @param program what is typed to call it
 * @param entered the working folder is not the one in which it was started
 */
export function processContext(program: string, entered = false): Context {
  const controller = new AbortController();
  const stop = (why: Stop): never => {
    controller.abort(why);
    process.exit(codeOfStop(why));
  };
  const fault = (error: unknown) => stop({ error });
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
  let tell: (() => void) | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const told = tell ?? (() => stop({ signal }));
      tell = undefined;
      told();
    });
  }
  // A reader that has seen enough ends the run quietly; a full disk behind stdout is an error like all others.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') stop({ closedPipe: true });
    fault(new FileError('Cannot write to stdout', error));
  });
  // Nobody is left to tell.
  process.stderr.on('error', () => undefined);
  return {
    // Opened by the command that reads it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // The folder may be gone, which only what reads files has to know.
    get cwd() {
      return process.cwd();
    },
    signal: controller.signal,
    onSignal(first) {
      tell = first;
    },
    program,
    entered,
  };
}

/**
 * Enters the folder in which npm was called. `npm run` changes into the folder of the package whose script it runs, here the
 * auditor's checkout (`npm --prefix ../auditor run audit`), but the files that users name are in their own folder. Scripts of
 * other packages stay in the folder in which npm has started them.
 *
 * @param root the folder of the checkout
 * @returns whether the folder is another one
 */
export function enterCallersFolder(root: string, env: NodeJS.ProcessEnv): boolean {
  const { INIT_CWD: folder, npm_package_json: manifest } = env;
  if (folder === undefined || manifest === undefined) return false;
  const [checkout, ...started] = [root, dirname(manifest), process.cwd()].map((one) => realpathSync(one));
  if (started.some((one) => one !== checkout) || realpathSync(folder) === checkout) return false;
  process.chdir(folder);
  return true;
}

/** What is typed to call a script of the checkout at `root`, from the folder that is worked in. */
export function npmProgram(script: string, root: string, entered: boolean): string {
  return `npm ${entered ? `--prefix ${shellWord(root)} ` : ''}run -s ${script} --`;
}

/**
 * What is typed to call this program where it runs now. What a package manager has started, as `npx` does, may not be on the
 * PATH of the one who reads this: then it is the address from which it always can be run, where it was built for one.
 */
export function programName(
  [, script = '']: readonly string[],
  env: NodeJS.ProcessEnv,
  entered = false,
): string {
  if (/[\\/]scripts[\\/]audit\.ts$/.test(script)) {
    if (env.npm_lifecycle_event !== 'audit') return 'node scripts/audit.ts';
    return npmProgram('audit', dirname(dirname(script)), entered);
  }
  const canRunByAddress = env.npm_config_user_agent !== undefined && !leadsNowhere(DEFAULT_BASE_URL);
  return canRunByAddress ? npxCommand(DEFAULT_BASE_URL) : INSTALLED_NAME;
}

/** What stops a run from outside. */
type Stop =
  | { readonly signal: NodeJS.Signals }
  /** The reader of stdout has seen enough (`| head -1`). */
  | { readonly closedPipe: true }
  | { readonly error: unknown };

/** As a shell reports it: 128 and the signal's number. */
function codeOfStop(stop: Stop): number {
  if ('signal' in stop) return 128 + constants.signals[stop.signal];
  return 'closedPipe' in stop ? 128 + constants.signals.SIGPIPE : exitCodeOf(toAuditError(stop.error));
}

/**
 * Runs a command to its exit code; every way to fail goes through one formatter.
 *
 * @param work gives the exit code
 * @param kept what holds after an interruption, as the end of a sentence
 */
export function runToEnd(
  session: Session,
  argv: readonly string[],
  work: () => Promise<number>,
  kept: string,
): Promise<number> {
  const { signal } = session.context;
  const style = errorStyle(argv, session.context);
  const report = (error: unknown): number => {
    const shown = toAuditError(error);
    session.erase();
    session.context.stderr.write(formatError(shown, style));
    return exitCodeOf(shown);
  };
  return new Promise((resolve) => {
    const stopped = () => {
      const stop = signal.reason as Stop;
      session.undo();
      if ('signal' in stop) report(new AuditError('interrupted', `Interrupted by ${stop.signal}; ${kept}.`));
      else if ('error' in stop) report(stop.error);
      session.silence();
      resolve(codeOfStop(stop));
    };
    signal.addEventListener('abort', stopped, { once: true });
    work().then(resolve, (error: unknown) => {
      if (signal.aborted) return;
      resolve(error instanceof CommanderError && error.exitCode === 0 ? 0 : report(error));
    });
  });
}
