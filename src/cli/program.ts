/** The commands and their help. What a command does is loaded when it runs, so that help is quick. */

import { Argument, Command } from 'commander';
import { CHECK_COUNT } from '../catalogue/index.ts';
import { version } from '../package.ts';
import { prepareAudit } from './audits.ts';
import type { Session } from './context.ts';
import { type CommandName, EXAMPLES } from './examples.ts';
import { GLOBAL_HEADING, helpConfiguration, helpFooter, helpWidth } from './help.ts';
import { EXPLAIN, FIX, FIX_GROUPS, RETEST, RETEST_GROUPS } from './options/fix.ts';
import { LIST_CAP } from './options/limit.ts';
import { AUDIT, AUDIT_GROUPS, CHECKS, COMPARE, GLOBAL, INIT, SKILL, SKILL_INSTALL } from './options.ts';
import { type Run, runOf } from './run.ts';
import { DOCUMENTS, HOSTS, SHELLS } from './sets.ts';
import { optionOf, refused, type Settings } from './settings.ts';

const READS = 'Commands that only read:';
const WRITES = 'Commands that write files:';

interface Definition<S extends Settings> {
  readonly name: CommandName;
  /** Its arguments, as commander reads them: `[target]`. */
  readonly args: readonly Argument[];
  readonly summary: string;
  readonly description: string;
  readonly writes?: true;
  readonly settings: S;
  /** The headings above its options. */
  readonly groups?: Readonly<Record<string, Settings>>;
  /** `run` reads the settings; what does not call it works whatever the environment says (p6-should-tier-gating). */
  readonly action: (run: () => Promise<Run<S>>, args: readonly string[], session: Session) => Promise<void>;
}

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

  add(root, session, {
    name: 'audit',
    args: [
      new Argument(
        '[target...]',
        'a host (example.com) or a URL (http://localhost:3000), one or more; the path is ignored; “-” reads a list from stdin, one a line',
      ),
    ],
    summary: 'audit a site (the default command)',
    description:
      'Audits a site and prints its scorecard.\n\nIt writes nothing, except the recording that --har names and, where that is ' +
      'asked for, reports and the baseline. An audit cut short by its deadline is still printed, says so, and exits with 69. ' +
      'It exits with 1 only where the site was audited and is below what it is held to: by --fail-under, or by thresholds, ' +
      'assertions and a baseline in agent-readiness.config.json.\n\n' +
      `Of several sites, at most ${LIST_CAP}, it prints a table of all; --verbose adds their scorecards, --json has everything. ` +
      'One that cannot be audited does not stop the others. The exit code is then the highest of what each site gives: 1 says ' +
      'that all of them were audited and at least one is below what is asked. --timeout is for each audit.',
    settings: AUDIT,
    groups: AUDIT_GROUPS,
    action: async (run, targets) => {
      const asked = await run();
      // The process that audits loads its code while this one does.
      if (!asked.values.dryRun) await prepareAudit(asked.output.session);
      await (await import('./commands/audit.ts')).audit(asked, targets);
    },
  });
  add(root, session, {
    name: 'fix',
    args: [
      new Argument(
        '[from]',
        'a scorecard (JSON), a recording (HAR), “-” for stdin, or a site to audit now; without it the target of the configuration, else stdin',
      ),
    ],
    summary: 'say what to change, what gains most first',
    description:
      'Says what to change on a site, what gains most first: for each failed check a prompt for a coding agent with what was ' +
      'seen, what to change, and the command that verifies it.\n\n' +
      'It writes nothing, except the plan that --plan names: a checklist with the files of common stacks that each fix ' +
      'concerns. A plan that differs from the file that is there replaces it only with --force.',
    settings: FIX,
    groups: FIX_GROUPS,
    action: async (run, [from]) => (await import('./commands/fix.ts')).fix(await run(), from),
  });
  add(root, session, {
    name: 'retest',
    args: [
      new Argument('<scorecard>', 'the scorecard (JSON) or recording (HAR) of last time; “-” is stdin'),
      new Argument(
        '[target]',
        'another address of the same site, such as a preview; without it, that of the scorecard',
      ),
    ],
    summary: 'audit again what failed last time',
    description:
      'Audits again only what failed last time, with what may apply once that is fixed, and says what changed: fixed, still ' +
      'failing, broken now, could not be seen.\n\n' +
      'It is partial: it gives no score and writes nothing. The exit code is 0 where none of it fails any more, 1 where ' +
      'something does, and 69 where nothing fails but not all could be seen.',
    settings: RETEST,
    groups: RETEST_GROUPS,
    action: async (run, [path = '', target]) =>
      (await import('./commands/retest.ts')).retest(await run(), path, target),
  });
  add(root, session, {
    name: 'explain',
    args: [new Argument('<check>', 'the id of a check')],
    summary: 'explain one check',
    description:
      'Explains one check: why it matters to an agent, when it passes, how to fix it, and where to read more.\n\n' +
      'With --for, it gives the part of the fix guide for what the site is made with, snippets included.',
    settings: EXPLAIN,
    action: async (run, [id = '']) => (await import('./commands/explain.ts')).explain(await run(), id),
  });
  add(root, session, {
    name: 'checks',
    args: [],
    summary: 'list the checks',
    description: 'Lists the checks of the catalogue, by category.',
    settings: CHECKS,
    action: async (run) => (await import('./commands/checks.ts')).listChecks(await run()),
  });
  add(root, session, {
    name: 'compare',
    args: [
      new Argument('<from>', 'the earlier scorecard (JSON) or recording (HAR)'),
      new Argument('[to]', 'the later one; leave it out, or type “-”, to read it from stdin'),
    ],
    summary: 'compare two scorecards',
    description:
      'Compares two scorecards: which checks changed, and whether the site or the rules changed.\n\n' +
      'Either side may be a scorecard (the output of --json) or a recording (the file of --har), which is judged by ' +
      'today’s rules.\n\n' +
      'Differences are no failure: the exit code is 0, unless --fail-on-worse is given and the site made a check worse.',
    settings: COMPARE,
    action: async (run, [from = '', to]) =>
      (await import('./commands/compare.ts')).compare(await run(), from, to),
  });
  add(root, session, {
    name: 'schema',
    args: [choiceArgument('[document]', 'the document whose schema is printed', DOCUMENTS).default('audit')],
    summary: 'print the JSON Schema of an output',
    description:
      'Prints the JSON Schema (draft 2020-12) of what a command prints with --output json, of the lines of --output jsonl ' +
      `(events), of errors on stderr (error), or of a file (config, baseline). Documents: ${DOCUMENTS.join(', ')}.`,
    settings: {},
    action: async (_, [document], session) =>
      (await import('./commands/schema.ts')).schema(session, memberOf(DOCUMENTS, document)),
  });
  add(root, session, {
    name: 'completions',
    args: [choiceArgument('<shell>', 'the shell', SHELLS)],
    summary: 'print a completion script',
    description: 'Prints a script that completes commands, options and ids in a shell.',
    settings: {},
    action: async (_, [shell], session) =>
      (await import('./commands/completions.ts')).completions(session, root, memberOf(SHELLS, shell)),
  });
  add(root, session, {
    name: 'examples',
    args: [],
    summary: 'print examples of every command',
    description: 'Prints examples of every command, as a person types them and as an agent does.',
    settings: {},
    action: async (run) => (await import('./commands/examples.ts')).examples(await run()),
  });
  add(root, session, {
    name: 'help',
    args: [new Argument('[command...]', 'the words of a command, such as skill install')],
    summary: 'print the help of a command',
    description:
      'Prints the help of a command, as --help behind its name does; without a name, that of the program.',
    settings: {},
    action: async (_, words) => (await import('./commands/help.ts')).help(root, words),
  });
  addSkill(root, session);
  add(root, session, {
    name: 'init',
    args: [],
    summary: 'write the configuration and the pipeline that hold a site to it',
    description:
      'Writes agent-readiness.config.json and a pipeline that audits the site in every pull request, and says what to do ' +
      'next.\n\nThe gate is green at once: what fails today is written down in a baseline, and fails no build until it gets ' +
      'worse. Running it twice changes nothing; a file that differs is replaced only with --force.',
    writes: true,
    settings: INIT,
    action: async (run) => (await import('./commands/init.ts')).init(await run()),
  });
  return root;
}

