/** The run over a catalog that is in a database: what its command asks for, and what it says. */

import type { ListedHost } from '../../../audit/scorecard/record.ts';
import { plural } from '../../../audit/scorecard/words.ts';
import { forTerminal } from '../../../base/escape.ts';
import type { Context } from '../../../cli/context.ts';
import { CliError } from '../../../cli/errors.ts';
import { type Output, print, printJson } from '../../../cli/output.ts';
import type { ResultStore } from '../../results/store.ts';
import type { RunOutcome } from '../outcome.ts';
import type { RunOptions } from '../run.ts';

/** What a catalog in a database is asked for, in place of a run. */
export const DATABASE_TASKS = {
  enqueue: 'put the targets that are due into the queue of the database',
  worker: 'audit what is in the queue, until SIGTERM; on any number of machines',
  status: 'print what waits, runs and has failed',
  import: 'take the files of --targets and --results into the database',
  export: 'write the list and the results of the database to --targets and --results',
} as const;
export type DatabaseTask = keyof typeof DATABASE_TASKS;

/** Tasks with a dry run, or that write nothing. */
const SHOWS_FIRST: ReadonlySet<DatabaseTask> = new Set(['enqueue', 'status']);

/** What chooses among the targets of a run. */
const CHOICES = ['only', 'limit'] as const;

/** The files that are moved. */
export interface CatalogFolders {
  readonly targets: string;
  readonly results: string;
}

export interface Moved {
  readonly kind: 'catalog-moved';
  readonly targets: number;
  readonly results: number;
}

interface Enqueued {
  readonly kind: 'catalog-enqueued';
  readonly due: number;
  /** Less than `due` where it was there already. */
  readonly put: number;
}

export interface QueueStatus {
  readonly kind: 'catalog-queue';
  readonly targets: number;
  readonly results: number;
  readonly waiting: number;
  /** Waiting to be tried again. */
  readonly again: number;
  readonly running: number;
  /** In the last day. */
  readonly done: number;
  readonly failed: number;
  readonly now_running: readonly { readonly host: string; readonly since: Date }[];
  /** The newest that were given up. */
  readonly failures: readonly { readonly host: string; readonly at: Date; readonly message: string }[];
}

/** A line of a worker's log. */
export type WorkRecord = RunOutcome & {
  readonly at: string;
  readonly ms: number;
  /** Counted from 1. */
  readonly attempt: number;
  /** It is tried again, or given up after the last attempt. */
  readonly again?: boolean;
};

export interface WorkOptions
  extends Omit<RunOptions, 'store' | 'signal' | 'since' | 'onStart' | 'onOutcome'> {
  /** Resolves when no more jobs are to be taken. */
  readonly stop: Promise<void>;
  readonly onRecord: (record: WorkRecord) => void;
}

export interface CatalogDatabase extends AsyncDisposable {
  readonly store: ResultStore;
  targets(): Promise<ListedHost[]>;
  enqueue(which: {
    readonly only: readonly string[];
    readonly limit: number | undefined;
    readonly dryRun: boolean;
  }): Promise<Enqueued>;
  work(options: WorkOptions): Promise<void>;
  status(): Promise<QueueStatus>;
  importFiles(folders: CatalogFolders): Promise<Moved>;
  exportFiles(folders: CatalogFolders): Promise<Moved>;
}

interface OpenOptions {
  readonly concurrency: number;
  readonly auditMs: number;
  /** Whether it is opened by a worker. */
  readonly worker: boolean;
  /** Told of faults that are waited out. */
  readonly onFault: (message: string) => void;
}

/** Opens the database of an address. */
export type OpenDatabase = (url: string, options: OpenOptions) => Promise<CatalogDatabase>;

/** What a task is given. */
interface TaskGiven {
  readonly database: CatalogDatabase;
  readonly output: Output;
  readonly context: Context;
  readonly folders: CatalogFolders;
  readonly which: Parameters<CatalogDatabase['enqueue']>[0];
  readonly audits: Omit<WorkOptions, 'stop' | 'onRecord'>;
}

