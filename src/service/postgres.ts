import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { DatabaseError, type QueryResult } from 'pg';
import { NETWORK_READS, READ_LIMIT } from '../base/limits.ts';
import { databaseError, likeText, poolOf, UNDEFINED_TABLE, withTls } from '../catalog/database/connect.ts';
import { listsIn, targetIn } from '../catalog/database/lists.ts';
import { migrationNeeded } from '../catalog/database/schema.ts';
import { type ResultRow, rowState } from '../catalog/database/store.ts';
import { listedOf } from '../catalog/results/scored.ts';
import { parseOwn } from '../catalog/results/stored-text.ts';
import { ServiceError } from './errors.ts';
import type { PublishedRows } from './published.ts';
import type { SharedCount } from './read-limit.ts';
import type { ConditionalStore } from './store.ts';

/** The maximum number of connections per instance. There may be many instances, and a database allows about a hundred. */
const CONNECTIONS = 4;
/**
 * The maximum number of connections that read lists and targets. Further reads wait outside the pool. In the pool's queue,
 * they would time out, and so would the reads of other records behind them.
 */
const PAGE_CONNECTIONS = 2;

/** Selects, for each target with results, a version that changes whenever its rows change. Withdrawn targets have no rows. */
const VERSIONS = `
  SELECT host, concat_ws(' ', targets.xmin, results.xmin) AS version
  FROM catalog.targets JOIN catalog.results USING (host) WHERE host = ANY($1) AND results.body IS NOT NULL`;
const RECORD = `
  SELECT targets.body AS target, results.xmin::text AS version, results.body, last_at, last_of
  FROM catalog.targets JOIN catalog.results USING (host) WHERE host = $1`;

export interface ServiceDatabase extends PublishedRows, SharedCount {
  readonly store: ConditionalStore;
  /**
   * Returns the state of the catalog and its queue in the OpenMetrics text format.
   * @throws ServiceError `service_unavailable`
   */
  metrics(): Promise<string>;
}

/** The time limit of a query for metrics, in milliseconds. With a million sites, such a query takes a second. */
const METRICS_MS = 10_000;

/**
 * Opens a database, which connects on the first query. Uses only single statements or transactions and no session state, so a
 * transaction pooler may sit between the service and the database.
 * @param onFault receives an error that explains why the database cannot be used
 * @param deadlineMs the time limit of a query, in milliseconds: half to connect, half for the response
 */
export function openForService(
  url: string,
  onFault: (error: Error) => void,
  deadlineMs: number,
): ServiceDatabase {
  const half = deadlineMs / 2;
  const connection = { connectionString: withTls(url), connectionTimeoutMillis: half, query_timeout: half };
  const pool = poolOf({ ...connection, allowExitOnIdle: true }, CONNECTIONS);
  const runQuery: AskRows = async (statement, values) => {
    try {
      return await pool.query(statement, [...values]);
    } catch (error) {
      throw error instanceof DatabaseError && error.code === UNDEFINED_TABLE ? migrationNeeded() : error;
    }
  };
  const inTurn = pLimit(PAGE_CONNECTIONS);
  const reportFault = (error: unknown) => {
    const fault = databaseError('Cannot use the database', error);
    onFault(fault);
    return fault;
  };
  const versions = inBatches<undefined, string>('join', async (hosts) => {
    const { rows } = await runQuery(VERSIONS, [[...hosts.keys()]]);
    return new Map(rows.map(({ host, version }) => [host, version]));
  });
  const targetOf = async (host: string) => {
    const [row]: (ResultRow & { target: Buffer })[] = (await runQuery(RECORD, [host])).rows;
    if (row?.body == null) return undefined;
    const target = targetIn(row.target);
    if (target === undefined) throw new Error(`The row of ${host} in the list cannot be read.`);
    const { text = '', current } = rowState(row, host, parseOwn);
    const listed = listedOf(target, current);
    return listed && { listed, chars: text.length };
  };
  const ask: AskRows = async (statement, values) => {
    try {
      return await runQuery(statement, values);
    } catch (error) {
      throw reportFault(error);
    }
  };
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await inTurn(work);
    } catch (error) {
      const cause = reportFault(error);
      throw new ServiceError('service_unavailable', 'The catalog cannot be read right now.', {
        retryAfterS: AGAIN_S,
        cause,
      });
    }
  };
  const readable = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw databaseError('Cannot use the database', error);
    }
  };
  return {
    store: rowEntries(ask),
    lists: listsIn((statement, values) => read(() => runQuery(statement, values))),
    metrics: () =>
      read(async () => {
        const { openMetrics, queueStatus } = await import('../catalog/database/status.ts');
        const query = (text: string, values: unknown[]) => {
          const patient = { text, values, query_timeout: METRICS_MS };
          return pool.query(patient);
        };
        const { rows } = await query('SELECT clock_timestamp() AS now', []);
        return openMetrics(await queueStatus(query, rows[0].now));
      }),
    takeRead: readsIn(ask),
    version: (host) => readable(() => versions(host, undefined)),
    target: (host) => readable(() => inTurn(() => targetOf(host))),
  };
}

