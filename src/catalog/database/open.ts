/** Opens a catalog in a database: its store, its queue, import and export. */
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { type ListedHost, targetSchema } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { plain } from '../../base/text.ts';
import type { SiteLists } from '../pages.ts';
import { nothingStored } from '../results/merge.ts';
import type { CatalogSource } from '../results/scored.ts';
import type { CatalogDatabase, OpenDatabase } from '../run/command/database-tasks.ts';
import { databaseError, databaseSettings, poolOf } from './connect.ts';
import { listsIn, newestChanged, storeFigures } from './lists.ts';
import { addRow, exportFiles, importFiles, withdrawRow } from './move.ts';
import { dueTargets, openQueue, putJobs, queueStatus, redriveDead, workOn } from './queue.ts';
import { migrate, requireRoom } from './schema.ts';
import { RowStore } from './store.ts';

/**
 * Connects to the database of a catalog, and creates missing tables and queues.
 * @throws AuditError if the database cannot be used, before any site is requested
 */
export const openDatabase: OpenDatabase = async (url, { concurrency, auditMs, worker, onFault }) => {
  await using opened = new AsyncDisposableStack();
  try {
    const connection = databaseSettings(url, auditMs);
    const pool = poolOf(connection, concurrency + 2);
    opened.defer(() => pool.end());
    await migrate(pool);
    if (worker) await requireRoom(pool);
    const store = opened.use(new RowStore(pool, connection));
    const boss = await openQueue(connection, { supervised: worker, onFault });
    opened.defer(() => boss.stop({ graceful: false }));
    return databaseOf({ pool, store, boss, held: opened.move() });
  } catch (error) {
    throw databaseError('Cannot open the database', error);
  }
};

/** The age at which filling the queue computes the figures of the catalog anew, in minutes. */
const FIGURES_MIN = 60;

interface Parts {
  readonly pool: Pool;
  readonly store: RowStore;
  readonly boss: PgBoss;
  readonly held: AsyncDisposableStack;
}

function databaseOf({ pool, store, boss, held }: Parts): CatalogDatabase {
  const enqueue: CatalogDatabase['enqueue'] = async ({ dryRun, ...which }) => {
    const now = await store.now();
    const due = await dueTargets(pool, which, now);
    if (!dryRun) await storeFigures(pool, FIGURES_MIN);
    return { kind: 'catalog-enqueued', due: due.length, put: dryRun ? 0 : await putJobs(boss, due, now) };
  };
  return {
    store,
    targets: () => withDatabaseErrors(readTargetRows(pool)),
    enqueue: (which) => withDatabaseErrors(enqueue(which)),
    work: (options) =>
      workOn({ boss, pool, store, target: async (host) => (await readTargetRows(pool, host))[0] }, options),
    retryDead: () => withDatabaseErrors(redriveDead(boss)),
    status: () => withDatabaseErrors(queueStatus(pool)),
    importFiles: (folders) => withDatabaseErrors(importFiles(pool, store, folders)),
    add: (target) => withDatabaseErrors(addRow(pool, target)),
    withdraw: (which) => withDatabaseErrors(withdrawRow(pool, which)),
    exportFiles: (folders) => withDatabaseErrors(exportFiles(pool, folders)),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function withDatabaseErrors<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    throw databaseError('Cannot use the database', error);
  });
}

const HOST_CHARS = 100;

/**
 * @param host selects a single target
 * @param onInvalid receives what rows are left out, because they are not targets; without it, they are errors
 */
async function readTargetRows(
  pool: Pool,
  host: string | null = null,
  onInvalid?: (message: string) => void,
): Promise<ListedHost[]> {
  const { rows } = await pool.query<{ host: string; body: Buffer }>(
    'SELECT host, body FROM catalog.targets WHERE $1::text IS NULL OR host = $1 ORDER BY host COLLATE "C"',
    [host],
  );
  return rows.flatMap(({ host: name, body }) => {
    try {
      return targetSchema.parse(JSON.parse(body.toString('utf8')));
    } catch (error) {
      if (onInvalid === undefined) throw error;
      onInvalid(`The row of ${plain(name, HOST_CHARS)} in the list cannot be read, and is left out.`);
      return [];
    }
  });
}

/** The maximum number of statements in flight for one reader. */
const AT_ONCE = 4;
/** The time after which the server starts to check the connection of a silent reader, in milliseconds. */
const GONE_MS = 60_000;

/** A catalog in a database, whose lists are read in bounded parts. */
export interface RowSource extends CatalogSource {
  readonly lists: SiteLists;
  /** Returns the number of listed targets. */
  count(): Promise<number>;
  /** Returns the hosts whose newest changes are the newest of all. */
  newestChanged(count: number): Promise<readonly string[]>;
}

/**
 * Opens a catalog in a database for a build: its list, and the stored results.
 *
 * @param onInvalid receives what rows are left out, because they cannot be read
 * @throws AuditError if the database cannot be used
 */
export async function rowSource(url: string, onInvalid: (message: string) => void): Promise<RowSource> {
  const connection = databaseSettings(url, GONE_MS);
  const pool = poolOf(connection, AT_ONCE);
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw databaseError('Cannot open the database', error);
  }
  const store = new RowStore(pool, connection);
  return {
    async targets() {
      try {
        return await readTargetRows(pool, null, onInvalid);
      } catch (error) {
        throw databaseError('Cannot read the list of targets', error);
      }
    },
    async read(host) {
      try {
        return await store.read(host);
      } catch (error) {
        if (!(error instanceof AuditError && error.kind === 'invalid_scorecard')) throw error;
        onInvalid(`${error.message} It is left out.`);
        return nothingStored(host);
      }
    },
    count: async () =>
      (await pool.query('SELECT count(*)::int AS targets FROM catalog.targets')).rows[0].targets,
    lists: listsIn((statement, values) => pool.query(statement, [...values])),
    newestChanged: (count) => newestChanged(pool, count),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
