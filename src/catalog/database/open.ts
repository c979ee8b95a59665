/** Opens a catalog in a database: its store, its queue, import and export. */
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { type ListedHost, targetSchema } from '../../audit/scorecard/record.ts';
import type { CatalogSource } from '../results/scored.ts';
import type { CatalogDatabase, OpenDatabase } from '../run/command/database-tasks.ts';
import { databaseError, databaseSettings, poolOf } from './connect.ts';
import { addRow, exportFiles, importFiles, withdrawRow } from './move.ts';
import { dueTargets, openQueue, putJobs, queueStatus, workOn } from './queue.ts';
import { migrate, requireRoom } from './schema.ts';
import { RowStore } from './store.ts';

/**
 * Connects to the database of a catalog, and creates missing tables and queues.
 *
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
    return { kind: 'catalog-enqueued', due: due.length, put: dryRun ? 0 : await putJobs(boss, due, now) };
  };
  return {
    store,
    targets: () => withDatabaseErrors(readTargetRows(pool)),
    enqueue: (which) => withDatabaseErrors(enqueue(which)),
    work: (options) =>
      workOn({ boss, pool, store, target: async (host) => (await readTargetRows(pool, host))[0] }, options),
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

/** @param host selects a single target */
async function readTargetRows(pool: Pool, host: string | null = null): Promise<ListedHost[]> {
  const { rows } = await pool.query<{ body: Buffer }>(
    'SELECT body FROM catalog.targets WHERE $1::text IS NULL OR host = $1 ORDER BY host COLLATE "C"',
    [host],
  );
  return rows.map(({ body }) => targetSchema.parse(JSON.parse(body.toString('utf8'))));
}

/** The maximum number of statements in flight for one reader. */
const AT_ONCE = 4;
/** The time after which the server starts to check the connection of a silent reader, in milliseconds. */
const GONE_MS = 60_000;

/**
 * Opens a catalog in a database for a build: its list, and the stored results.
 *
 * @throws AuditError if the database cannot be used
 */
export async function rowSource(url: string): Promise<CatalogSource> {
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
        return await readTargetRows(pool);
      } catch (error) {
        throw databaseError('Cannot read the list of targets', error);
      }
    },
    read: (host) => store.read(host),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
