/** Options and commands that were removed. Users who still type one are told what to use instead. */
import { DEFAULT_BASE_URL } from '../versions.ts';
import { beforeDashes } from './asked-format.ts';
import { CliError } from './errors.ts';

interface Removed {
  /** A command, or an option or word behind one. */
  readonly typed: string;
  /** The variable that an option was set by. */
  readonly env?: string;
  readonly why: string;
  readonly instead: string;
}

const NO_REPORTS = 'reports of other tools are no input any more';
const WHY_OTHERS_DIFFER = `Why their verdicts differ: ${DEFAULT_BASE_URL}/why-others-differ`;

export const REMOVED: readonly Removed[] = [
  { typed: 'compare --with', env: 'AUDIT_WITH', why: NO_REPORTS, instead: WHY_OTHERS_DIFFER },
  { typed: 'schema compare-with', why: NO_REPORTS, instead: WHY_OTHERS_DIFFER },
  { typed: 'manual', why: 'there is no manual page any more', instead: 'Use --help, or help <command>.' },
  {
    typed: 'completions powershell',
    why: 'PowerShell is not completed any more',
    instead: 'There are completions for bash, zsh and fish.',
  },
];

/** The error for what is typed or set and was removed; `undefined` where all of it is there. */
export function removedIn(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CliError | undefined {
  const args = beforeDashes(argv);
  const first = args.find((arg) => !arg.startsWith('-'));
  const gone = REMOVED.find(({ typed, env: variable = '' }) => {
    const [command, word] = typed.split(' ');
    if (first !== command) return false;
    return word === undefined || env[variable] || args.some((arg) => arg.split('=', 1)[0] === word);
  });
  if (gone === undefined) return undefined;
  return new CliError('usage', `${gone.typed} was removed: ${gone.why}.`, { hint: gone.instead });
}

/** Variables that are read no more, and what says the same. */
export const REMOVED_VARIABLES: Readonly<Record<string, string>> = {
  AUDIT_JSON: 'AUDIT_OUTPUT=json',
  AUDIT_JSONL: 'AUDIT_OUTPUT=jsonl',
};

/** The error for a variable that is set and was removed; one that was set to change nothing still may be. */
export function removedVariable(env: Readonly<Record<string, string | undefined>>): CliError | undefined {
  const isSet = (name: string) => !/^(?:|0|false|no|off)$/i.test(env[name] ?? '');
  const [name, instead] = Object.entries(REMOVED_VARIABLES).find(([one]) => isSet(one)) ?? [];
  if (name === undefined) return undefined;
  return new CliError('configuration', `${name} is read no more.`, { hint: `Set ${instead} in its place.` });
}
