/** How help texts are laid out, beyond what commander does. */
import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import { EXIT_CODES } from './errors.ts';
import { type Example, exampleLines } from './examples.ts';
import { widthOf } from './output.ts';

/** Widest that help is set, in columns. */
const MAX_WIDTH = 110;
/** Commander's own heading, in the help of subcommands. */
export const GLOBAL_HEADING = 'Global Options:';

export const helpConfiguration: HelpConfiguration = {
  showGlobalOptions: true,
  visibleOptions,
  visibleGlobalOptions,
  groupItems,
};

export function helpWidth(): number {
  return Math.min(widthOf(process.stdout), MAX_WIDTH);
}

/** The top-level help shows the options of the default command too: a target is typed without its name. */
function visibleOptions(this: Help, command: Command): Option[] {
  const audit = command.commands.find((one) => one.name() === 'audit');
  return [...(audit?.options ?? []), ...Help.prototype.visibleOptions.call(this, command)];
}

function visibleGlobalOptions(this: Help, command: Command): Option[] {
  const options = Help.prototype.visibleGlobalOptions.call(this, command);
  return options.filter(({ long }) => long !== '--version');
}

/** Groups in the order in which their first item is shown. */
function groupItems<T extends Command | Option>(
  this: Help,
  _: T[],
  visible: T[],
  getGroup: (item: T) => string,
): Map<string, T[]> {
  return Help.prototype.groupItems.call(this, visible, visible, getGroup as never) as Map<string, T[]>;
}

/** What stands below the options: examples for a person and an agent, and the exit codes. */
export function helpFooter(examples: readonly Example[], program: string): string {
  const codes = EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`);
  return ['', 'Examples:', ...exampleLines(examples, program), '', 'Exit codes:', ...codes].join('\n');
}
