/** The commands and their help. The code of a command is loaded when the command runs, which keeps help quick. */

import { Command } from 'commander';
import { CHECK_COUNT } from '../definitions/index.ts';
import { version } from '../package.ts';
import type { Session } from './context.ts';
import { EXAMPLES } from './examples.ts';
import { GLOBAL_HEADING, helpConfiguration, helpFooter, helpWidth } from './help.ts';
import { GLOBAL } from './options.ts';
import { ABOUT_CHECKS } from './program/checks.ts';
import type { CommandDefinition } from './program/define.ts';
import { WRITING } from './program/files.ts';
import { ABOUT_PROGRAM } from './program/program.ts';
import { SITES } from './program/sites.ts';
import { optionOf } from './settings.ts';

const READS = 'Commands that only read:';
const WRITES = 'Commands that write files:';

/**
 * Builds the program.
 *
 * @param name what is typed to call it
 * @param session the run; without it the program can only be looked at
 */
export function buildProgram(name: string, session?: Session): Command {
  const width = helpWidth(session);
  const root = new Command(name)
    .description(
      `Audits how ready a web site is for AI agents: ${CHECK_COUNT} checks, two scores, and for each failure the evidence and the fix.\n\n` +
        'Give it the address of a site: a public one, or one on this machine. It asks the site what an agent would ask ' +
        '(llms.txt, Markdown, robots.txt, OpenAPI, MCP and more), judges the answers, and prints a scorecard on stdout. ' +
        'It never logs in, sends no cookies, and asks no questions while it runs.',
    )
    .usage(`<target> [options]\n       ${name} <command> [options]`)
    .version(version, '-V, --version', 'print the version')
    .commandsGroup(READS)
    .helpOption('-h, --help', 'print this help')
    // `help skill install` goes deeper than the one of commander.
    .helpCommand(false)
    .showSuggestionAfterError(false)
    // Errors are printed by the one formatter (errors.ts); help goes to stdout.
    .configureOutput({
      outputError: () => undefined,
      writeErr: () => undefined,
      writeOut: (text) => session?.out(text),
      getOutHelpWidth: () => width,
    })
    .configureHelp(helpConfiguration);
  for (const setting of Object.values(GLOBAL)) root.addOption(optionOf(setting).helpGroup(GLOBAL_HEADING));
  root.addHelpText('after', () => helpFooter(root, EXAMPLES.audit, name, width));

  const commands = [...SITES, ...ABOUT_CHECKS, ...ABOUT_PROGRAM, ...WRITING];
  for (const definition of commands) {
    const [group = ''] = definition.name.split(' ').slice(0, -1);
    const parent = group === '' ? root : groupOf(root, group, width);
    add(parent, definition, { root, session, width });
  }
  return root;
}

/** The command that only holds others, made with the first of them. */
function groupOf(root: Command, name: string, width: number): Command {
  const there = root.commands.find((one) => one.name() === name);
  if (there !== undefined) return there;
  const made = root
    .command(name)
    .summary('install the skill for coding agents')
    .description(
      'Installs a SKILL.md that teaches coding agents to use this command. It writes only inside the project.',
    )
    .helpGroup(WRITES);
  return made.addHelpText('after', () => helpFooter(made, EXAMPLES.skill, root.name(), width));
}

function add(
  parent: Command,
  definition: CommandDefinition,
  { root, session, width }: { root: Command; session: Session | undefined; width: number },
): void {
  const { name, args, settings, groups } = definition;
  const word = name.split(' ').at(-1) ?? name;
  const command = parent
    .command(word, { isDefault: word === 'audit' })
    .summary(definition.summary)
    .description(definition.description)
    .helpGroup(definition.writes === true ? WRITES : READS);
  for (const argument of args) command.addArgument(argument);
  for (const [key, setting] of Object.entries(settings)) {
    const option = optionOf(setting);
    const heading = headingOf(key, groups);
    command.addOption(heading === undefined ? option : option.helpGroup(heading));
  }
  command.addHelpText('after', () => helpFooter(command, EXAMPLES[name], root.name(), width));
  command.action(async () => {
    if (session === undefined) return;
    const values = command.processedArgs.flat().filter((value: unknown) => value !== undefined) as string[];
    await definition.perform(command, values, { session, root });
  });
}

/** The heading above an option, where its command groups them. */
function headingOf(key: string, groups: CommandDefinition['groups'] = {}): string | undefined {
  return Object.entries(groups).find(([, group]) => Object.hasOwn(group, key))?.[0];
}
