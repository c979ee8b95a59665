/** What every command gets: its settings and how to speak. */
import type { Command } from 'commander';
import { GLOBAL } from './options.ts';
import { type Output, outputOf } from './output.ts';
import { type Resolved, resolve, type Settings } from './settings.ts';

export interface Run<S extends Settings> extends Resolved<S> {
  readonly output: Output;
  readonly timeoutMs: number;
  /** What is typed to call the program, for hints. */
  readonly program: string;
}

/**
 * Reads the settings of a command.
 *
 * @throws CliError `usage` or `configuration`
 */
export function runOf<S extends Settings>(command: Command, settings: S, program: string): Run<S> {
  const global = resolve(command, GLOBAL, process.env);
  const { values, sources } = resolve(command, settings, process.env);
  const timeoutMs = global.values.timeout * 1000;
  return { values, sources, timeoutMs, program, output: outputOf(global, process.env) };
}

/** What is typed to call this program where it runs now. */
export function programName(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  if (env.npm_lifecycle_event === 'audit') return 'npm run -s audit --';
  return /[\\/]scripts[\\/]audit\.ts$/.test(argv[1] ?? '') ? 'node scripts/audit.ts' : INSTALLED_NAME;
}

/** The `bin` of the package. */
export const INSTALLED_NAME = 'agent-readiness';
