/** The command line: from arguments to an exit code. */
import { type Command, CommanderError } from 'commander';
import type { AuditError } from '../errors.ts';
import { nearest } from '../parse/nearest.ts';
import { type Context, Session } from './context.ts';
import { CliError, toAuditError } from './errors.ts';
import { keptByNpm } from './npm.ts';
import { buildProgram } from './program.ts';
import { removedIn } from './removed.ts';
import { runToEnd } from './stop.ts';
import { explainUsage } from './usage.ts';

/**
 * Runs one command.
 *
 * @param argv what stands behind the program's name
 * @returns the exit code
 */
export function main(argv: readonly string[], context: Context): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    const program = buildProgram(context.program, session);
    explainUsage(program, argv);
    try {
      const refused = removedIn(argv, context.env) ?? keptByNpm(program, argv, context.env);
      if (refused !== undefined) throw refused;
      await program.parseAsync(argv, { from: 'user' });
      return 0;
    } catch (error) {
      throw error instanceof CommanderError ? error : withCommandHint(toAuditError(error), argv, program);
    }
  };
  return runToEnd(session, argv, work, 'no file was left half-written');
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
