/** What every command gets: its settings and how to speak. */
import type { Command } from 'commander';
import { npxCommand } from '../npx.ts';
import { INSTALLED_NAME } from '../package.ts';
import { DEFAULT_BASE_URL, leadsNowhere } from '../versions.ts';
import type { LoadedConfig } from './config/load.ts';
import { CONFIG } from './options/config.ts';
import { GLOBAL } from './options.ts';
import { type Output, outputOf } from './output.ts';
import { type Resolved, resolve, type Settings } from './settings.ts';

export interface Run<S extends Settings> extends Resolved<S> {
  readonly output: Output;
  readonly timeoutMs: number;
  /** The configuration of the project; `undefined` where there is none, and for commands that do not read it. */
  readonly config: LoadedConfig | undefined;
  /** What is typed to call the program, for hints. */
  readonly program: string;
}

/**
 * Reads the settings of a command, and the configuration where the command takes `--config`.
 *
 * @throws CliError `usage` or `configuration`
 */
export async function runOf<S extends Settings>(
  command: Command,
  settings: S,
  program: string,
): Promise<Run<S>> {
  const global = resolve(command, GLOBAL, process.env);
  const config = 'noConfig' in settings ? await configOf(command) : undefined;
  const { values, sources } = resolve(command, settings, process.env, config);
  const timeoutMs = global.values.timeout * 1000;
  return { values, sources, timeoutMs, program, config, output: outputOf(global, process.env) };
}

async function configOf(command: Command): Promise<LoadedConfig | undefined> {
  const { values, sources } = resolve(command, CONFIG, process.env);
  const path = values.config;
  const by = sources.config;
  // A file that is named by a flag counts whatever a variable says.
  if (values.noConfig && by !== 'flag') return undefined;
  const named = path === undefined || (by !== 'flag' && by !== 'env') ? undefined : { path, by };
  const { findConfig } = await import('./config/find.ts');
  const folder = process.cwd();
  const found = named ?? (await findConfig(folder));
  if (found === undefined) return undefined;
  return (await import('./config/load.ts')).loadConfig(found, folder);
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
