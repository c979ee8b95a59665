/** What every command gets: its settings and how to speak. */
import type { Command } from 'commander';
import { npxCommand } from '../npx.ts';
import { INSTALLED_NAME } from '../package.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
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

/**
 * What is typed to call this program where it runs now. What a package manager has started, as `npx` does, may not be on the
 * PATH of the one who reads this: then it is the address from which it always can be run.
 */
export function programName(argv: readonly string[], env: NodeJS.ProcessEnv): string {
  if (/[\\/]scripts[\\/]audit\.ts$/.test(argv[1] ?? '')) {
    return env.npm_lifecycle_event === 'audit' ? 'npm run -s audit --' : 'node scripts/audit.ts';
  }
  return env.npm_config_user_agent === undefined ? INSTALLED_NAME : npxCommand(DEFAULT_BASE_URL);
}
