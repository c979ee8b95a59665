/** The command-line program for a catalog's operators. */
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
import {
  type Dependencies,
  enqueue,
  exportFolders,
  importFolders,
  migrate,
  retryDead,
  status,
  work,
  writeDataset,
} from './database-tasks.ts';
import {
  ADD,
  DATABASE,
  DATASET,
  ENQUEUE,
  IMPORT,
  MOVE,
  RUN,
  SHARED,
  STATUS,
  WITHDRAW,
  WORKER,
} from './options.ts';
import { performRun } from './run-command.ts';
import { withdraw } from './withdraw.ts';

/**
 * Runs a command; `run` is the default.
 * @param argv the arguments after the program's name
 * @returns the exit code
 */
export function runMain(
  argv: readonly string[],
  context: Context,
  dependencies: Dependencies,
): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    let code = 0;
    const root = buildProgram(session, async (perform) => {
      code = await perform(dependencies);
    });
    explainUsage(root, argv);
    const npmError = keptByNpm(root, argv, context.env);
    if (npmError !== undefined) throw npmError;
    const [word = '-'] = argv;
    if (!word.startsWith('-') && !root.commands.some((one) => one.name() === word)) {
      throw unknownCommand(root, word, `Type ${context.program} --help to see what each does.`);
    }
    await root.parseAsync(argv, { from: 'user' });
    return code;
  };
  return runToEnd(session, argv, work, 'everything scored before that is stored');
}

type Perform = (dependencies: Dependencies) => Promise<number>;

interface Definition<S extends Settings> {
  readonly name: string;
  readonly args?: readonly Argument[];
  readonly summary: string;
  readonly description: string;
  /** The examples at the end of a help text, each with its description. */
  readonly examples: readonly (readonly [typed: string, does: string])[];
  readonly settings: S;
  action(run: Run<S>, args: readonly string[], dependencies: Dependencies): Promise<number>;
}

/** Lets TypeScript check each command against its own settings, although all commands are in one list. */
const define = <S extends Settings>(definition: Definition<S>): Definition<Settings> => definition;

