/** Opens a catalog in a database. The result can read and change its tables, run its queue, and import and export files. */
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { plain } from '../../base/text.ts';
import type { SiteLists } from '../pages.ts';
import { type CatalogSource, type ListedTarget, leavingOut, listedOf } from '../results/scored.ts';
import type { CatalogDatabase, Migrate, OpenDatabase } from '../run/command/database-tasks.ts';
import { databaseError, databaseSettings, poolOf } from './connect.ts';
import { listsIn, newestChanged, storeFigures, targetIn } from './lists.ts';
import { addRow, exportFiles, importFiles, withdrawRow } from './move.ts';
import { createQueues, dueTargets, openQueue, putJobs, redriveDead, workOn } from './queue.ts';
import {
  HOLD_TABLES,
  NEWEST,
  requireRoom,
  requireVersion,
  TRY_TABLES,
  updateTables,
  versionOf,
} from './schema.ts';
import { openMetrics, queueStatus } from './status.ts';
import { type ResultRow, RowStore, rowState } from './store.ts';

/** The maximum number of connections for statements. A worker needs four more for its queue, and one for locks on targets. */
const CONNECTIONS = 4;
/** The PostgreSQL option that limits the time of a worker's statement. Imports and exports have no limit. */
const WORKER_LIMIT = ' -c statement_timeout=60s';

/**
 * Connects to a catalog's database and checks it, so that a worker fails before it requests any site.
 * @throws AuditError if the database cannot be used or needs a migration
 */
export const openDatabase: OpenDatabase = async (url, { auditMs, worker, onFault }) => {
  await using opened = new AsyncDisposableStack();
  try {
    const settings = databaseSettings(url, auditMs);
    const connection = worker ? { ...settings, options: settings.options + WORKER_LIMIT } : settings;
    const pool = poolOf(connection, CONNECTIONS);
    opened.defer(() => pool.end());
    await requireVersion(pool);
    if (worker) await requireRoom(pool);
    const store = opened.use(new RowStore(pool, connection));
    let queue: Promise<PgBoss> | undefined;
    const boss = () => {
      queue ??= openQueue(connection, { supervised: worker, onFault });
      return queue;
    };
    opened.defer(async () => (await queue?.catch(() => undefined))?.stop({ graceful: false }));
    if (worker) await Promise.all([boss(), store.connect()]);
    return databaseOf({ pool, store, boss, onFault, held: opened.move() });
  } catch (error) {
    throw databaseError('Cannot open the database', error);
  }
};

/** Statistics of at least this age, in minutes, are recomputed when targets are queued. */
const FIGURES_MIN = 60;

/**
 * Creates the tables and queues of a catalog, or updates older ones. First waits until all workers of the older version have
 * detected the migration and exited.
 */
export const migrateDatabase: Migrate = async (url, { auditMs, onWait }) => {
  const connection = databaseSettings(url, auditMs);
  const pool = poolOf(connection, CONNECTIONS);
  try {
    const client = await pool.connect();
    try {
      if ((await client.query(TRY_TABLES)).rows[0].got !== true) {
        onWait();
        await client.query(HOLD_TABLES);
      }
      const from = await versionOf(pool);
      await updateTables(pool);
      await createQueues(connection);
      return { kind: 'catalog-migrated', from, to: NEWEST };
    } finally {
      // Ends the session, which releases the lock.
      client.release(true);
    }
  } catch (error) {
    throw databaseError('Cannot migrate the database', error);
  } finally {
    await pool.end();
  }
};

interface Parts {
  readonly pool: Pool;
  readonly store: RowStore;
  readonly boss: () => Promise<PgBoss>;
  readonly onFault: (message: string) => void;
  readonly held: AsyncDisposableStack;
}