function addSkill(root: Command, session: Session | undefined): void {
  const skill = root
    .command('skill')
    .summary('install the skill for coding agents')
    .description(
      'Installs a SKILL.md that teaches coding agents to use this command. It writes only inside the project.',
    )
    .helpGroup(WRITES);
  skill.addHelpText('after', () => helpFooter(skill, EXAMPLES.skill, root.name(), helpWidth(session)));
  add(skill, session, {
    name: 'skill install',
    args: [
      choiceArgument(
        '[host]',
        'the coding agent; “agents” is a folder that many of them share',
        HOSTS,
      ).default('agents'),
    ],
    summary: 'write the skill for a host',
    description:
      'Writes the skill where a host looks for it. Installing twice changes nothing; a file that differs is replaced ' +
      'only with --force.',
    writes: true,
    settings: SKILL_INSTALL,
    action: async (run, [host]) =>
      (await import('./commands/skill.ts')).install(await run(), memberOf(HOSTS, host)),
  });
  add(skill, session, {
    name: 'skill update',
    args: [],
    summary: 'bring installed skills up to date',
    description: 'Replaces the skill files installed here with those of this version.',
    writes: true,
    settings: SKILL,
    action: async (run) => (await import('./commands/skill.ts')).update(await run()),
  });
}

function add<S extends Settings>(
  parent: Command,
  session: Session | undefined,
  definition: Definition<S>,
): void {
  const { name, args, settings } = definition;
  const root = parent.parent ?? parent;
  const word = name.split(' ').at(-1) ?? name;
  const command = parent
    .command(word, { isDefault: word === 'audit' })
    .summary(definition.summary)
    .description(definition.description)
    .helpGroup(definition.writes === true ? WRITES : READS);
  for (const argument of args) command.addArgument(argument);
  for (const [key, setting] of Object.entries(settings)) {
    const option = optionOf(setting);
    const heading = headingOf(key, definition.groups);
    command.addOption(heading === undefined ? option : option.helpGroup(heading));
  }
  command.addHelpText('after', () => helpFooter(command, EXAMPLES[name], root.name(), helpWidth(session)));
  command.action(async () => {
    const values = command.processedArgs.flat().filter((value: unknown) => value !== undefined) as string[];
    if (session === undefined) return;
    await definition.action(() => runOf(command, settings, session), values, session);
  });
}

/** The heading above an option, where its command groups them. */
function headingOf(key: string, groups: Definition<Settings>['groups'] = {}): string | undefined {
  return Object.entries(groups).find(([, group]) => Object.hasOwn(group, key))?.[0];
}

/** An argument from a closed set; a value outside it is answered with the set. */
function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  return new Argument(name, description).choices(choices).argParser((value: string) => {
    if (choices.includes(value)) return value;
    const what = `takes one of ${choices.join(', ')}`;
    throw refused({ name, kind: 'usage' }, what, value, { allowed: choices });
  });
}

/** The value that `choiceArgument` has let through, as a member of its set. */
function memberOf<T extends string>(choices: readonly [T, ...T[]], value: string | undefined): T {
  return choices.find((one) => one === value) ?? choices[0];
}
