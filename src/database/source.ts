/** A catalog in a database as a build reads it: its list, and what is stored of each target. */
import type { CatalogSource } from '../results/scored.ts';
import { databaseError, databaseSettings, poolOf } from './connect.ts';
import { readTargetRows } from './open.ts';
import { migrate } from './schema.ts';
import { RowStore } from './store.ts';

/** Statements of one reader at a time. */
const AT_ONCE = 4;
/** How long its machine may be gone without a word, in milliseconds. */
const GONE_MS = 60_000;

/** @throws AuditError that says why it cannot be used */
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
