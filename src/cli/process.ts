/** This process as what is around a run of the command line. */
import { FileError } from '../errors.ts';
import { npxCommand } from '../npx.ts';
import { INSTALLED_NAME } from '../package.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../versions.ts';
import type { Context } from './context.ts';
import { codeOfStop, type Stop } from './stop.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The context of a program that is a process: a signal, a fault that nothing has caught, and a fault of stdout stop the run
 * and end the process at once.
 *
 * @param program what is typed to call it
 */
export function processContext(program: string): Context {
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
  };
}

/**
 * What is typed to call this program where it runs now. What a package manager has started, as `npx` does, may not be on the
 * PATH of the one who reads this: then it is the address from which it always can be run, where it was built for one.
 */
export function programName(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  if (/[\\/]scripts[\\/]audit\.ts$/.test(argv[1] ?? '')) {
    return env.npm_lifecycle_event === 'audit' ? 'npm run -s audit --' : 'node scripts/audit.ts';
  }
  const canRunByAddress = env.npm_config_user_agent !== undefined && !leadsNowhere(DEFAULT_BASE_URL);
  return canRunByAddress ? npxCommand(DEFAULT_BASE_URL) : INSTALLED_NAME;
}
