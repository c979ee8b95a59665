/** The command line of the run: from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { type Context, Session, widthOf } from '../../cli/context.ts';
import { CliError, EXIT_CODES, fromCommander, NO_VERDICT } from '../../cli/errors.ts';
import { print, printJson, requireFormat } from '../../cli/output.ts';
import { runOf } from '../../cli/run.ts';
import { optionOf } from '../../cli/settings.ts';
import { runToEnd } from '../../cli/stop.ts';
import { beginFile } from '../../files.ts';
import { operatorsKey, type SigningKey } from '../../io/signing.ts';
import type { Places } from '../../io/source.ts';
import { LIMITS } from '../../limits.ts';
import { type ResultStore, Store } from '../../results/store.ts';
import { readTargets } from '../../results/targets.ts';
import { joinResults } from '../join.ts';
import { type Mode, type RunOutcome, runDocument } from '../outcome.ts';
import { shardsFor } from '../plan.ts';
import { rejudgeCatalog } from '../rejudge.ts';
import { missingShards } from '../reports.ts';
import { runCatalog } from '../run.ts';
import {
  DATABASE_TASKS,
  type DatabaseTask,
  databaseTask,
  type OpenDatabase,
  performTask,
} from './database.ts';
import { RUN_OPTIONS, SHARED } from './options.ts';
import { type CatalogRun, plannedTargets, type RunPlaces } from './planned.ts';
import { type RunProgress, runProgressOf, runSummaryText } from './report.ts';

export const PROGRAM = 'npm run -s audit:catalog --';

const EPILOG = `
Examples:
  ${PROGRAM} --demo                     audit the demo sites, without internet
  ${PROGRAM} --stale-only --limit 20    the twenty most overdue
  ${PROGRAM} --plan --stale-only        how many shards the due sites need, as a matrix for a GitHub workflow
  ${PROGRAM} --shard 2/8                the second of eight parts
  ${PROGRAM} --merge out/1 out/2        join what the shards have found
  ${PROGRAM} --rejudge                  judge kept recordings by today's rules
  ${PROGRAM} --enqueue                  what is due, into the queue of CATALOG_DATABASE
  ${PROGRAM} --worker --concurrency 16  audit what is in the queue

With AUDIT_SIGNING_KEY (a private Ed25519 key as JWK) requests are signed, so that sites can tell this auditor from others.

A run may be ended at any moment and run beside another one: what was scored is stored, and nothing is lost.
It ends with 0 even where some targets failed, because sites are down at times; the summary names them.

Exit codes:
  0    success
  1    failure: results that were to be merged could not be read
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

/** What is asked for in place of a run. */
interface Asked extends Partial<Record<DatabaseTask, true>> {
  readonly merge?: readonly string[];
  readonly plan?: true;
}

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
    .addHelpText('after', EPILOG)
    .option(
      '--merge <folders...>',
      'join the results of these folders into --results, without asking any site',
    )
    .option('--plan', 'print the shards the run needs, as a matrix for a workflow, without asking any site');
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
  const mode = modeOf(run, asked);
  const { database, dryRun, only, limit, shard } = values;
  const task = databaseTask({ ...asked, dryRun, only, limit, shard }, database, filesOnly(run, asked));
  if (database !== undefined) return await performInDatabase(run, task, database, given);
  const store = new Store(asked.plan === true ? { ...values, dryRun: true } : values);
  await store.open();
  const catalog = { store, list: () => readTargets(values.targets) };
  if (asked.plan === true) {
    // The matrix alone, in one line: what a workflow reads.
    print(run.output, JSON.stringify(shardsFor((await plannedTargets(run, mode, catalog)).length)));
    return 0;
  }
  const { merge: folders } = asked;
  const begin = (total: number) => runProgressOf(run.output, total);
  const outcomes =
    folders === undefined
      ? await overTargets(run, mode, { ...catalog, begin, given })
      : await joinResults(store, folders, begin(0).onOutcome);
  await store.tidy();
  return await report(run, mode, outcomes, await missingShards(folders ?? []));
}

/** Says what became of the targets; the exit code. */
async function report(
  { values, output }: CatalogRun,
  mode: Mode,
  outcomes: readonly RunOutcome[],
  missing: readonly string[],
): Promise<number> {
  const document = runDocument({ mode, dryRun: values.dryRun, shard: values.shard, missing }, outcomes);
  if (values.report !== undefined) {
    const file = await beginFile(values.report, { folders: true });
    await file.commit(`${JSON.stringify(document)}\n`);
  }
  if (output.format === 'json') printJson(output, document);
  else print(output, runSummaryText(document));
  const { failed } = document.counts;
  if (failed > 0 && mode === 'merge') return 1;
  return failed > 0 && failed === outcomes.length ? NO_VERDICT : 0;
}

/** What only a catalog in files can do, of what was asked for. */
function filesOnly({ values }: CatalogRun, { merge, plan }: Asked): string[] {
  const asked = {
    '--merge': merge !== undefined,
    '--plan': plan === true,
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
    return await report(run, 'audit', await overTargets(run, 'audit', { ...catalog, begin, given }), []);
  }
  const audits = auditOptions(run);
  await performTask(task, { database, output, context, folders: values, which: values, audits });
  return 0;
}

function modeOf({ values }: CatalogRun, { merge: folders, plan }: Asked): Mode {
  const asked = [
    ...(folders === undefined ? [] : ['--merge']),
    ...(plan === true ? ['--plan'] : []),
    ...(values.rejudge ? ['--rejudge'] : []),
  ];
  if (asked.length > 1 || (folders !== undefined && values.demo)) {
    throw new CliError(
      'usage',
      `${[...asked, ...(values.demo ? ['--demo'] : [])].join(' and ')} cannot be used together.`,
      {
        hint: 'Run them one after the other.',
      },
    );
  }
  if (folders !== undefined) return 'merge';
  if (values.rejudge) return 'rejudge';
  return values.demo ? 'demo' : 'audit';
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
