/** The command line of the run: from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { operatorsKey, type SigningKey } from '../../../audit/io/signing.ts';
import type { Places } from '../../../audit/io/source.ts';
import { LIMITS } from '../../../base/limits.ts';
import { type Context, Session, widthOf } from '../../../cli/context.ts';
import { CliError, fromCommander } from '../../../cli/errors.ts';
import { EXIT_CODES, NO_VERDICT } from '../../../cli/exit-codes.ts';
import { print, printJson, requireFormat } from '../../../cli/output.ts';
import { runToEnd } from '../../../cli/process.ts';
import { runOf } from '../../../cli/run.ts';
import { optionOf } from '../../../cli/settings.ts';
import { type ResultStore, Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import { type Mode, type RunOutcome, runDocument } from '../outcome.ts';
import { rejudgeCatalog } from '../rejudge.ts';
import { runCatalog } from '../run.ts';
import {
  DATABASE_TASKS,
  type DatabaseTask,
  databaseTask,
  type OpenDatabase,
  performTask,
} from './database-tasks.ts';
import { RUN_OPTIONS, SHARED } from './options.ts';
import { type CatalogRun, plannedTargets, type RunPlaces } from './planned.ts';
import { type RunProgress, runProgressOf, runSummaryText } from './report.ts';

export const PROGRAM = 'npm run -s audit:catalog --';

const EPILOG = `
Examples:
  ${PROGRAM} --demo                     audit the demo sites, without internet
  ${PROGRAM} --stale-only --limit 20    the twenty most overdue
  ${PROGRAM} --rejudge                  judge kept recordings by today's rules
  ${PROGRAM} --enqueue                  what is due, into the queue of CATALOG_DATABASE
  ${PROGRAM} --worker --concurrency 16  audit what is in the queue

With AUDIT_SIGNING_KEY (a private Ed25519 key as JWK) requests are signed, so that sites can tell this auditor from others.

A run may be ended at any moment and run beside another one: what was scored is stored, and nothing is lost.
It ends with 0 even where some targets failed, because sites are down at times; the summary names them.

Exit codes:
  0    success
  69   no verdict: every target failed
${EXIT_CODES.filter(({ code }) => code > 1 && code !== NO_VERDICT)
  .map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`)
  .join('\n')}`;

/** What the program is made of beyond this room, loaded where it is needed. */
interface Given {
  /** Serves the demo sites under their own names until it is disposed of, and says where they are. */
  readonly serveDemos: () => Promise<AsyncDisposable & { readonly places: Places }>;
  readonly openDatabase: OpenDatabase;
}

/**
 * Runs the catalog's run.
 *
 * @param argv what stands behind the program's name
 * @returns the exit code
 */
export function runMain(argv: readonly string[], context: Context, given: Given): Promise<number> {
  const session = new Session(context);
  const work = async () => {
    let code = 0;
    const command = buildCommand(session, async (run, asked) => {
      code = await perform(run, asked, given);
    });
    try {
      await command.parseAsync(argv, { from: 'user' });
    } catch (error) {
      const isFault = error instanceof CommanderError && error.exitCode !== 0;
      throw isFault ? fromCommander(error, PROGRAM) : error;
    }
    return code;
  };
  return runToEnd(session, argv, work, 'everything scored before that is stored');
}

/** The task for a database that is asked for in place of a run. */
type Asked = Partial<Record<DatabaseTask, true>>;

type Perform = (run: CatalogRun, asked: Asked) => Promise<void>;

function buildCommand(session: Session, perform: Perform): Command {
  const command = new Command(PROGRAM)
    .description('Audits the targets of the catalog, stalest first, and stores one file of results for each.')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeErr: () => undefined,
      writeOut: (text) => session.out(text),
      getOutHelpWidth: () => widthOf(session.context.stdout),
    })
    .addHelpText('after', EPILOG);
  for (const [name, what] of Object.entries(DATABASE_TASKS)) command.option(`--${name}`, what);
  for (const setting of [...Object.values(RUN_OPTIONS), ...Object.values(SHARED)]) {
    command.addOption(optionOf(setting));
  }
  command.allowExcessArguments(false).action(async () => {
    await perform(await runOf(command, RUN_OPTIONS, session), command.opts<Asked>());
  });
  return command;
}

