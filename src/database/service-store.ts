/** What the service keeps between calls, as rows. */
import { randomUUID } from 'node:crypto';
import type { QueryResult } from 'pg';
import type { ConditionalStore } from '../service/store.ts';

/** Keys in one answer. */
const PAGE = 1_000;

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

/** Asks the database, and throws what it says in words. */
export type AskRows = (statement: string, values: readonly unknown[]) => Promise<QueryResult>;

/** The store of the rows that `ask` reads and writes. */
export function rowEntries(ask: AskRows): ConditionalStore {
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
