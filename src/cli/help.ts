import { type Argument, type Command, Help, type HelpConfiguration, Option } from 'commander';
import { definitionOf } from '../audit/check-texts/index.ts';
import { type Session, widthOf } from './context.ts';
import { type CommandExample, exampleLines } from './examples.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandPathOf, unknownCommand } from './usage.ts';

/** The options in the top-level help. `audit --help` shows all options. */
const COMMON = [
  '--only',
  '--site-type',
  '--config',
  '--fail-under',
  '--output-file',
  '--har',
  '--replay',
  '--dry-run',
  '--output',
  '--json',
  '--timeout',
  '--quiet',
  '--verbose',
  '--version',
  '--help',
];
const COMMON_HEADING = 'Common options:';
const MAX_WIDTH = 110;
/** The heading of the global options, as commander prints it in the help of subcommands. */
export const GLOBAL_HEADING = 'Global Options:';

export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  visibleOptions,
  visibleGlobalOptions,
  groupItems,
  optionDescription,
  subcommandTerm,
};

/** Returns the width of help texts, in columns; 80 without a session. */
export function helpWidth(session: Session | undefined): number {
  return Math.min(widthOf(session?.context.stdout ?? {}), MAX_WIDTH);
}

/** Returns the options in a command's help. The top-level help includes options of `audit`, the default command. */
function visibleOptions(this: Help, command: Command): Option[] {
  const ownOptions = Help.prototype.visibleOptions.call(this, command);
  const audit = command.commands.find((one) => one.name() === 'audit');
  if (audit === undefined) return ownOptions;
  return [...audit.options, ...ownOptions]
    .filter(({ long }) => COMMON.includes(long ?? ''))
    .sort((a, b) => COMMON.indexOf(a.long ?? '') - COMMON.indexOf(b.long ?? ''))
    .map(({ flags, description }) => new Option(flags, brief(description)).helpGroup(COMMON_HEADING));
}

/** Splits an option's description into its text and the facts in brackets that settings.ts adds. */
function partsOf(description: string): { readonly text: string; readonly facts: readonly string[] } {
  const at = description.search(/ \((?:one of|default:) /);
  if (at < 0) return { text: description, facts: [] };
  return { text: description.slice(0, at), facts: description.slice(at + 2, -1).split('; ') };
}

/** Removes the variable, the configuration field and trivial defaults from an option's description. */
function brief(description: string): string {
  const { text, facts } = partsOf(description);
  const relevantFacts = facts.filter((fact) => !/^(?:env|config): |^default: (?:off|none)$/.test(fact));
  return relevantFacts.length === 0 ? text : `${text} (${relevantFacts.join('; ')})`;
}

/** Puts an option's choices, default and variable on a new line, unless `brief` has shortened the description. */
function optionDescription(this: Help, { description, helpGroupHeading }: Option): string {
  if (helpGroupHeading === COMMON_HEADING) return description;
  const { text, facts } = partsOf(description);
  return facts.length === 0 ? text : `${text}\n(${facts.join('; ')})`;
}

/** Returns a command's name and arguments. Leaves out “[options]” to save space, because every command has options. */
function subcommandTerm(command: Command): string {
  return [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' ');
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function visibleGlobalOptions(this: Help, command: Command): Option[] {
  const options = Help.prototype.visibleGlobalOptions.call(this, command);
  return options.filter(({ long }) => long !== '--version');
}

/** Returns the groups of a help text in the order of their first visible item. */
function groupItems<T extends Command | Option>(
  this: Help,
  _: T[],
  visible: T[],
  getGroup: (item: T) => string,
): Map<string, T[]> {
  return Help.prototype.groupItems.call(this, visible, visible, getGroup as never) as Map<string, T[]>;
}

/** Returns the end of a help text: examples and exit codes. Only the top-level help and `audit` list all codes. */
export function helpFooter(
  of: Command,
  examples: readonly CommandExample[],
  program: string,
  width: number,
): string {
  const top = of.parent === null;
  const full = top || of.name() === 'audit';
  const lines = [
    ...(top ? [...MORE.map((line) => line.replaceAll('<program>', program)), ''] : []),
    'Examples:',
    ...exampleLines(examples, program),
    '',
    ...(full
      ? ['Exit codes:', ...exitCodes(width)]
      : [`Exit codes: 0 success, 2 usage; ${program} --help has all.`]),
  ];
  return ['', ...lines].join('\n');
}

const MORE = [
  'All options:  <program> audit --help',
  'Each has an environment variable: --fail-under has AUDIT_FAIL_UNDER.',
];

function exitCodes(width: number): string[] {
  const layout = new Help();
  return EXIT_CODES.map(({ code, meaning }) => {
    const lines = layout.boxWrap(meaning, Math.max(width - CODE_COLUMNS, 40)).split('\n');
    return `  ${String(code).padEnd(CODE_COLUMNS - 2)}${lines.join(`\n${' '.repeat(CODE_COLUMNS)}`)}`;
  });
}

const CODE_COLUMNS = 7;

/**
 * Prints the help of the command that the words name, for example `skill install`. Without words, prints the top-level help.
 * @throws CliError `usage` if a word is not the name of a command
 */
export function help(root: Command, words: readonly string[]): void {
  let command = root;
  for (const word of words) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) throw unknownCommand(command, word, hintFor(root.name(), command, word));
    command = found;
  }
  command.outputHelp();
}

function hintFor(program: string, command: Command, word: string): string {
  if (definitionOf(word) !== undefined) return `It is a check: type ${program} explain ${word}`;
  const path = commandPathOf(command);
  return path === '' ? `Type ${program} --help to see them all.` : `Type ${program} help ${path}`;
}