async function perform(run: CatalogRun, asked: Asked, given: Given): Promise<number> {
  requireFormat(run.output, 'audit:catalog', ['text', 'json']);
  const { values } = run;
  const { database, dryRun, only, limit } = values;
  const task = databaseTask({ ...asked, dryRun, only, limit }, database, filesOnly(run));
  if (database !== undefined) return await performInDatabase(run, task, database, given);
  const mode = values.rejudge ? 'rejudge' : values.demo ? 'demo' : 'audit';
  const store = new Store(values);
  await store.open();
  const begin = (total: number) => runProgressOf(run.output, total);
  const list = () => readTargets(values.targets);
  const outcomes = await overTargets(run, mode, { store, list, begin, given });
  await store.tidy();
  return report(run, mode, outcomes);
}

/** Prints what became of the targets; returns the exit code. */
function report({ values, output }: CatalogRun, mode: Mode, outcomes: readonly RunOutcome[]): number {
  const document = runDocument(mode, values.dryRun, outcomes);
  if (output.format === 'json') printJson(output, document);
  else print(output, runSummaryText(document));
  const { failed } = document.counts;
  return failed > 0 && failed === outcomes.length ? NO_VERDICT : 0;
}

/** What only a catalog in files can do, of what was asked for. */
function filesOnly({ values }: CatalogRun): string[] {
  const asked = {
    '--rejudge': values.rejudge,
    '--demo': values.demo,
    '--keep-recordings': values.keepRecordings,
  };
  return Object.entries(asked).flatMap(([name, isAsked]) => (isAsked ? [name] : []));
}

async function performInDatabase(
  run: CatalogRun,
  task: DatabaseTask | undefined,
  url: string,
  given: Given,
): Promise<number> {
  const { values, output, timeoutMs } = run;
  const { context } = output.session;
  const onFault = (message: string) =>
    output.session.err(`${JSON.stringify({ at: new Date().toISOString(), fault: message })}\n`);
  const { concurrency } = values;
  const opened = { concurrency, auditMs: timeoutMs, worker: task === 'worker', onFault };
  await using database = await given.openDatabase(url, opened);
  if (task === undefined) {
    const catalog = { store: database.store, list: () => database.targets() };
    const begin = (total: number) => runProgressOf(output, total);
    return report(run, 'audit', await overTargets(run, 'audit', { ...catalog, begin, given }));
  }
  const audits = auditOptions(run);
  await performTask(task, { database, output, context, folders: values, which: values, audits });
  return 0;
}

async function overTargets(
  run: CatalogRun,
  mode: Mode,
  around: RunPlaces<ResultStore> & { begin: (total: number) => RunProgress; given: Given },
): Promise<RunOutcome[]> {
  const { store, begin } = around;
  const planned = await plannedTargets(run, mode, around);
  const options = auditOptions(run);
  if (mode === 'rejudge' && store instanceof Store) {
    return rejudgeCatalog(planned, { ...options, store, ...begin(planned.length) });
  }
  if (run.values.dryRun) return planned.map(({ host }) => ({ host, outcome: 'planned' }));
  const { signal } = run.output.session.context;
  const shown = { store, signal, ...begin(planned.length) };
  if (mode !== 'demo') return runCatalog(planned, { ...options, ...shown });
  await using demos = await around.given.serveDemos();
  return await runCatalog(planned, { ...options, ...shown, places: demos.places });
}

/** How sites are audited, wherever the results go. */
function auditOptions({ values, timeoutMs, output }: CatalogRun) {
  const { audit, env } = output.session.context;
  const own = audit === undefined ? {} : { runAudit: audit };
  return { ...values, ...own, limits: { ...LIMITS, auditMs: timeoutMs }, signingKey: signingKey(env) };
}

/**
 * From the environment alone: what is typed can be read by others on the machine.
 *
 * @throws CliError `configuration` for one that is no key
 */
function signingKey(env: Context['env']): SigningKey | undefined {
  try {
    return operatorsKey(env.AUDIT_SIGNING_KEY);
  } catch (error) {
    throw new CliError('configuration', (error as Error).message, {
      hint: 'Set it to the private key, or unset it to send requests without signatures.',
    });
  }
}