function databaseOf({ pool, store, boss, onFault, held }: Parts): CatalogDatabase {
  const enqueue: CatalogDatabase['enqueue'] = async ({ dryRun, ...which }) => {
    const now = await store.now();
    const due = await dueTargets(pool, which, now);
    if (!dryRun) await storeFigures(pool, FIGURES_MIN);
    return {
      kind: 'catalog-enqueued',
      due: due.length,
      put: dryRun ? 0 : await putJobs(await boss(), due, now),
      dry_run: dryRun,
    };
  };
  const status = async () => queueStatus((text, values) => pool.query(text, values), await store.now());
  return {
    store,
    targets: () => withDatabaseErrors(readTargetRows(pool)),
    listed: () => readListed(pool, onFault),
    enqueue: (which) => withDatabaseErrors(enqueue(which)),
    work: async (options) => {
      const target = async (host: string) => (await readTargetRows(pool, host))[0];
      await workOn({ boss: await boss(), pool, store, target, onFault }, options);
    },
    retryDead: () => withDatabaseErrors(boss().then(redriveDead)),
    status: () => withDatabaseErrors(status()),
    metrics: () => withDatabaseErrors(status().then(openMetrics)),
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
 * @param onInvalid receives a message for each unreadable row, which is left out; without it, an unreadable row is an error
 */
async function readTargetRows(
  pool: Pool,
  host: string | null = null,
  onInvalid?: (message: string) => void,
): Promise<ListedHost[]> {
  const { rows } = await pool.query<{ host: string; body: Buffer }>(
    'SELECT host, body FROM catalog.targets WHERE $1::text IS NULL OR host = $1 ORDER BY host',
    [host],
  );
  return rows.flatMap((row) => readableTarget(row, onInvalid) ?? []);
}

/** @throws AuditError `io` if the row cannot be read and `onInvalid` is missing */
function readableTarget(
  { host, body }: { readonly host: string; readonly body: Buffer },
  onInvalid?: (message: string) => void,
): ListedHost | undefined {
  const target = targetIn(body);
  if (target !== undefined) return target;
  const unreadable = `The row of ${plain(host, HOST_CHARS)} in the list cannot be read`;
  if (onInvalid === undefined) throw new AuditError('io', `${unreadable}.`);
  onInvalid(`${unreadable}, and is left out.`);
  return undefined;
}

/** The number of rows read at once. A row takes about 5 kB, or 50 kB after decompression. */
const SITES_AT_ONCE = 100;

async function* readListed(
  pool: Pool,
  onInvalid: (message: string) => void,
): AsyncGenerator<readonly ListedTarget[]> {
  for (let after = ''; ; ) {
    const query = pool.query<ResultRow & { host: string; target: Buffer }>(
      `SELECT host, targets.body AS target, results.xmin::text AS version, results.body, last_at, last_of
         FROM catalog.targets JOIN catalog.results USING (host) WHERE NOT demo AND host > $1
         ORDER BY host LIMIT ${SITES_AT_ONCE}`,
      [after],
    );
    const { rows } = await withDatabaseErrors(query);
    const last = rows.at(-1);
    if (last === undefined) return;
    const listed: ListedTarget[] = [];
    for (const row of rows) {
      const { host } = row;
      const target = readableTarget({ host, body: row.target }, onInvalid);
      if (target === undefined) continue;
      const stored = await leavingOut(async () => rowState(row, host).current, onInvalid)(host);
      const one = listedOf(target, stored);
      if (one !== undefined) listed.push(one);
    }
    yield listed;
    after = last.host;
  }
}

/** The maximum number of simultaneous statements of a `RowSource`. */
const AT_ONCE = 4;
/** The time without traffic after which PostgreSQL checks whether a `RowSource` is still connected, in milliseconds. */
const GONE_MS = 60_000;

/** A catalog in a database, whose lists are read page by page. */
export interface RowSource extends CatalogSource {
  readonly lists: SiteLists;
  /** Returns the number of listed targets. */
  count(): Promise<number>;
  /** Returns the hosts whose results changed most recently, newest change first. */
  newestChanged(count: number): Promise<readonly string[]>;
}

/**
 * Opens a catalog's database for a build of the web site, which reads the list of targets and the stored results.
 * @param onInvalid receives a message for each row that is left out because it cannot be read
 * @throws AuditError if the database cannot be used
 */
export async function rowSource(url: string, onInvalid: (message: string) => void): Promise<RowSource> {
  const connection = databaseSettings(url, GONE_MS);
  const pool = poolOf(connection, AT_ONCE);
  try {
    await requireVersion(pool);
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
    read: leavingOut((host) => store.read(host), onInvalid),
    count: async () =>
      (await pool.query('SELECT count(*)::int AS targets FROM catalog.targets')).rows[0].targets,
    lists: listsIn((statement, values) => pool.query(statement, [...values])),
    newestChanged: (count) => newestChanged(pool, count),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
