/** Runs the commands for a catalog in a database and the command `dataset`, and prints their output. */

import type { Places } from '../../../audit/io/source.ts';
import type { ListedHost } from '../../../audit/scorecard/record.ts';
import { instant } from '../../../audit/scorecard/words.ts';
import { forTerminal } from '../../../base/escape.ts';
import { firstOf, plural } from '../../../base/text.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Output, print, printJson } from '../../../cli/output.ts';
import type { Run } from '../../../cli/run.ts';
import type { Settings } from '../../../cli/settings.ts';
import { bytesText } from '../../results/dataset-files.ts';
import { listedInFolders, publishDataset } from '../../results/dataset-publish.ts';
import type { ListedTarget } from '../../results/scored.ts';
import type { LiveResults, Withdrawal, Withdrawn } from '../../results/service-files.ts';
import type { ResultStore } from '../../results/store.ts';
import type { RunOutcome } from '../outcome.ts';
import type { RunOptions } from '../run.ts';
import type { DATABASE, DATASET, ENQUEUE, IMPORT, MOVE, STATUS, WORKER } from './options.ts';
import { auditOptions } from './planned.ts';

export interface CatalogFolders {
  readonly targets: string;
  readonly results: string;
}

export interface ImportFolders extends CatalogFolders {
  /** Whether the import may remove more than a tenth of the list. */
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

interface Moved {
  readonly kind: 'catalog-moved';
  readonly targets: number;
  readonly results: number;
}

export interface Imported extends Moved {
  readonly dry_run: boolean;
  /** Whether the import removes more than a tenth of the list, which is refused without `--yes`. */
  readonly needs_yes: boolean;
  /** The hosts of listed sites without a target file. */
  readonly removed: readonly string[];
  /** The hosts of withdrawn sites with a target file. They are not listed again. */
  readonly skipped_withdrawn: readonly string[];
}

export interface Exported extends Moved {
  readonly scorecards: number;
  /** The number of files in the folders that have no row in the database. */
  readonly other_files: number;
}

interface Enqueued {
  readonly kind: 'catalog-enqueued';
  readonly due: number;
  /** The number of new jobs; less than `due` if some jobs were already in the queue. */
  readonly put: number;
  readonly dry_run: boolean;
}

export interface QueueStatus {
  readonly kind: 'catalog-queue';
  readonly targets: number;
  /** The number of demo sites, which are never due. */
  readonly demos: number;
  /** The number of sites with a scorecard or a failed audit. */
  readonly results: number;
  readonly scorecards: number;
  /** The number of targets that are due now, in the queue or not. */
  readonly due: number;
  /** The time since which the most overdue target is due; for a target that was never audited, when it was listed. */
  readonly oldest_due: Date | null;
  readonly waiting: number;
  readonly again: number;
  readonly running: number;
  /** The number of jobs completed in the last day. */
  readonly done: number;
  /** The number of jobs completed in the last hour. */
  readonly per_hour: number;
  /** When all due targets will be audited at the rate of the last hour; `null` if the queue or the last hour has no jobs. */
  readonly expected_end: Date | null;
  /** For each reason, the number of sites whose last audit failed in the last day. */
  readonly failed: Readonly<Record<string, number>>;
  /** The number of failed jobs that have no retries left. */
  readonly dead: number;
  /** The workers that had a heartbeat in the last day, except stopped ones. */
  readonly workers: readonly WorkerStatus[];
  readonly now_running: readonly { readonly host: string; readonly since: Date }[];
  /** The newest failed jobs that have no retries left. */
  readonly failures: readonly { readonly host: string; readonly at: Date; readonly message: string }[];
}

interface WorkerStatus {
  readonly machine: string;
  readonly pid: number;
  readonly since: Date;
  readonly heartbeat: Date;
  /** Whether the last heartbeat is recent. */
  readonly live: boolean;
}

export type WorkRecord = RunOutcome & {
  readonly at: string;
  readonly ms: number;
  /** The number of the attempt, counted from 1. */
  readonly attempt: number;
  /** Whether the job will be retried; set only if the attempt failed. */
  readonly again?: boolean;
};

export interface WorkOptions
  extends Omit<RunOptions, 'store' | 'signal' | 'since' | 'onStart' | 'onOutcome'> {
  /** A promise that resolves when the worker must not take more jobs. */
  readonly stop: Promise<void>;
  readonly onRecord: (record: WorkRecord) => void;
}

export interface CatalogDatabase extends AsyncDisposable {
  readonly store: ResultStore;
  targets(): Promise<ListedHost[]>;
  /** Yields the sites with results in batches, in the order of the list of targets. Leaves out demo sites and unreadable rows. */
  listed(): AsyncIterable<readonly ListedTarget[]>;
  enqueue(which: {
    readonly only: readonly string[];
    readonly limit: number | undefined;
    readonly dryRun: boolean;
  }): Promise<Enqueued>;
  work(options: WorkOptions): Promise<void>;
  /** Puts jobs that have no retries left into the queue again; returns their number. */
  retryDead(): Promise<number>;
  status(): Promise<QueueStatus>;
  /** Returns the status in the OpenMetrics text format. */
  metrics(): Promise<string>;
  importFiles(folders: ImportFolders): Promise<Imported>;
  exportFiles(folders: CatalogFolders): Promise<Exported>;
  /** Adds a site to the list; returns `false` if the list already contains the site. */
  add(target: ListedHost): Promise<boolean>;
  /** Removes a site and all its data. */
  withdraw(which: Withdrawal): Promise<Withdrawn>;
}

interface OpenOptions {
  readonly auditMs: number;
  readonly worker: boolean;
  /** Called with the message of each error that the process recovers from. */
  readonly onFault: (message: string) => void;
}

export interface Migrated {
  readonly kind: 'catalog-migrated';
  /** The previous version of the tables; 0 if there were no tables. */
  readonly from: number;
  readonly to: number;
}

export type Migrate = (
  url: string,
  options: {
    readonly auditMs: number;
    /** Called if the migration must wait for running workers. */
    readonly onWait: () => void;
  },
) => Promise<Migrated>;

export type OpenDatabase = (url: string, options: OpenOptions) => Promise<CatalogDatabase>;

export interface NetlifyAccess {
  readonly api: string;
  readonly site: string;
  readonly token: string;
}

/** Functions that load their code only if a command needs it. */
export interface Dependencies {
  /** Gives access to the data that the service stores on Netlify. */
  readonly openLive: (access: NetlifyAccess) => Promise<LiveResults>;
  /** Serves the demo sites on local ports until disposed of. `places` maps their origins to the local ones. */
  readonly serveDemos: () => Promise<AsyncDisposable & { readonly places: Places }>;
  readonly openDatabase: OpenDatabase;
  readonly migrateDatabase: Migrate;
}

/** Creates or updates the tables of the database. */
export async function migrate(
  run: Run<typeof DATABASE>,
  _: readonly string[],
  { migrateDatabase }: Dependencies,
): Promise<number> {
  const { session } = run.output;
  const migrated = await migrateDatabase(addressOf('migrate', run), {
    auditMs: run.timeoutMs,
    onWait: () =>
      session.err('Waiting for the workers and runs that use the database. Workers exit automatically.\n'),
  });
  const { from, to } = migrated;
  const text =
    from === 0
      ? 'Created the tables and the queue.'
      : `The tables and the queue are up to date (version ${to}${from === to ? '' : `, from ${from}`}).`;
  return say(run, migrated, text);
}

/** Runs a worker until it receives a signal. Prints one line of JSON for each audit. */
export async function work(
  run: Run<typeof WORKER>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  const { output } = run;
  const { context } = output.session;
  await using database = await openFor(run, addressOf('worker', run), openDatabase, { worker: true });
  await database.work({
    ...auditOptions(run),
    keepRecordings: false,
    stop: new Promise((resolve) => context.onSignal?.(resolve)),
    onRecord: (record) => print(output, JSON.stringify(record)),
  });
  return 0;
}

export async function enqueue(
  run: Run<typeof ENQUEUE>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  await using database = await openFor(run, addressOf('enqueue', run), openDatabase);
  const found = await database.enqueue(run.values);
  const due = `${plural(found.due, 'target')} due`;
  if (found.dry_run) return say(run, found, `${due}. Nothing was added to the queue (--dry-run).`);
  const old = found.due - found.put;
  const others =
    old === 0 ? '' : ` ${old} already had a job in the last day, waiting or abandoned: see status.`;
  return say(run, found, `${due}, ${found.put} added to the queue.${others}`);
}

export async function retryDead(
  run: Run<typeof DATABASE>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  await using database = await openFor(run, addressOf('retry-dead', run), openDatabase);
  const put = await database.retryDead();
  return say(run, { kind: 'catalog-retried', put }, `${plural(put, 'site')} returned to the queue.`);
}

export async function status(
  run: Run<typeof STATUS>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  await using database = await openFor(run, addressOf('status', run), openDatabase);
  if (run.values.format === undefined) {
    const found = await database.status();
    return say(run, found, statusText(found));
  }
  print(run.output, await database.metrics());
  return 0;
}

/** Imports files into the database. Repeating an import is safe. */
export async function importFolders(
  run: Run<typeof IMPORT>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  await using database = await openFor(run, addressOf('import', run), openDatabase);
  const imported = await database.importFiles(run.values);
  const { dry_run, removed, skipped_withdrawn: skipped } = imported;
  const [imports, removes, skips] = dry_run
    ? ['Would import', 'Would remove', 'Would skip']
    : ['Imported', 'Removed', 'Skipped'];
  const named = (done: string, hosts: readonly string[], why: string) =>
    hosts.length === 0
      ? []
      : [`${done} ${plural(hosts.length, 'site')} ${why}: ${firstOf(hosts, MOST_NAMED)}.`];
  return say(
    run,
    imported,
    [
      `${movedText(imports, imported)}.`,
      ...named(removes, removed, 'without a target file'),
      ...named(skips, skipped, 'withdrawn earlier'),
      ...(dry_run && imported.needs_yes
        ? ['To remove more than a tenth of the list, the import needs --yes.']
        : []),
    ].join(' '),
  );
}

/** Exports the database to files. Repeating an export is safe. */
export async function exportFolders(
  run: Run<typeof MOVE>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  await using database = await openFor(run, addressOf('export', run), openDatabase);
  const exported = await database.exportFiles(run.values);
  const { other_files: others } = exported;
  const other = plural(others, 'file in the folders is', 'files in the folders are');
  const warning = `${other} not from the database, for example of withdrawn sites: export into empty folders.`;
  const done = `${movedText('Exported', exported)}${scoredText(exported)}.`;
  return say(run, exported, others === 0 ? done : `${done} ${warning}`);
}

/** Writes the dataset from the database or from folders. */
export async function writeDataset(
  run: Run<typeof DATASET>,
  _: readonly string[],
  { openDatabase }: Dependencies,
): Promise<number> {
  const { to, database: url, ...folders } = run.values;
  if (to === undefined) {
    throw new CliError('usage', 'dataset needs a destination.', {
      hint: 'Pass --to <folder>, or --to s3://bucket/prefix.',
    });
  }
  const { env } = run.output.session.context;
  await using database = url === undefined ? undefined : await openFor(run, url, openDatabase);
  const sites = database?.listed() ?? listedInFolders(folders, faultLog(run.output));
  const now = (await database?.store.now()) ?? new Date();
  const { partitions, ...written } = await publishDataset(sites, { to, env, now });
  const bytes = partitions.reduce((sum, one) => sum + one.bytes, 0);
  return say(
    run,
    {
      kind: 'catalog-dataset',
      written_at: written.written_at,
      sites: written.sites,
      files: partitions.length,
      bytes,
    },
    `Wrote the dataset of ${plural(written.sites, 'site')} with a scorecard or a failed audit: ${plural(partitions.length, 'file')}, ${bytesText(bytes)}.`,
  );
}

/** The maximum number of hosts in each list that an import prints. */
const MOST_NAMED = 10;

function movedText(done: string, { targets, results }: Moved): string {
  return `${done} ${plural(targets, 'target')} and ${plural(results, 'result')}`;
}

/** Says how many results have no scorecard, if there are any. */
function scoredText({ results, scorecards }: Pick<Exported, 'results' | 'scorecards'>): string {
  if (results === scorecards) return '';
  return ` (${plural(scorecards, 'scorecard')}, ${plural(results - scorecards, 'site')} with only failed audits)`;
}

/** Prints a result and returns the exit code 0. */
function say({ output }: Run<Settings>, document: object, text: string): number {
  if (output.format === 'json') printJson(output, document);
  else print(output, text);
  return 0;
}

/** @throws CliError `usage` if no database is set */
function addressOf(command: string, { values }: Run<typeof DATABASE>): string {
  if (values.database !== undefined) return values.database;
  throw new CliError('usage', `${command} needs a catalog in a database.`, {
    hint: 'Set CATALOG_DATABASE to its URL, postgres://…',
  });
}

/** Opens the database for a command. Errors that the command recovers from are printed on stderr, as lines of JSON. */
export function openFor(
  { output, timeoutMs }: Run<Settings>,
  url: string,
  openDatabase: OpenDatabase,
  { worker = false } = {},
): Promise<CatalogDatabase> {
  return openDatabase(url, { auditMs: timeoutMs, worker, onFault: faultLog(output) });
}

/** Returns a function that logs an error on stderr, as one line of JSON. */
function faultLog({ session }: Output): (message: string) => void {
  return (message) => session.err(`${JSON.stringify({ at: new Date().toISOString(), fault: message })}\n`);
}

function statusText(status: QueueStatus): string {
  const { due, oldest_due, waiting, again, running, done, per_hour, expected_end, dead } = status;
  const since = oldest_due === null ? '' : `, the oldest since ${oldest_due.toISOString()}`;
  const end =
    expected_end === null || due === 0
      ? ''
      : `; expected to finish at about ${instant(expected_end.toISOString())}`;
  const failed = Object.entries(status.failed).map(([kind, sites]) => `${kind} ${sites}`);
  const demos =
    status.demos === 0 ? '' : ` ${plural(status.demos, 'demo site is', 'demo sites are')} never due.`;
  return [
    `${plural(status.targets, 'target')}, ${plural(status.results, 'result')} stored${scoredText(status)}. ${due} due${since}.${demos}`,
    `${waiting} waiting, ${again} to retry, ${running} running, ${done} done in the last day, ${dead} abandoned.`,
    `${per_hour} done in the last hour${end}.`,
    ...(failed.length === 0 ? [] : [`Sites that failed in the last day: ${forTerminal(failed.join(', '))}.`]),
    ...status.workers.map(({ machine, pid, heartbeat, live }) => {
      const state = live ? 'heartbeat' : 'no heartbeat since';
      return `  worker  ${forTerminal(machine)} ${pid}  ${state} ${heartbeat.toISOString()}`;
    }),
    ...status.now_running.map(
      ({ host, since: start }) => `  running  ${forTerminal(host)}  since ${start.toISOString()}`,
    ),
    ...status.failures.map(
      ({ host, at, message }) =>
        `  abandoned  ${forTerminal(host)}  ${at.toISOString()}  ${forTerminal(message)}`,
    ),
  ].join('\n');
}
