/** From a command to its exit code, whatever ends it: its end, an error, a signal, a closed pipe. */
import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { AuditError } from '../errors.ts';
import type { Session } from './context.ts';
import { exitCodeOf, formatError, toAuditError } from './errors.ts';
import { errorStyle } from './output.ts';

/** What stops a run from outside. */
export type Stop =
  | { readonly signal: NodeJS.Signals }
  /** The reader of stdout has seen enough (`| head -1`). */
  | { readonly closedPipe: true }
  | { readonly error: unknown };

/** As a shell reports it: 128 and the signal's number. */
export function codeOfStop(stop: Stop): number {
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
