/** The command line of the catalog's operator: from arguments to an exit code. */
import { Argument, Command } from 'commander';
import { type Context, Session } from '../../../cli/context.ts';
import { helpConfiguration, helpWidth } from '../../../cli/help.ts';
import { keptByNpm } from '../../../cli/npm.ts';
import { requireFormat } from '../../../cli/output.ts';
import { runToEnd } from '../../../cli/process.ts';
import { type Run, runOf } from '../../../cli/run.ts';
import { optionOf, type Settings } from '../../../cli/settings.ts';
import { explainUsage, unknownCommand } from '../../../cli/usage.ts';
import { addSites } from './add.ts';
import { enqueue, type Given, moveFiles, status, work } from './database-tasks.ts';
import { ADD, ENQUEUE, MOVE, RUN, SHARED, STATUS, WITHDRAW, WORKER } from './options.ts';
import { performRun } from './run-command.ts';
import { withdraw } from './withdraw.ts';

/**
 * Runs one command; `run` if none is named.
 *
 * @param argv the arguments behind the program's name
 * @returns the exit code
 */
export function runMain(argv: readonly string[], context: Context, given: Given): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    let code = 0;
    const root = buildProgram(session, async (perform) => {
      code = await perform(given);
    });
    explainUsage(root, argv);
    const kept = keptByNpm(root, argv, context.env);
    if (kept !== undefined) throw kept;
    const [word = '-'] = argv;
    if (!word.startsWith('-') && !root.commands.some((one) => one.name() === word)) {
      throw unknownCommand(root, word, `Type ${context.program} --help to see what each does.`);
    }
    await root.parseAsync(argv, { from: 'user' });
    return code;
  };
  return runToEnd(session, argv, work, 'everything scored before that is stored');
}

type Perform = (given: Given) => Promise<number>;

interface Definition<S extends Settings> {
  readonly name: string;
  readonly args?: readonly Argument[];
  readonly summary: string;
  readonly description: string;
  /** Below the options, each with what it does. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  readonly settings: S;
  /** @returns the exit code */
  action(run: Run<S>, args: readonly string[], given: Given): Promise<number>;
}

/** A command whose settings may be any: the program only hands them on. */
const define = <S extends Settings>(given: Definition<S>): Definition<Settings> => given;

