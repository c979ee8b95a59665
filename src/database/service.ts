/** The catalog's database as the service uses it. Of a run's code it has only what reads and writes rows. */
import { DatabaseError } from 'pg';
import { recordHost, recordText } from '../results/published-record.ts';
import { targetSchema } from '../scorecard/record.ts';
import type { ConditionalStore } from '../service/store.ts';
import { databaseError, poolOf } from './connect.ts';
import { migrate } from './schema.ts';
import { type AskRows, rowEntries } from './service-store.ts';
import { type ResultRow, rowState } from './store.ts';

/** Of an instance. There may be many, and a server has some hundred in all. */
const CONNECTIONS = 4;

/** What PostgreSQL says where the tables were not made yet. */
const NO_TABLE = '42P01';

const RECORD = `
  SELECT targets.body AS target, results.xmin::text AS version, results.body, last_at, last_of
  FROM catalog.targets JOIN catalog.results USING (host) WHERE host = $1`;

export interface ServiceDatabase {
  readonly store: ConditionalStore;
  /**
   * The record of a target as a build publishes it (`published-record.ts`), of today's rows; `undefined` for other paths, and
   * where the database cannot say: then it is asked for among the files of the build.
   */
  record(path: string): Promise<string | undefined>;
}

/**
 * Opens the database of an address, which is connected to when something is first asked; where it has no tables, they are
 * made. No session is set up, and all is asked in single statements or transactions: a pooler of transactions may be between.
 *
 * @param onFault told in words why the database cannot be used
 * @param deadlineMs how long the service waits, in milliseconds; half of it for a connection, and half for the answer
 */
export function openForService(
  url: string,
  onFault: (error: Error) => void,
  deadlineMs: number,
): ServiceDatabase {
  const half = deadlineMs / 2;
  const connection = { connectionString: url, connectionTimeoutMillis: half, query_timeout: half };
  const pool = poolOf({ ...connection, allowExitOnIdle: true }, CONNECTIONS);
  const asked: AskRows = async (statement, values) => {
    try {
      return await pool.query(statement, [...values]);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === NO_TABLE)) throw error;
      await migrate(pool);
      return await pool.query(statement, [...values]);
    }
  };
  const told = (error: unknown) => {
    const fault = databaseError('Cannot use the database', error);
    onFault(fault);
    return fault;
  };
  const recordOf = async (host: string) => {
    const [row]: (ResultRow & { target: Buffer })[] = (await asked(RECORD, [host])).rows;
    if (row === undefined) return undefined;
    const target = targetSchema.parse(JSON.parse(row.target.toString('utf8')));
    return recordText({ target, stored: rowState(row, host).current });
  };
  return {
    store: rowEntries(async (statement, values) => {
      try {
        return await asked(statement, values);
      } catch (error) {
        throw told(error);
      }
    }),
    async record(path) {
      const host = recordHost(path);
      try {
        return host === undefined ? undefined : await recordOf(host);
      } catch (error) {
        told(error);
        return undefined;
      }
    },
  };
}
