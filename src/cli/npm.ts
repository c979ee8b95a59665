/**
 * Options that npm kept for itself. `npm run audit http://x --json`, without a `--` before `--json`, gives `--json` to npm. npm
 * leaves it out of the arguments and tells the script only by a variable. Without this file the option would be ignored
 * without a word.
 */
import type { Command, Option } from 'commander';
import { INSTALLED_NAME } from '../base/package.ts';
import { CliError, shownName } from './errors.ts';

/** npm's own meaning for these is the same (colour), or harmless here; `npx --yes` is npm's own alone. */
const SHARED = new Set(['--color', '--no-color', '--help', '--version', '--yes']);

/**
 * The error for options that npm has kept; `undefined` where it kept none, or where another program than npm started this one.
 * What a script made of several commands was given may have been meant for another of them, and is left alone.
 *
 * @param argv the arguments that did arrive: an option that is among them was not lost
 */
export function keptByNpm(
  root: Command,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CliError | undefined {
  const { npm_lifecycle_script: script = '', npm_lifecycle_event: event = '' } = env;
  if (!runsThis(script)) return undefined;
  const kept = allOptions(root).filter(({ long }) => isKept(long ?? '', argv, env));
  const [first] = kept;
  if (first === undefined) return undefined;
  const names = [...new Set(kept.map(({ long }) => long))];
  const command = event === 'npx' ? root.name() : `npm run -s ${shownName(event)} --`;
  return new CliError('usage', `npm kept ${names.join(' and ')} for itself: no -- stood before it.`, {
    hint:
      `Put -- before the arguments: ${command} … ${names.join(' ')}\n` +
      `(npm told of it by the variable ${variableOf(first.long ?? '')}; unset it where you have set it yourself.)`,
  });
}

/** Whether npm started this program and nothing beside it. */
function runsThis(script: string): boolean {
  if (/[;&|]/.test(script)) return false;
  return script.includes(INSTALLED_NAME) || /scripts\/audit(?:-catalog)?\.ts/.test(script);
}

function allOptions(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(allOptions)];
}

/** npm gives an option as a variable by its name; to one that begins with `no-`, the name without it, and nothing in it. */
function isKept(
  long: string,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (SHARED.has(long) || argv.some((arg) => arg === long || arg.startsWith(`${long}=`))) return false;
  const value = env[variableOf(long)];
  if (value === undefined) return false;
  return long.startsWith('--no-') === (value === '' || value === 'false');
}

function variableOf(long: string): string {
  return `npm_config_${long.replace(/^--(?:no-)?/, '').replaceAll('-', '_')}`;
}
