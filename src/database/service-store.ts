/** What the service keeps between calls, as rows: for operators whose function is to use the catalog's own database. */
import { randomUUID } from 'node:crypto';
import { DatabaseError, type QueryResult } from 'pg';
import type { ConditionalStore } from '../service/store.ts';
import { databaseError, poolOf } from './connect.ts';
import { migrate } from './schema.ts';

/** Of an instance. There may be many, and a server has some hundred in all. */
const CONNECTIONS = 4;
/** Keys in one answer. */
const PAGE = 1_000;
/** What PostgreSQL says where the tables were not made yet. */
const NO_TABLE = '42P01';

const READ = 'SELECT body, etag FROM catalog.service_entries WHERE key = $1';
const WRITE_NEW =
  'INSERT INTO catalog.service_entries (key, body, etag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
// Of two at once the second waits for the first, and then looks at the row as that has left it.
const WRITE_OVER = 'UPDATE catalog.service_entries SET body = $2, etag = $3 WHERE key = $1 AND etag = $4';
const REMOVE = 'DELETE FROM catalog.service_entries WHERE key = $1';
const KEYS = `SELECT key FROM catalog.service_entries WHERE key LIKE $1 ORDER BY key LIMIT ${PAGE}`;
/** One step along the index for each folder, however many keys are in it: "0" is the character after the slash. */
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
 * The store in the database of an address. It connects when it is first asked, and makes the tables where there are none.
 * All that it asks is one statement, and no session is set up for it, which a pooler of transactions could not keep.
 *
 * @param onFault told in words why the database cannot be used
 * @param deadlineMs how long the service waits, in milliseconds; half of it for a connection, and half for the answer
 */
export function rowEntries(
  url: string,
  onFault: (error: Error) => void,
  deadlineMs: number,
): ConditionalStore {
  const pool = poolOf({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: deadlineMs / 2,
    query_timeout: deadlineMs / 2,
    allowExitOnIdle: true,
  });
  const asked = async (statement: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      return await pool.query(statement, [...values]);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === NO_TABLE)) throw error;
      await migrate(pool);
      return await pool.query(statement, [...values]);
    }
  };
  const ask: typeof asked = async (statement, values) => {
    try {
      return await asked(statement, values);
    } catch (error) {
      const fault = databaseError('Cannot use the database', error);
      onFault(fault);
      throw fault;
    }
  };
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
    keys: async (prefix) => (await ask(KEYS, [`${literal(prefix)}%`])).rows.map(({ key }) => key),
    folders: async (prefix) =>
      (await ask(FOLDERS, [`${literal(prefix)}%/%`, prefix])).rows.map(({ folder }) => folder),
  };
}

/** A text as a pattern of LIKE. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