/** Seconds before callers should retry a failed read. */
const AGAIN_S = 30;

const PAGE = 1_000;

const READ = 'SELECT body, etag FROM catalog.service_entries WHERE key = $1';
const WRITE_NEW =
  'INSERT INTO catalog.service_entries (key, body, etag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
// If two writes are concurrent, the second waits for the first and then finds another ETag.
const WRITE_OVER = 'UPDATE catalog.service_entries SET body = $2, etag = $3 WHERE key = $1 AND etag = $4';
const REMOVE = 'DELETE FROM catalog.service_entries WHERE key = $1';
const KEYS = `SELECT key FROM catalog.service_entries WHERE key LIKE $1 ORDER BY key LIMIT ${PAGE}`;
/** Finds each folder with one index lookup. Skips the rest of the folder by continuing at "0", the character after "/". */
const FOLDERS = `
  WITH RECURSIVE first AS (
    SELECT (SELECT key FROM catalog.service_entries WHERE key LIKE $1 ORDER BY key LIMIT 1) AS key
    UNION ALL
    SELECT (
      SELECT later.key FROM catalog.service_entries AS later
      WHERE later.key LIKE $1 AND later.key >= $2 || split_part(substr(first.key, length($2) + 1), '/', 1) || '0'
      ORDER BY later.key LIMIT 1)
    FROM first WHERE first.key IS NOT NULL)
  SELECT split_part(substr(key, length($2) + 1), '/', 1) AS folder FROM first WHERE key IS NOT NULL`;

/**
 * Counts one request (read) for each caller, unless the caller or its network has reached its limit. The count is exact, because concurrent
 * statements for one network wait for each other. The order of the rows prevents deadlocks. `last` is the id of the latest
 * statement that counted a read.
 */
const TAKE_READS = `
  INSERT INTO catalog.reads AS known (network, times, callers, last)
    SELECT network, ARRAY[statement_timestamp()], ARRAY[caller], $3::uuid
      FROM unnest($1::text[], $2::int[]) AS read (network, caller) ORDER BY network
  ON CONFLICT (network) DO UPDATE SET (times, callers, last) = (
    SELECT CASE WHEN fits THEN recent.times || excluded.times ELSE recent.times END,
        CASE WHEN fits THEN recent.callers || excluded.callers ELSE recent.callers END,
        CASE WHEN fits THEN excluded.last ELSE known.last END
      FROM (
        SELECT coalesce(array_agg(call.time), '{}') AS times, coalesce(array_agg(call.caller), '{}') AS callers,
            count(*) < ${NETWORK_READS}
              AND count(*) FILTER (WHERE call.caller = excluded.callers[1]) < ${READ_LIMIT.calls} AS fits
          FROM unnest(known.times, known.callers) AS call (time, caller)
          WHERE call.time > statement_timestamp() - $4 * interval '1 ms') AS recent)
  RETURNING network, last = $3 AS allowed, callers,
    ARRAY(SELECT 1000 * extract(epoch FROM statement_timestamp() - time)::float8 FROM unnest(times) AS time) AS ages`;
