/** Creates and migrates the tables of a catalog when it is opened. pg-boss manages the tables of the queue. */
import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { AuditError } from '../../base/errors.ts';
import { LISTED_TABLE } from './lists.ts';

const ROOM = 1024 * 1024;

/** The steps from each version of the schema to the next. Databases exist that ran these, so they must not change. */
const MIGRATIONS = [
  `CREATE TABLE catalog.targets (
     host text PRIMARY KEY,
     domain text NOT NULL,
     body bytea NOT NULL);
   CREATE TABLE catalog.results (
     host text PRIMARY KEY,
     body bytea,
     last_at text,
     last_of text,
     attempted text,
     due text);`,
  'CREATE INDEX results_due ON catalog.results (due, attempted);',
  // Byte order makes prefix searches use the index.
  `CREATE TABLE catalog.service_entries (
     key text COLLATE "C" PRIMARY KEY,
     body bytea NOT NULL,
     etag text NOT NULL);`,
  LISTED_TABLE,
] as const;

/** @throws AuditError `configuration` if a newer program created the tables */
export function migrate(pool: Pool, newest: number = MIGRATIONS.length): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('catalog migration'))");
    const { rows } = await client.query("SELECT to_regclass('catalog.version') AS found");
    if (rows[0].found === null) {
      await client.query('CREATE SCHEMA IF NOT EXISTS catalog');
      await client.query('CREATE TABLE catalog.version (version int NOT NULL)');
      await client.query('INSERT INTO catalog.version VALUES (0)');
    }
    const version: number = (await client.query('SELECT version FROM catalog.version')).rows[0].version;
    if (version > newest) {
      throw new AuditError(
        'configuration',
        `The database was made by a newer program (version ${version}).`,
        {
          hint: `This one knows versions up to ${newest}: use the newer program.`,
        },
      );
    }
    if (version === newest) return;
    for (const step of MIGRATIONS.slice(version, newest)) await client.query(step);
    await client.query('UPDATE catalog.version SET version = $1', [newest]);
  });
}

/**
 * Checks for free disk space: inserts more than the size of a scorecard and rolls it back. Without space, a worker would
 * request sites without storing a result.
 *
 * @throws the PostgreSQL error
 */
export async function requireRoom(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // PostgreSQL compresses values; random bytes keep their size.
    await client.query("INSERT INTO catalog.results (host, body) VALUES ('', $1)", [randomBytes(ROOM)]);
  } finally {
    // Closes the connection without COMMIT, which rolls back.
    client.release(true);
  }
}

export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await client.query('BEGIN');
    const done = await work(client);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      fault = lost;
    });
    throw error;
  } finally {
    client.release(fault);
  }
}
