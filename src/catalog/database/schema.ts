/** The tables of a catalog and their version. `migrate` changes them, other commands only check the version. */
import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { AuditError } from '../../base/errors.ts';
import { UNDEFINED_TABLE } from './connect.ts';
import { LISTED_TABLE } from './lists.ts';

const ROOM = 1024 * 1024;

/**
 * The statements from each version of the tables to the next. Released ones must not change. Byte order (`COLLATE "C"`) lets
 * exports and searches for a prefix use the index of the key. `body` of results is compressed already. Updates of results leave
 * room in each page for the next version of a row, so they change no index. Reads need not survive a crash.
 */
const STEPS = [
  `CREATE SCHEMA IF NOT EXISTS catalog;
   CREATE TABLE catalog.version (version int NOT NULL);
   INSERT INTO catalog.version VALUES (1);
   CREATE TABLE catalog.targets (
     host text COLLATE "C" PRIMARY KEY,
     domain text NOT NULL,
     demo boolean NOT NULL,
     body bytea NOT NULL);
   CREATE TABLE catalog.results (
     host text COLLATE "C" PRIMARY KEY,
     body bytea,
     last_at text,
     last_of text,
     attempted timestamptz,
     due timestamptz) WITH (fillfactor = 80);
   ALTER TABLE catalog.results ALTER body SET STORAGE EXTERNAL;
   CREATE TABLE catalog.service_entries (
     key text COLLATE "C" PRIMARY KEY,
     body bytea NOT NULL,
     etag text NOT NULL);
   CREATE UNLOGGED TABLE catalog.reads (
     network text COLLATE "C" PRIMARY KEY,
     times timestamptz[] NOT NULL,
     callers int[] NOT NULL,
     last uuid NOT NULL) WITH (fillfactor = 50);
   ${LISTED_TABLE}`,
] as const;

export const NEWEST = STEPS.length;

/** Returns the version of the tables; 0 if there are none. */
export async function versionOf(pool: Pick<Pool, 'query'>): Promise<number> {
  try {
    return (await pool.query('SELECT version FROM catalog.version')).rows[0].version;
  } catch (error) {
    if (Object(error).code === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

/** @throws AuditError `configuration` if the tables are missing, or of another version than this program's */
export async function requireVersion(pool: Pick<Pool, 'query'>): Promise<void> {
  const version = await versionOf(pool);
  if (version > NEWEST) throw newerTables(version);
  if (version < NEWEST) throw migrationNeeded();
}

export function migrationNeeded(): AuditError {
  return new AuditError('configuration', 'The database has no tables of this version.', {
    hint: 'Create or update them: npm run audit:catalog -- migrate',
  });
}

function newerTables(version: number): AuditError {
  return new AuditError(
    'configuration',
    `The tables of the database are of a newer program (version ${version}, here ${NEWEST}).`,
    { hint: 'Use the newer program.' },
  );
}

/** @throws AuditError `configuration` if a newer program created the tables */
export async function updateTables(pool: Pool): Promise<void> {
  const version = await versionOf(pool);
  if (version > NEWEST) throw newerTables(version);
  await inTransaction(pool, async (client) => {
    for (const step of STEPS.slice(version)) await client.query(step);
    await client.query('UPDATE catalog.version SET version = $1', [NEWEST]);
  });
}

/** Two keys of one advisory lock: workers share it, and a migration waits until it has it alone. */
const LOCK = '61776, 1';
export const SHARE_TABLES = `SELECT pg_advisory_lock_shared(${LOCK})`;
export const TRY_TABLES = `SELECT pg_try_advisory_lock(${LOCK}) AS got`;
export const HOLD_TABLES = `SELECT pg_advisory_lock(${LOCK})`;
/** Selects a row if a migration waits for the lock. */
export const MIGRATION_WAITS = `
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND (classid, objid) = (${LOCK}) AND objsubid = 2 AND NOT granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

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
