/** The command line: from arguments to an exit code. */
import { type Command, CommanderError } from 'commander';
import { AuditError } from '../errors.ts';
import { nearest } from '../parse/nearest.ts';
import { CliError, exitCodeOf, formatError, toAuditError } from './errors.ts';
import { exitNow, watchSignals } from './interrupt.ts';
import { keptByNpm } from './npm.ts';
import { errorStyle, watchStreams } from './output.ts';
import { buildProgram } from './program.ts';
import { clearProgress } from './progress.ts';
import { removedIn } from './removed.ts';
import { programName } from './run.ts';
import { explainUsage } from './usage.ts';

/** Runs one command and sets the exit code; every way to fail goes through one formatter. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const style = errorStyle(argv, process.env);
  const report = (error: unknown): number => {
    const shown = toAuditError(error);
    clearProgress();
    process.stderr.write(formatError(shown, style));
    return exitCodeOf(shown);
  };
  const fail = (error: unknown) => exitNow(report(error));
  watchStreams(fail);
  watchSignals((signal) => report(interruptedBy(signal)));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);

  const program = buildProgram(programName(process.argv, process.env));
  explainUsage(program, argv);
  try {
    const refused = removedIn(argv, process.env) ?? keptByNpm(program, argv, process.env);
    if (refused !== undefined) throw refused;
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = report(withCommandHint(toAuditError(error), argv, program));
  }
}

/** A mistyped command is taken for a target: where that fails, the hint names the command that may be meant. */
function withCommandHint(error: AuditError, argv: readonly string[], program: Command): AuditError {
  const typed = argv.find((arg) => !arg.startsWith('-')) ?? '';
  const names = program.commands.map((one) => one.name());
  if (!['usage', 'target_unreachable'].includes(error.kind) || names.includes(typed)) return error;
  const [command] = /^[a-z]+$/i.test(typed) ? nearest(typed, names) : [];
  if (command === undefined) return error;
  const hint = `Did you mean the command ${command}? ${error.hint ?? ''}`.trim();
  return new CliError(error.kind, error.message, { hint, cause: error });
}

function interruptedBy(signal: string): AuditError {
  return new AuditError('interrupted', `Interrupted by ${signal}; no file was left half-written.`);
}
