/** Rewrites commander's usage errors, so that they name the command that was called. */
import type { Command, CommanderError, Option } from 'commander';
import { nearest } from '../base/text.ts';
import { beforeDashes } from './error-format.ts';
import { CliError, fromCommander, shownName, unknownName } from './errors.ts';

/** Makes every command report usage errors as a CliError that names the command. */
export function explainUsage(root: Command, argv: readonly string[]): void {
  const visit = (command: Command) => {
    command.exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageError(error, command, root, argv);
    });
    command.commands.forEach(visit);
  };
  visit(root);
}

/** Returns the path of a command, for example `skill install`; empty for the program itself. */
export function commandPathOf(command: Command): string {
  return command.parent === null ? '' : `${commandPathOf(command.parent)} ${command.name()}`.trim();
}

function usageError(error: CommanderError, at: Command, root: Command, argv: readonly string[]): CliError {
  const help = `Type ${`${root.name()} ${commandPathOf(at)}`.trim()} --help to see what it takes.`;
  switch (error.code) {
    case 'commander.unknownOption':
      return unknownOption(quotedIn(error), at, root, argv);
    // Commander reports `help` if a group of commands is called without a command, or if `help` names an unknown command.
    case 'commander.help':
    case 'commander.unknownCommand':
      return unknownCommand(
        at,
        at.args.find((arg) => arg !== 'help' && !arg.startsWith('-')),
        help,
      );
    case 'commander.missingArgument': {
      const missing = at.registeredArguments.find((one) => one.name() === quotedIn(error));
      return new CliError('usage', `Missing argument <${missing?.name()}>: ${missing?.description}.`, {
        hint: help,
        ...(missing?.argChoices === undefined ? {} : { allowed: missing.argChoices }),
      });
    }
    case 'commander.excessArguments': {
      const refused = commandPathOf(at) === 'audit' ? refusedTargets(root, at.args) : undefined;
      if (refused !== undefined) return refused;
      const most = at.registeredArguments.length;
      const takes = most === 0 ? 'no arguments' : most === 1 ? 'one argument' : `at most ${most} arguments`;
      return new CliError(
        'usage',
        `Too many arguments: ${commandPathOf(at)} takes ${takes}, and “${shownName(at.args[most] ?? '')}” is one more.`,
        { hint: help },
      );
    }
    case 'commander.optionMissingArgument': {
      const option = optionsOf(at).find(({ flags }) => flags === quotedIn(error));
      const value = /<[^<>]+>/.exec(option?.flags ?? '')?.[0];
      return new CliError('usage', `${nameOf(option) ?? quotedIn(error)} needs a value: ${value}.`, {
        hint: help,
      });
    }
    default:
      return fromCommander(error, root.name());
  }
}

function unknownOption(flag: string, at: Command, root: Command, argv: readonly string[]): CliError {
  const path = commandPathOf(at);
  const program = root.name();
  const help = (name: string) => `${program} ${name} --help`;
  const typed = asTyped(flag, argv);
  const [name = flag] = flag.split('=', 1);
  if (/\.|:\/\//.test(typed) && !typed.includes('=')) {
    const printable = shownName(typed);
    const command = path === 'audit' ? program : `${program} ${path}`;
    return new CliError(
      'usage',
      `Unknown option ${printable}: an argument that begins with a dash is read as options.`,
      {
        hint: `${path === 'audit' ? 'No host name begins with a dash. ' : ''}To pass it as an argument, put -- before it: ${command} -- ${printable}`,
      },
    );
  }
  if (typed !== flag) {
    return new CliError('usage', `Unknown option ${shownName(flag)} in ${shownName(typed)}.`, {
      hint: `Type ${help(path)} to see what it takes.`,
    });
  }
  if (optionsOf(at).some(called(name))) {
    return new CliError(
      'usage',
      `${name} is a switch and takes no value, not “${shownName(flag.slice(name.length + 1))}”.`,
      {
        hint: `Type ${name} alone, or leave it out.`,
      },
    );
  }
  const owners = commandsOf(root).filter((one) => one !== root && one.options.some(called(name)));
  const [owner] = owners;
  if (owner !== undefined) {
    return new CliError(
      'usage',
      `${name} is an option of ${owners.map(commandPathOf).join(', ')}, not of ${path}.`,
      {
        hint: `Type ${help(commandPathOf(owner))}, or ${help(path)}, to see what each takes.`,
      },
    );
  }
  const near = nearest(
    name,
    optionsOf(at).flatMap((option) => nameOf(option) ?? []),
  );
  const question = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new CliError('usage', `Unknown option ${shownName(flag)}.`, {
    hint: `${question}Type ${help(path)} to see what it takes.`,
  });
}

/** Returns the option as typed. For combined flags such as `-fx`, commander's error names only the rejected letters. */
function asTyped(flag: string, argv: readonly string[]): string {
  const args = beforeDashes(argv);
  if (args.includes(flag)) return flag;
  return args.find((arg) => /^-[^-]/.test(arg) && arg.endsWith(flag.slice(1))) ?? flag;
}

/** Returns an error if the target is `-` (stdin) or a single word, which is probably a command, or if a second target follows. */
export function refusedTargets(root: Command, [first = '', second]: readonly string[]): CliError | undefined {
  if (/^[a-z_]+$/i.test(first) && first !== 'localhost') {
    return unknownCommand(root, first, `For a host of that name, type http://${first}.`);
  }
  if (first !== '-' && second === undefined) return undefined;
  const more = second === undefined ? 'and reads no list' : `and “${shownName(second)}” is one more`;
  return new CliError('usage', `One command audits one site, ${more}.`, {
    hint: `Use a loop: for site in …; do ${root.name()} "$site"; done. For a list, a checkout of the catalog has npm run -s audit:catalog.`,
  });
}

export function unknownCommand(group: Command, typed: string | undefined, hint: string): CliError {
  const allowed = group.commands.map((one) => one.name());
  const path = commandPathOf(group);
  if (typed === undefined) {
    return new CliError('usage', `The name of a command is missing after “${path}”.`, { hint, allowed });
  }
  const owner = path === '' ? 'There is' : `${path} has`;
  const message = (printable: string) => `${owner} no command “${printable}”.`;
  if (allowed.length === 0) return new CliError('usage', message(shownName(typed)), { hint });
  return unknownName({ kind: 'usage', message, name: typed, allowed, hint });
}

function optionsOf(command: Command): readonly Option[] {
  return command.parent === null ? command.options : [...command.options, ...optionsOf(command.parent)];
}

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

function called(name: string): (option: Option) => boolean {
  return ({ long, short }) => long === name || short === name;
}

function nameOf(option: Option | undefined): string | undefined {
  return option?.long ?? option?.short ?? undefined;
}

/** Returns the text that commander quotes in its message. */
function quotedIn({ message }: CommanderError): string {
  return message.slice(message.indexOf("'") + 1, message.lastIndexOf("'"));
}
