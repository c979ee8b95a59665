/** Connects the command line to this process: its streams, signals, working folder and exit code. */

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
 * Returns the context of a program that runs in this process. A signal, an uncaught error or an error on stdout stops the run
 * and ends the process at once.
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
      const react = tell ?? (() => stop({ signal }));
      tell = undefined;
      react();
    });
  }
  // A closed pipe ends the run quietly. Other errors, such as a full disk, are reported.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') stop({ closedPipe: true });
    fault(new FileError('Cannot write to stdout', error));
  });
  // Ignore errors on stderr, because they cannot be reported anywhere.
  process.stderr.on('error', () => undefined);
  return {
    // A getter, so Node creates stdin only for commands that read it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // A getter, because a deleted working directory is an error only for commands that use it.
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
 * Changes to the folder in which npm was called. `npm run` starts a script in the folder of its package, here the auditor's
 * checkout (`npm --prefix ../auditor run audit`), but users type file names relative to their own folder. Scripts of other
 * packages stay in the folder in which npm started them.
 * @returns whether the folder was changed
 */
export function enterCallersFolder(root: string, env: NodeJS.ProcessEnv): boolean {
  const { INIT_CWD: folder, npm_package_json: manifest } = env;
  if (folder === undefined || manifest === undefined) return false;
  const [checkout, ...started] = [root, dirname(manifest), process.cwd()].map((one) => realpathSync(one));
  if (started.some((one) => one !== checkout) || realpathSync(folder) === checkout) return false;
  process.chdir(folder);
  return true;
}

/** Returns the npm command for a script of the checkout at `root`. If `entered` is set, npm was called in another folder. */
export function npmProgram(script: string, root: string, entered: boolean): string {
  return `npm ${entered ? `--prefix ${shellWord(root)} ` : ''}run -s ${script} --`;
}

/** Returns the command that starts this program. If a package manager started it, the command has the package's URL. */
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

type Stop =
  | { readonly signal: NodeJS.Signals }
  /** The reader of stdout closed the pipe, as `| head -1` does. */
  | { readonly closedPipe: true }
  | { readonly error: unknown };

/** Returns the exit code of a stopped run. For a signal it is 128 plus the signal's number, as in shells. */
function codeOfStop(stop: Stop): number {
  if ('signal' in stop) return 128 + constants.signals[stop.signal];
  return 'closedPipe' in stop ? 128 + constants.signals.SIGPIPE : exitCodeOf(toAuditError(stop.error));
}

/**
 * Runs a command and returns its exit code. Reports every error with the same formatter.
 * @param remains how the message about an interruption ends, for example `no file was left half-written`
 */
export function runToEnd(
  session: Session,
  argv: readonly string[],
  work: () => Promise<number>,
  remains: string,
): Promise<number> {
  const { signal } = session.context;
  const style = errorStyle(argv, session.context);
  const report = (error: unknown): number => {
    const auditError = toAuditError(error);
    session.erase();
    session.context.stderr.write(formatError(auditError, style));
    return exitCodeOf(auditError);
  };
  return new Promise((resolve) => {
    const stopped = () => {
      const stop = signal.reason as Stop;
      session.undo();
      if ('signal' in stop)
        report(new AuditError('interrupted', `Interrupted by ${stop.signal}; ${remains}.`));
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