/** Does what is asked for in place of a run; all of it can be done again. */
export async function performTask(task: DatabaseTask, given: TaskGiven): Promise<void> {
  const { database, output, context, folders, which } = given;
  const say = (document: object, text: string) =>
    output.format === 'json' ? printJson(output, document) : print(output, text);
  switch (task) {
    case 'enqueue': {
      const found = await database.enqueue(which);
      return say(found, `${plural(found.due, 'target')} due, ${found.put} put into the queue.`);
    }
    case 'worker':
      return await database.work({
        ...given.audits,
        stop: new Promise((resolve) => context.onSignal?.(resolve)),
        onRecord: (record) => print(output, JSON.stringify(record)),
      });
    case 'status': {
      const status = await database.status();
      return say(status, statusText(status));
    }
    case 'import': {
      const { targets, results } = await database.importFiles(folders);
      return say(
        { kind: 'catalog-moved', targets, results },
        `Imported ${plural(targets, 'target')} and ${plural(results, 'result')}.`,
      );
    }
    case 'export': {
      const { targets, results } = await database.exportFiles(folders);
      return say(
        { kind: 'catalog-moved', targets, results },
        `Exported ${plural(targets, 'target')} and ${plural(results, 'result')}.`,
      );
    }
  }
}

function statusText(status: QueueStatus): string {
  const { waiting, again, running, done, failed } = status;
  return [
    `${plural(status.targets, 'target')}, ${plural(status.results, 'result')} stored.`,
    `${waiting} waiting, ${again} to be tried again, ${running} running, ${done} done in the last day, ${failed} given up.`,
    ...status.now_running.map(
      ({ host, since }) => `  running  ${forTerminal(host)}  since ${since.toISOString()}`,
    ),
    ...status.failures.map(
      ({ host, at, message }) =>
        `  given up  ${forTerminal(host)}  ${at.toISOString()}  ${forTerminal(message)}`,
    ),
  ].join('\n');
}

/** Whether an option was set; a list is empty where it was not. */
function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/**
 * The one task of a command line, where it has one.
 *
 * @throws CliError `usage` for two of them, for one without a database, and for what only files have
 */
export function databaseTask(
  asked: Readonly<Record<string, unknown>>,
  database: string | undefined,
  filesOnly: readonly string[],
): DatabaseTask | undefined {
  const tasks = (Object.keys(DATABASE_TASKS) as DatabaseTask[]).filter((name) => asked[name] === true);
  const [task] = tasks;
  if (tasks.length > 1) {
    throw new CliError(
      'usage',
      `${tasks.map((name) => `--${name}`).join(' and ')} cannot be used together.`,
      {
        hint: 'Run them one after the other.',
      },
    );
  }
  if (task !== undefined && database === undefined) {
    throw new CliError('usage', `--${task} is for a catalog in a database.`, {
      hint: 'Set CATALOG_DATABASE to its address, postgres://…',
    });
  }
  if (task !== undefined && !SHOWS_FIRST.has(task) && asked.dryRun === true) {
    throw new CliError('usage', `--${task} and --dry-run cannot be used together.`, {
      hint: 'There is no dry run of it. --enqueue --dry-run says what is due, and --status what waits.',
    });
  }
  const unheeded = CHOICES.filter((name) => isGiven(asked[name]) && task !== 'enqueue');
  if (task !== undefined && unheeded.length > 0) {
    throw new CliError('usage', `--${task} and --${unheeded[0]} cannot be used together.`, {
      hint: 'Targets are chosen when they are put into the queue: --enqueue takes --only and --limit.',
    });
  }
  if (database !== undefined && filesOnly.length > 0) {
    throw new CliError('usage', `${filesOnly.join(' and ')} cannot be used with a database.`, {
      hint: 'They are for a catalog in files: use them after --export, without CATALOG_DATABASE.',
    });
  }
  return task;
}
