/**
 * The tables of a catalog, their version, and the format of the texts in their rows. Only `migrate` changes the tables; other
 * commands check the version.
 */
import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { AuditError } from '../../base/errors.ts';
import { UNDEFINED_TABLE } from './connect.ts';
import dictionaries from './dictionaries.json' with { type: 'json' };

const ROOM = 1024 * 1024;

/**
 * Statements that update the tables from each version to the next. Released statements must not change. `COLLATE "C"` sorts by
 * bytes, so that a search for a prefix can use the index. `STORAGE EXTERNAL` turns off PostgreSQL's compression, because
 * `results.body` is already compressed. `fillfactor` leaves room for new versions of a row, so updates change no index.
 * In `listed`, `relative`, `global` and `newest` are negative, so that ascending order begins with the best or newest site.
 * `state` 0 means ranked, and `domain` is null if it equals the host.
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
   CREATE TABLE catalog.listed (
     host text COLLATE "C" PRIMARY KEY REFERENCES catalog.targets (host) ON DELETE CASCADE,
     newest bigint NOT NULL,
     at timestamptz,
     changed timestamptz,
     relative int NOT NULL,
     global int NOT NULL,
     state smallint NOT NULL,
     mcp boolean NOT NULL,
     name text COLLATE "C" NOT NULL,
     domain text COLLATE "C",
     category text COLLATE "C" NOT NULL,
     entry bytea NOT NULL);
   CREATE INDEX listed_relative ON catalog.listed (relative, host) WHERE state = 0;
   CREATE INDEX listed_global ON catalog.listed (global, host) WHERE state = 0;
   CREATE INDEX listed_newest ON catalog.listed (newest, host) WHERE state = 0;
   CREATE INDEX listed_category ON catalog.listed (category, relative, host) WHERE state = 0;
   CREATE INDEX listed_apart ON catalog.listed (state, host) WHERE state > 0;
   CREATE INDEX listed_name ON catalog.listed (name);
   CREATE INDEX listed_domain ON catalog.listed (domain) WHERE domain IS NOT NULL;
   CREATE TABLE catalog.figures (at timestamptz NOT NULL, body text NOT NULL);`,
  'ALTER TABLE catalog.targets ADD added timestamptz NOT NULL DEFAULT now()',
] as const;

export const NEWEST = STEPS.length;

/** Returns the version of the tables; 0 if there are no tables. */
export async function versionOf(pool: Pick<Pool, 'query'>): Promise<number> {
  try {
    return (await pool.query('SELECT version FROM catalog.version')).rows[0].version;
  } catch (error) {
    if (Object(error).code === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

/** @throws AuditError `configuration` if the tables are missing, or if this program needs another version of them */
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
    `The database tables were created by a newer version of this program (tables ${version}, supported ${NEWEST}).`,
    { hint: 'Update this program.' },
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

/** The two keys of an advisory lock. Workers share the lock; a migration waits until no worker holds it. */
const LOCK = '61776, 1';
export const SHARE_TABLES = `SELECT pg_advisory_lock_shared(${LOCK})`;
export const TRY_TABLES = `SELECT pg_try_advisory_lock(${LOCK}) AS got`;
export const HOLD_TABLES = `SELECT pg_advisory_lock(${LOCK})`;
/** Selects a row if a migration is waiting for the lock. */
export const MIGRATION_WAITS = `
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND (classid, objid) = (${LOCK}) AND objsubid = 2 AND NOT granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Checks for free disk space: inserts a row larger than a scorecard and rolls back. Without space, a worker would request
 * sites without storing a result.
 * @throws the PostgreSQL error
 */
export async function requireRoom(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // PostgreSQL compresses values, but random bytes keep their size.
    await client.query("INSERT INTO catalog.results (host, body) VALUES ('', $1)", [randomBytes(ROOM)]);
  } finally {
    // Closes the connection without COMMIT, which rolls the insert back.
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

/** The compression level. Higher levels take five times as long and save only 4 %. */
const LEVEL = 9;
/** The maximum size of a decompressed text, in bytes. This program never writes a row that exceeds it. */
const MOST_BYTES = 16 * 1024 ** 2;
/** The number of bytes that zlib decompresses at once. With its default of 16 kB, decompression takes up to four times as long. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Compression dictionaries with text that most scorecards contain (`src/testing/bench/dictionary.ts`), stored compressed. The
 * first byte of a packed text is the index of its dictionary in this list, so released dictionaries never change.
 */
const DICTIONARIES: readonly string[] = dictionaries;
const NEWEST_DICTIONARY = DICTIONARIES.length - 1;
const unpackedDictionaries = new Map<number, Buffer>();

/** @throws Error if there is no dictionary at this index */
function dictionaryAt(place: number | undefined): Buffer {
  if (place === undefined) throw new Error('The text is empty.');
  const known = unpackedDictionaries.get(place);
  if (known !== undefined) return known;
  const dictionary = zstdDecompressSync(Buffer.from(DICTIONARIES[place] ?? '', 'base64'));
  unpackedDictionaries.set(place, dictionary);
  return dictionary;
}

/**
 * Compresses the text of a results row to a fiftieth of its size. PostgreSQL's own compression would need five times as much
 * space, and zstd without the dictionary two and a half times as much.
 */
export function packed(text: string | Buffer): Buffer {
  const options = {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    dictionary: dictionaryAt(NEWEST_DICTIONARY),
  };
  return Buffer.concat([Buffer.of(NEWEST_DICTIONARY), zstdCompressSync(text, options)]);
}

/** Decompresses the text of a results row. @throws AuditError `invalid_scorecard` if it cannot be decompressed */
export function unpacked(body: Buffer, host: string): string {
  return unpackedBytes(body, host).toString('utf8');
}

/** Returns the same text as `unpacked`, as UTF-8. @throws AuditError `invalid_scorecard` if it cannot be decompressed */
export function unpackedBytes(body: Buffer, host: string): Buffer {
  try {
    const options = {
      maxOutputLength: MOST_BYTES,
      chunkSize: CHUNK_BYTES,
      dictionary: dictionaryAt(body[0]),
    };
    return zstdDecompressSync(body.subarray(1), options);
  } catch (cause) {
    throw new AuditError('invalid_scorecard', `The row of ${host} in the results cannot be read.`, {
      hint: 'Restore it from a backup, or withdraw and add the site.',
      cause,
    });
  }
}

/** The number of bytes at the end of a dictionary, with a sample entry, that deflate uses. More bytes would be slower. */
const WINDOW = 8 * 1024;

/** Compresses an entry of `listed`. A page unpacks hundreds of entries, and deflate needs a third of zstd's time for each. */
export function packedEntry(text: string): Buffer {
  const options = {
    level: constants.Z_BEST_COMPRESSION,
    dictionary: dictionaryAt(NEWEST_DICTIONARY).subarray(-WINDOW),
  };
  return Buffer.concat([Buffer.of(NEWEST_DICTIONARY), deflateRawSync(text, options)]);
}

/** @throws Error if the entry cannot be decompressed */
export function unpackedEntry(body: Buffer): string {
  const options = { maxOutputLength: MOST_BYTES, dictionary: dictionaryAt(body[0]).subarray(-WINDOW) };
  return inflateRawSync(body.subarray(1), options).toString('utf8');
}