/** Deletes rows of networks whose reads are all too old to count. Skips locked rows, so the statement never waits. */
const SWEEP_READS = `
  DELETE FROM catalog.reads WHERE network IN (
    SELECT network FROM catalog.reads
      WHERE times[cardinality(times)] < statement_timestamp() - $1 * interval '1 ms' FOR UPDATE SKIP LOCKED)`;
/** The number of reads after which an instance deletes outdated rows again. */
const SWEEP_EACH = 1_000;

function readsIn(ask: AskRows): SharedCount['takeRead'] {
  const { windowMs } = READ_LIMIT;
  let untilSweep = 0;
  const take = inBatches<number, ReadsRow>('apart', async (callers) => {
    untilSweep -= callers.size;
    if (untilSweep < 0) {
      untilSweep = SWEEP_EACH;
      await ask(SWEEP_READS, [windowMs]);
    }
    const values = [[...callers.keys()], [...callers.values()], randomUUID(), windowMs];
    return new Map((await ask(TAKE_READS, values)).rows.map((row) => [row.network, row]));
  });
  return async (network, caller) => {
    // Four bytes are enough, because they only need to distinguish callers in the same network.
    const callerNumber = Buffer.from(caller, 'hex').readInt32BE();
    const row = await take(network, callerNumber);
    if (row === undefined) throw new Error('The database did not count the read.');
    return {
      allowed: row.allowed,
      calls: row.ages.map((ageMs, i) => ({ ageMs, isOwn: row.callers[i] === callerNumber })),
    };
  };
}

interface ReadsRow {
  readonly allowed: boolean;
  readonly callers: readonly number[];
  /** The age of each read in milliseconds, in the order of `callers`. */
  readonly ages: readonly number[];
}

/** A function that adds an item to a waiting batch and returns the result for its key. */
type Batched<I, T> = (key: string, item: I) => Promise<T | undefined>;

/**
 * Collects items while a batch runs, and then runs the next batch with them, so that many requests use one connection. A
 * batch begins only after its items arrived, so its result is current.
 * @param equalKeys `join`: items with the same key go into one batch and get one result; `apart`: into different batches
 */
function inBatches<I, T>(
  equalKeys: 'join' | 'apart',
  run: (items: ReadonlyMap<string, I>) => Promise<ReadonlyMap<string, T>>,
): Batched<I, T> {
  let last: Promise<unknown> = Promise.resolve();
  const waiting: { readonly items: Map<string, I>; readonly results: Promise<ReadonlyMap<string, T>> }[] = [];
  return async (key, item) => {
    let batch = waiting.find(({ items }) => equalKeys === 'join' || !items.has(key));
    if (batch === undefined) {
      const items = new Map<string, I>();
      const results = last.then(() => {
        waiting.shift();
        return run(items);
      });
      last = results.catch(() => undefined);
      batch = { items, results };
      waiting.push(batch);
    }
    batch.items.set(key, item);
    return (await batch.results).get(key);
  };
}

type AskRows = (statement: string, values: readonly unknown[]) => Promise<QueryResult>;

/** Returns a store whose entries are database rows, which it reads and writes with `ask`. */
function rowEntries(ask: AskRows): ConditionalStore {
  return {
    async read(key) {
      const [row] = (await ask(READ, [key])).rows;
      return row && { text: row.body.toString('utf8'), etag: row.etag };
    },
    async write(key, text, condition) {
      const etag = randomUUID();
      const values = [key, Buffer.from(text), etag];
      const { rowCount } =
        condition === 'new'
          ? await ask(WRITE_NEW, values)
          : await ask(WRITE_OVER, [...values, condition.etag]);
      return rowCount === 1 ? etag : undefined;
    },
    remove: async (key) => void (await ask(REMOVE, [key])),
    keys: async (prefix) => (await ask(KEYS, [`${likeText(prefix)}%`])).rows.map(({ key }) => key),
    folders: async (prefix) =>
      (await ask(FOLDERS, [`${likeText(prefix)}%/%`, prefix])).rows.map(({ folder }) => folder),
  };
}