const COMMANDS = [
  define({
    name: 'run',
    summary: 'audit the sites of the list (the default command)',
    description:
      'Audits the sites of the list, stalest first, and stores one file of results for each.\n\n' +
      'You can stop a run at any time, and run several at once: finished results are stored, and nothing is lost. It ends ' +
      'with 0 even if some sites failed, because sites are sometimes down; each line has the outcome for one site.\n\n' +
      'With AUDIT_SIGNING_KEY (a private Ed25519 key as JWK) requests are signed, so sites can tell this auditor from others.',
    examples: [
      ['run --demo', 'the demo sites, without internet'],
      ['run --stale-only --limit 20', 'the twenty most overdue'],
      ['run --only docs.rs --dry-run', 'what it would do'],
      ['run --rejudge', 'judge kept recordings by the current rules'],
    ],
    settings: RUN,
    action: (run, _, dependencies) => performRun(run, dependencies),
  }),
  define({
    name: 'add',
    args: [
      new Argument('[sites...]', 'hosts or URLs; “-” or no argument reads a list from stdin, one per line'),
    ],
    summary: 'add sites to the list',
    description:
      'Writes a target file for each site: content/targets/<host>.json. The name and the description are read from the home ' +
      'page, with one request, unless you pass both. A site that is already on the list is not changed.\n\n' +
      'With a database it adds a row instead, and the page of the site appears as soon as it has a result.\n\n' +
      'Review the file before you commit it: its text comes from the site.',
    examples: [
      ['add docs.rs --category documentation', 'one site'],
      ['add < sites.txt', 'a list; lines that begin with # are ignored'],
      ['add http://intranet:8080 --network any', 'a site of a private catalog'],
    ],
    settings: ADD,
    action: addSites,
  }),
  define({
    name: 'withdraw',
    args: [new Argument('<host>', 'the host of a site on the list')],
    summary: 'remove a site from the list, with its results',
    description:
      'Removes the target file of a site, its results with their history, and its recording. Commit and push the ' +
      'removal: the next deploy no longer has the pages of the site. Git keeps the earlier commits. With a database it removes ' +
      'the rows and the live results instead, and an import does not list the site again; only add does.\n\n' +
      'With NETLIFY_AUTH_TOKEN (a token of your account) and NETLIFY_SITE_ID it also removes the live results that the service ' +
      'stores on Netlify, and purges the caches there. The URLs that the function serves then return 410 immediately, and ' +
      'the site cannot be audited there until you add it again with the same variables. If a step fails, it is reported, the ' +
      'others still run, and the exit code is not 0.',
    examples: [
      ['withdraw example.com --dry-run', 'which files would be removed'],
      ['withdraw example.com', 'removes them'],
      ['withdraw example.com --why "Its owner asked for it."', 'shows a reason at the URL of the site'],
    ],
    settings: WITHDRAW,
    action: withdraw,
  }),
  define({
    name: 'migrate',
    summary: 'create or update the tables of the database',
    description:
      'Creates the tables and the queue in the database, or updates those of an older version. Other commands use only tables ' +
      'of their own version. It waits for the workers: they notice it, finish their audits or return them to the queue, and exit.',
    examples: [['migrate', 'first of all, and after each update of the program']],
    settings: DATABASE,
    action: migrate,
  }),
  define({
    name: 'worker',
    summary: 'audit the sites in the queue of the database, until SIGTERM',
    description:
      'Audits the sites in the queue of the database, on any number of machines, one at a time for each domain. ' +
      'It prints a line of JSON for each audit. On SIGTERM it finishes its audits, or returns them to the queue.',
    examples: [['worker --concurrency 16', 'as a service, on each machine']],
    settings: WORKER,
    action: work,
  }),
  define({
    name: 'enqueue',
    summary: 'queue the sites that are due, in the database',
    description:
      'Adds the sites that are due to the queue of the database. Running it twice does not add a site twice.',
    examples: [
      ['enqueue', 'from cron, as often as you like'],
      ['enqueue --dry-run', 'how many are due'],
    ],
    settings: ENQUEUE,
    action: enqueue,
  }),
  define({
    name: 'retry-dead',
    summary: 'return abandoned audits to the queue in the database',
    description:
      'Puts abandoned audits back into the queue: their attempts ended with errors of the auditor or the database, ' +
      'which status lists.',
    examples: [['retry-dead', 'after the cause is fixed']],
    settings: DATABASE,
    action: retryDead,
  }),
  define({
    name: 'status',
    summary: 'print the state of the queue in the database',
    description:
      'Prints how many sites are due, waiting, running, done or abandoned, the reasons, and the workers with their last heartbeat. ' +
      'A database user with read permission is enough.',
    examples: [
      ['status --json', 'the same as JSON'],
      ['status --format openmetrics', 'the same for Prometheus'],
    ],
    settings: STATUS,
    action: status,
  }),
  define({
    name: 'import',
    summary: 'import the files into the database',
    description:
      'Replaces the list in the database with the target files, and merges their results into the stored ones. Sites without ' +
      'a file are removed with their results; removing more than a tenth of the list needs --yes.',
    examples: [['import', 'at the beginning, and after each change of the list']],
    settings: IMPORT,
    action: importFolders,
  }),
  define({
    name: 'export',
    summary: 'write the database to files',
    description:
      'Writes the list and the results of the database to files, byte for byte. It removes no file, but reports files that are not from it.',
    examples: [['export', 'to keep them in git, or to return to files']],
    settings: MOVE,
    action: exportFolders,
  }),
  define({
    name: 'dataset',
    summary: 'write the dataset to a folder or a bucket',
    description:
      'Writes all verdicts and scores as CSV (gzip) and Parquet, from the database or the files, in partitions of about a ' +
      'million verdicts. index.json lists them and is written last: readers never see a partial dataset. The previous dataset stays ' +
      'until the next run.\n\n' +
      'For an S3-compatible bucket, set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3. ' +
      'To link it from the site, build with the URL of index.json in DATASET_URL.',
    examples: [
      ['dataset --to /srv/dataset', 'a folder that a web server serves'],
      ['dataset --to s3://catalog/dataset', 'a bucket, weekly from cron'],
    ],
    settings: DATASET,
    action: writeDataset,
  }),
];

const SHARED_HEADING = 'Options of all commands:';

function buildProgram(session: Session, act: (perform: Perform) => Promise<void>): Command {
  const { program } = session.context;
  const width = helpWidth(session);
  const root = new Command(program)
    .description(
      'Manages a catalog: the list of its sites (content/targets), and their results (content/scorecards). Without a command it ' +
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
    .addHelpText('after', `\n${program} <command> --help lists its options, with examples.${MORE}`);
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
      await act((dependencies) => action(run, words, dependencies));
    });
  }
  return root;
}

const MORE = `
Each option has an environment variable: --only of run has AUDIT_ONLY_HOSTS.

Exit codes: 0 success, 2 usage, 69 every site failed or a site to add could
not be read, 74 reading or writing failed, 78 a setting or a target file is
not valid, 130 interrupted`;
