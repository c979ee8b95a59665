/** The command line: from arguments to an exit code. */
import { CommanderError } from 'commander';
import { type Context, Session } from './context.ts';
import { toAuditError } from './errors.ts';
import { keptByNpm } from './npm.ts';
import { buildProgram } from './program.ts';
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
      const refused = keptByNpm(program, argv, context.env);
      if (refused !== undefined) throw refused;
      await program.parseAsync(argv, { from: 'user' });
      return 0;
    } catch (error) {
      throw error instanceof CommanderError ? error : toAuditError(error);
    }
  };
  return runToEnd(session, argv, work, 'no file was left half-written');
}
