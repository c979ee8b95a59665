/** The command-line program. Loads only the code of the command that runs, so help is fast. */
import { Argument, Command, CommanderError } from 'commander';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { version } from '../base/package.ts';
import { AUDIT, AUDIT_GROUPS, EXPLAIN, FIX, FIX_GROUPS } from './audit/options.ts';
import { type Context, prepareAudit, Session } from './context.ts';
import { toAuditError } from './errors.ts';
import { type CommandName, EXAMPLES } from './examples.ts';
import { GLOBAL_HEADING, help, helpConfiguration, helpFooter, helpWidth } from './help.ts';
import { keptByNpm } from './npm.ts';
import { CHECKS, COMPARE, DOCUMENT_NAMES, GLOBAL, HOSTS, SKILL, SKILL_INSTALL } from './options.ts';
import { runToEnd } from './process.ts';
import { type Run, runOf } from './run.ts';
import { optionOf, refusedChoice, type Settings } from './settings.ts';
import { explainUsage, refusedTargets } from './usage.ts';

/** Runs the command that the arguments name, and returns the exit code. The arguments do not include the program's name. */
export function main(argv: readonly string[], context: Context): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    const program = buildProgram(context.program, session);
    explainUsage(program, argv);
    try {
      const refused = keptByNpm(program, argv, context.env);
      if (refused !== undefined) throw refused;
      await program.parseAsync(argv, { from: 'user' });
      return 0;
    } catch (error) {
      throw error instanceof CommanderError ? error : toAuditError(error);
    }
  };
  return runToEnd(session, argv, work, 'no file was left half-written');
}

const READS = 'Commands that only read:';
const WRITES = 'Commands that write files:';

/** Builds the program. Without a session, it can be inspected but not run. */
export function buildProgram(name: string, session?: Session): Command {
  const width = helpWidth(session);
  const root = new Command(name)
    .description(
      `Audits how ready a web site is for AI agents: ${CHECK_COUNT} checks, two scores, and for each failure the evidence and the fix.\n\n` +
        'Pass the address of a public site, or of a site on this machine. The audit sends the requests that an agent would send ' +
        '(llms.txt, Markdown, robots.txt, OpenAPI, MCP and more), judges the responses, and prints a scorecard on stdout. ' +
        'It never logs in, sends no cookies, and asks no questions while it runs.',
    )
    .usage(`<target> [options]\n       ${name} <command> [options]`)
    .version(version, '-V, --version', 'print the version')
    .commandsGroup(READS)
    .helpOption('-h, --help', 'print this help')
    // Commander's own help command does not support nested commands, such as `help skill install`.
    .helpCommand(false)
    .showSuggestionAfterError(false)
    // Commander writes only help. `formatError` (errors.ts) prints the errors.
    .configureOutput({
      outputError: () => undefined,
      writeErr: () => undefined,
      writeOut: (text) => session?.out(text),
      getOutHelpWidth: () => width,
    })
    .configureHelp(helpConfiguration);
  for (const setting of Object.values(GLOBAL)) root.addOption(optionOf(setting).helpGroup(GLOBAL_HEADING));
  root.addHelpText('after', () => helpFooter(root, EXAMPLES.audit, name, width));

  for (const definition of COMMANDS) {
    const [group = ''] = definition.name.split(' ').slice(0, -1);
    const parent = group === '' ? root : groupOf(root, group, width);
    add(parent, definition, { root, session, width });
  }
  return root;
}

/** Returns the command that groups other commands, for example `skill`. Creates it on the first call. */
function groupOf(root: Command, name: string, width: number): Command {
  const existing = root.commands.find((one) => one.name() === name);
  if (existing !== undefined) return existing;
  const group = root
    .command(name)
    .summary('install the skill for coding agents')
    .description(
      'Installs a SKILL.md that teaches coding agents to use this command. It writes only inside the project.',
    )
    .helpGroup(WRITES);
  return group.addHelpText('after', () => helpFooter(group, EXAMPLES.skill, root.name(), width));
}

function add(
  parent: Command,
  definition: Definition<Settings>,
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
    await definition.action(() => runOf(command, settings, session), values, { session, root });
  });
}

/** Returns the heading above an option in its command's help; `undefined` if no group contains the option. */
function headingOf(key: string, groups: Definition<Settings>['groups'] = {}): string | undefined {
  return Object.entries(groups).find(([, group]) => Object.hasOwn(group, key))?.[0];
}

interface Definition<S extends Settings> {
  readonly name: CommandName;
  readonly args: readonly Argument[];
  readonly summary: string;
  readonly description: string;
  readonly writes?: true;
  readonly settings: S;
  readonly groups?: Readonly<Record<string, Settings>>;
  /** Runs the command. `run` reads the settings. Commands that do not call `run` work even if settings are invalid. */
  action(
    run: () => Promise<Run<S>>,
    args: readonly string[],
    place: { readonly session: Session; readonly root: Command },
  ): Promise<void>;
}

/** Lets TypeScript check each command against its own settings, although all commands are in one list. */
const define = <S extends Settings>(entry: Definition<S>): Definition<Settings> => entry;

