/** Reads the settings of a command, including those for its output. */
import type { Command } from 'commander';
import type { AUDIT } from './audit/options.ts';
import type { LoadedConfig } from './config/load.ts';
import type { Session } from './context.ts';
import { CONFIG, GLOBAL } from './options.ts';
import { notice, type Output, outputOf } from './output.ts';
import { type Resolved, resolve, type Settings } from './settings.ts';

export interface Run<S extends Settings> extends Resolved<S> {
  readonly output: Output;
  readonly timeoutMs: number;
  /** The project's configuration; `undefined` if there is none, or if the command does not read it. */
  readonly config: LoadedConfig | undefined;
  readonly program: string;
}

export type AuditRun = Run<typeof AUDIT>;

/**
 * Reads the settings of a command, and the configuration if the command has `--config`.
 * @throws CliError `usage` or `configuration`
 */
export async function runOf<S extends Settings>(
  command: Command,
  settings: S,
  session: Session,
): Promise<Run<S>> {
  const { env, program, entered, cwd } = session.context;
  const global = resolve(command, GLOBAL, env);
  const timeoutMs = Math.round(global.values.timeout * 1000);
  const dryRun =
    settings.dryRun !== undefined &&
    resolve(command, { dryRun: settings.dryRun }, env).values.dryRun === true;
  const config = 'noConfig' in settings ? await configOf(command, session, { timeoutMs, dryRun }) : undefined;
  const { values, sources } = resolve(command, settings, env, config);
  const output = outputOf(global, session);
  if (entered === true) notice(output, `Working folder: ${cwd}`);
  if (config?.unread === true) {
    notice(output, `Would execute ${config.name}: a dry run executes nothing, so its settings are left out.`);
  }
  return { values, sources, timeoutMs, program, config, output };
}

async function configOf(
  command: Command,
  { context: { env, cwd } }: Session,
  options: { readonly timeoutMs: number; readonly dryRun: boolean },
): Promise<LoadedConfig | undefined> {
  const { values, sources } = resolve(command, CONFIG, env);
  const path = values.config;
  const by = sources.config;
  // A flag that names a file takes precedence over the variable AUDIT_NO_CONFIG.
  if (values.noConfig && by !== 'flag') return undefined;
  const named = path === undefined || (by !== 'flag' && by !== 'env') ? undefined : { path, by };
  const { findConfig } = await import('./config/find.ts');
  const found = named ?? (await findConfig(cwd));
  if (found === undefined) return undefined;
  return (await import('./config/load.ts')).loadConfig(found, cwd, options);
}
