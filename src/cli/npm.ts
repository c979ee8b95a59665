/** Detects options that npm took for itself: in `npm run audit http://x --json`, the program never receives `--json`. */
import type { Command, Option } from 'commander';
import { INSTALLED_NAME } from '../base/package.ts';
import { CliError, shownName } from './errors.ts';

/** Options that are never reported: npm gives them the same meaning, or they may be meant for npm, as in `npx --yes`. */
const SHARED = new Set(['--color', '--no-color', '--help', '--version', '--yes']);

/**
 * Returns the error for options that npm took for itself; `undefined` if there are none, or if npm did not start this program.
 * Ignores options in a script of several commands, because they may be meant for another command.
 *
 * @param argv the arguments that this program received
 */
export function keptByNpm(
  root: Command,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CliError | undefined {
  const { npm_lifecycle_script: script = '', npm_lifecycle_event: event = '' } = env;
  if (!runsThis(script)) return undefined;
  const consumed = allOptions(root).filter(({ long }) => isKept(long ?? '', argv, env));
  const [first] = consumed;
  if (first === undefined) return undefined;
  const names = [...new Set(consumed.map(({ long }) => long))];
  const command = event === 'npx' ? root.name() : `npm run -s ${shownName(event)} --`;
  return new CliError('usage', `npm kept ${names.join(' and ')} for itself, because no -- came before it.`, {
    hint:
      `Put -- before the arguments: ${command} … ${names.join(' ')}\n` +
      `(npm set the variable ${variableOf(first.long ?? '')}. If you set it yourself, unset it.)`,
  });
}

function runsThis(script: string): boolean {
  if (/[;&|]/.test(script)) return false;
  return script.includes(INSTALLED_NAME) || /scripts\/audit(?:-catalog)?\.ts/.test(script);
}

function allOptions(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(allOptions)];
}

/** Returns whether npm removed an option and set a variable instead. For `--no-json`, `npm_config_json` is empty. */
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