/** Returns an argument that accepts only these values. The error for any other value lists the allowed values. */
function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  const argument = new Argument(name, description).choices(choices);
  return argument.argParser((value: string) => {
    if (choices.includes(value)) return value;
    throw refusedChoice({ name: `The argument ${argument.name()}`, kind: 'usage' }, value, choices);
  });
}

function memberOf<T extends string>(choices: readonly [T, ...T[]], value: string | undefined): T {
  return choices.find((one) => one === value) ?? choices[0];
}

const COMMANDS = [
  define({
    name: 'audit',
    args: [
      new Argument(
        '[target]',
        'a host (example.com) or a URL (http://localhost:3000); a path counts only if it is the MCP endpoint',
      ),
    ],
    summary: 'audit a site (the default command)',
    description:
      'Audits a site and prints its scorecard.\n\nIt writes only the files that you request: a recording, reports and the ' +
      'baseline. An audit that its deadline cuts short is still printed, says so, and exits with 69. It exits with 1 only if ' +
      'the site was audited and does not meet its requirements: --fail-under, or thresholds, assertions and a baseline in ' +
      'agent-readiness.config.json.',
    settings: AUDIT,
    groups: AUDIT_GROUPS,
    action: async (run, [target], { session, root }) => {
      if (target !== undefined) await (await import('./audit/refuse-path.ts')).refusePath(target, session);
      const refused = target === undefined ? undefined : refusedTargets(root, [target]);
      if (refused !== undefined) throw refused;
      const auditRun = await run();
      // Lets the audit process load its code while this process loads its own.
      if (!auditRun.values.dryRun) await prepareAudit(auditRun.output.session);
      await (await import('./commands/audit.ts')).auditCommand(auditRun, target);
    },
  }),
  define({
    name: 'fix',
    args: [
      new Argument(
        '[from]',
        'a scorecard (JSON), a recording (HAR), “-” for stdin, or a site to audit now; without it, the target of the configuration, else stdin',
      ),
    ],
    summary: 'print what to change on a site, on one page',
    description:
      'Prints the brief, one page that says what to change on a site: questions for its owner, one part for each change ' +
      'with the required responses, the reachable score, and the command that verifies it. Give it to a coding ' +
      'agent, or follow it yourself. It is Markdown in a pipe, and formatted text in a terminal.\n\n' +
      'It writes no files. A site is audited first.',
    settings: FIX,
    groups: FIX_GROUPS,
    action: async (run, [from]) => (await import('./commands/fix.ts')).fix(await run(), from),
  }),
  define({
    name: 'explain',
    args: [new Argument('<check>', 'the id of a check')],
    summary: 'explain one check',
    description:
      'Explains one check: what an agent gains, when it passes, the required responses, and where to read more.',
    settings: EXPLAIN,
    action: async (run, [id = '']) => (await import('./commands/checks.ts')).explain(await run(), id),
  }),
  define({
    name: 'checks',
    args: [],
    summary: 'list the checks',
    description: 'Lists all checks, by category.',
    settings: CHECKS,
    action: async (run) => (await import('./commands/checks.ts')).checksCommand(await run()),
  }),
  define({
    name: 'compare',
    args: [
      new Argument('<from>', 'the earlier scorecard (JSON) or recording (HAR)'),
      new Argument('[to]', 'the later scorecard or recording; “-”, or no argument, reads it from stdin'),
    ],
    summary: 'compare two scorecards',
    description:
      'Compares two scorecards: which checks changed, and whether the site or the rules changed.\n\n' +
      'Either side may be a scorecard (the output of --json) or a recording (the file of --har), which is judged by ' +
      'today’s rules.\n\n' +
      'Differences are not failures: the exit code is 0, unless --fail-on-worse is set and the site made a check worse.',
    settings: COMPARE,
    action: async (run, [from = '', to]) =>
      (await import('./commands/compare.ts')).compare(await run(), from, to),
  }),
  define({
    name: 'schema',
    args: [
      choiceArgument('[document]', 'the document whose schema is printed', DOCUMENT_NAMES).default('audit'),
    ],
    summary: 'print the JSON Schema of an output',
    description:
      'Prints the JSON Schema (draft 2020-12) of what a command prints with --output json, of the lines of --output jsonl ' +
      `(events), of errors on stderr (error), or of a file (config, baseline). Documents: ${DOCUMENT_NAMES.join(', ')}.`,
    settings: {},
    action: async (_, [document], { session }) =>
      session.out((await import('./documents.ts')).printedSchema(memberOf(DOCUMENT_NAMES, document))),
  }),
  define({
    name: 'examples',
    args: [],
    summary: 'print examples of every command',
    description: 'Prints examples of every command, as a person types them and as an agent does.',
    settings: {},
    action: async (run) => (await import('./commands/examples.ts')).examplesCommand(await run()),
  }),
  define({
    name: 'help',
    args: [new Argument('[command...]', 'the words of a command, such as skill install')],
    summary: 'print the help of a command',
    description:
      'Prints the help of a command, like --help after its name. Without a name, it prints the help of the program.',
    settings: {},
    action: async (_, words, { root }) => help(root, words),
  }),
  define({
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
  }),
  define({
    name: 'skill update',
    args: [],
    summary: 'bring installed skills up to date',
    description: 'Replaces the skill files installed here with those of this version.',
    writes: true,
    settings: SKILL,
    action: async (run) => (await import('./commands/skill.ts')).update(await run()),
  }),
];