const COMMANDS = [
  define({
    name: 'run',
    summary: 'audit the sites of the list (the default command)',
    description:
      'Audits the sites of the list, stalest first, and stores one file of results for each.\n\n' +
      'A run may be ended at any moment, and run next to another one: what was scored is stored, and nothing is lost. It ends ' +
      'with 0 even if some sites failed, because sites are down at times; each line says what became of a site.\n\n' +
      'With AUDIT_SIGNING_KEY (a private Ed25519 key as JWK) requests are signed, so sites can tell this auditor from others.',
    examples: [
      ['run --demo', 'the demo sites, without internet'],
      ['run --stale-only --limit 20', 'the twenty most overdue'],
      ['run --only docs.rs --dry-run', 'what it would do'],
      ['run --rejudge', 'judge kept recordings by today’s rules'],
    ],
    settings: RUN,
    action: (run, _, given) => performRun(run, given),
  }),
  define({
    name: 'add',
    args: [new Argument('[sites...]', 'hosts or URLs; “-” or none: a list on stdin, one a line')],
    summary: 'put sites on the list',
    description:
      'Writes a target file for each site: content/targets/<host>.json. The name and the description are read from the home ' +
      'page, by one request, unless both are given. A site that is on the list already stays as it is.\n\n' +
      'Read what was written before you commit it: it is what the site says of itself.',
    examples: [
      ['add docs.rs --category documentation', 'one site'],
      ['add < sites.txt', 'a list; lines that begin with # are left out'],
      ['add http://intranet:8080 --network any', 'a site of a private catalog'],
    ],
    settings: ADD,
    action: addSites,
  }),
  define({
    name: 'withdraw',
    args: [new Argument('<host>', 'the host of a site of the list')],
    summary: 'take a site off the list, with its results',
    description:
      'Removes the target file of a site, its results with their history, and its recording. Commit and push that: the pages ' +
      'of the site are gone with the next deploy. Git keeps what was committed before, and live results expire by themselves.',
    examples: [
      ['withdraw example.com --dry-run', 'which files would be removed'],
      ['withdraw example.com', 'removes them'],
    ],
    settings: WITHDRAW,
    action: withdraw,
  }),
  define({
    name: 'worker',
    summary: 'audit what is in the queue of the database, until SIGTERM',
    description:
      'Audits what is in the queue of the database, on any number of machines: one audit of a site and of a domain at a time. ' +
      'It prints a line of JSON for each audit. On SIGTERM it finishes its audits, or returns them to the queue.',
    examples: [['worker --concurrency 16', 'as a service, on each machine']],
    settings: WORKER,
    action: work,
  }),
  define({
    name: 'enqueue',
    summary: 'queue the sites that are due, in the database',
    description:
      'Puts the sites that are due into the queue of the database. Filling it twice puts no site in twice.',
    examples: [
      ['enqueue', 'from cron, as often as you like'],
      ['enqueue --dry-run', 'how many are due'],
    ],
    settings: ENQUEUE,
    action: enqueue,
  }),
  define({
    name: 'status',
    summary: 'print what the queue of the database waits for',
    description: 'Prints how many sites wait, are audited now, are done and were given up, and why.',
    examples: [['status --json', 'the same for a program']],
    settings: STATUS,
    action: status,
  }),
  define({
    name: 'import',
    summary: 'take the files into the database',
    description:
      'Makes the list of the database that of the target files, and joins the results of the files with those it has.',
    examples: [['import', 'at the beginning, and after each change of the list']],
    settings: MOVE,
    action: (run, _, given) => moveFiles('import', run, given.openDatabase),
  }),
  define({
    name: 'export',
    summary: 'write the database to files',
    description:
      'Writes the list and the results of the database to files, byte for byte. It removes no file.',
    examples: [['export', 'for the record in git, or on the way back to files']],
    settings: MOVE,
    action: (run, _, given) => moveFiles('export', run, given.openDatabase),
  }),
];

const SHARED_HEADING = 'Options of all commands:';

function buildProgram(session: Session, act: (perform: Perform) => Promise<void>): Command {
  const { program } = session.context;
  const width = helpWidth(session);
  const root = new Command(program)
    .description(
      'Keeps a catalog: the list of its sites (content/targets), and their results (content/scorecards). Without a command it ' +
        'audits the sites of the list.',
    )
    .usage('[command] [options]')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .configureOutput({
      outputError: () => undefined,
      writeErr: () => undefined,
      writeOut: (text) => session.out(text),
      getOutHelpWidth: () => width,
    })
    .configureHelp({ ...helpConfiguration, showGlobalOptions: false })
    .addHelpText('after', `\n${program} <command> --help has its options, with examples.${MORE}`);
  for (const shared of Object.values(SHARED)) root.addOption(optionOf(shared).helpGroup(SHARED_HEADING));
  for (const { name, args = [], summary, description, examples, settings, action } of COMMANDS) {
    const command = root
      .command(name, { isDefault: name === 'run' })
      .summary(summary)
      .description(description);
    for (const argument of args) command.addArgument(argument);
    for (const one of Object.values(settings)) command.addOption(optionOf(one));
    const wide = Math.max(...examples.map(([typed]) => typed.length));
    const lines = examples.map(([typed, does]) => `  ${program} ${typed.padEnd(wide)}  ${does}`);
    command.addHelpText(
      'after',
      `\nExamples:\n${lines.join('\n')}\n\nOptions of all commands: ${program} --help`,
    );
    command.action(async () => {
      const run = await runOf(command, settings, session);
      requireFormat(run.output, name, ['text', 'json']);
      const words = command.processedArgs.flat().filter((value: unknown) => value !== undefined) as string[];
      await act((given) => action(run, words, given));
    });
  }
  return root;
}

const MORE = `
Each option has an environment variable: --only of run has AUDIT_ONLY_HOSTS.

Exit codes: 0 success, 2 usage, 69 every site failed or a site that is to be
added could not be read, 74 a file could not be read or written, 78 a setting
or a target file is not valid, 130 interrupted`;
