/** Stores results as rows. A claim is an advisory lock on the target's domain, which ends with its session. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pLimit from 'p-limit';
import { Client, type Pool, type PoolClient, type QueryResult } from 'pg';
import type { Stored } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import type { LastAudit } from '../results/last-audits.ts';
import type { HeldTarget, ResultStore } from '../results/store.ts';
import { stateIn, writeOf } from '../results/stored-text.ts';
import { timesOf } from '../run/due.ts';
import { type DatabaseSettings, databaseError } from './connect.ts';
import { putListed } from './lists.ts';
import { inTransaction, requireVersion, SHARE_TABLES } from './schema.ts';

const NOW = 'SELECT clock_timestamp() AS now';
const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got';
const READ = 'SELECT xmin::text AS version, body, last_at, last_of FROM catalog.results WHERE host = $1';
const RELEASE = 'SELECT pg_advisory_unlock(hashtextextended($1, 0))';

/** A row of results. `body` is the file, compressed (`packed`). */
export interface ResultRow {
  /** Differs after each change of the row. */
  readonly version: string;
  readonly body: Buffer | null;
  readonly last_at: string | null;
  readonly last_of: string | null;
}

export class RowStore implements ResultStore, AsyncDisposable {
  readonly #pool: Pool;
  readonly #session: ClaimSession;
  /** A PostgreSQL session can take its own lock twice, so the claims of this process are tracked here. */
  readonly #held = new Set<string>();
  /** The rows read for claimed targets: a scorecard of 100 kB is not read again if its version is unchanged. */
  readonly #claimed = new Map<string, ResultRow | undefined>();

  constructor(pool: Pool, connection: DatabaseSettings) {
    this.#pool = pool;
    this.#session = new ClaimSession(connection);
  }

  /** Opens the session of the claims before the first one. From then on, a migration waits for this process. */
  async connect(): Promise<void> {
    await this.#session.open();
  }

  /** The clock of the database, which all workers share. @throws AuditError `io` */
  async now(): Promise<Date> {
    const { rows } = await this.#run(() => this.#pool.query(NOW));
    return rows[0].now;
  }

  /** @throws AuditError `invalid_scorecard`, `io` */
  async read(host: string): Promise<Stored> {
    const { rows } = await this.#run(() => this.#pool.query<ResultRow>(READ, [host]));
    const [row] = rows;
    if (row !== undefined && this.#claimed.has(host)) this.#claimed.set(host, row);
    return rowState(row, host).current;
  }

  /** @throws AuditError `io` */
  async claim(host: string): Promise<HeldTarget | undefined> {
    return await this.#run(async () => {
      const { rows: targets } = await this.#pool.query('SELECT domain FROM catalog.targets WHERE host = $1', [
        host,
      ]);
      const domain: string = targets[0]?.domain ?? host;
      if (this.#held.has(domain)) return undefined;
      this.#held.add(domain);
      try {
        const session = await this.#session.open();
        const { rows } = await session.ask(TAKE, domain);
        if (rows[0].got === true) return this.#claimOf(host, domain, session);
      } catch (error) {
        this.#held.delete(domain);
        throw error;
      }
      this.#held.delete(domain);
      return undefined;
    });
  }

  /** Changes the stored state of a target; returns whether anything differs: nothing does if it is no longer listed. */
  update(host: string, change: (stored: Stored) => Stored): Promise<boolean> {
    return this.#run(() =>
      inTransaction(this.#pool, (client) => updateRow(client, host, change, this.#claimed.get(host))),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session[Symbol.asyncDispose]();
  }

  #claimOf(host: string, domain: string, { ask, lost }: OpenSession): HeldTarget {
    const release = async () => {
      // If the session has ended, its locks are released already.
      await ask(RELEASE, domain).catch(() => undefined);
      this.#held.delete(domain);
      this.#claimed.delete(host);
    };
    this.#claimed.set(host, undefined);
    return { update: (change) => this.update(host, change), lost, [Symbol.asyncDispose]: release };
  }

  async #run<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw databaseError('Cannot use the database', error);
    }
  }
}

async function updateRow(
  client: PoolClient,
  host: string,
  change: (stored: Stored) => Stored,
  known: ResultRow | undefined,
): Promise<boolean> {
  // Only an existing row can be locked. A target that was withdrawn during its audit gets none; the lock makes a withdrawal
  // wait.
  await client.query(
    `WITH listed AS (SELECT host FROM catalog.targets WHERE host = $1 FOR KEY SHARE)
     INSERT INTO catalog.results (host) SELECT host FROM listed ON CONFLICT DO NOTHING`,
    [host],
  );
  const { rows: locked } = await client.query<Pick<ResultRow, 'version'>>(
    'SELECT xmin::text AS version FROM catalog.results WHERE host = $1 FOR UPDATE',
    [host],
  );
  if (locked.length === 0) return false;
  const isKnown = known !== undefined && locked[0]?.version === known.version;
  const was = rowState(isKnown ? known : (await client.query<ResultRow>(READ, [host])).rows[0], host);
  const stored = change(was.current);
  if (stored === was.current) return false;
  const write = writeOf(was, stored);
  if (write === undefined) return false;
  await putListed(client, [stored]);
  const { attempted, due } = timesOf(stored);
  if (typeof write === 'string') {
    await client.query('UPDATE catalog.results SET body = $2, attempted = $3, due = $4 WHERE host = $1', [
      host,
      packed(write),
      attempted,
      due,
    ]);
  } else {
    await client.query(
      'UPDATE catalog.results SET last_at = $2, last_of = $3, attempted = $4, due = $5 WHERE host = $1',
      [host, write.at, write.of, attempted, due],
    );
  }
  return true;
}

/** Returns the stored state of a host from its row. */
export function rowState(row: ResultRow | undefined, host: string) {
  const last: LastAudit | undefined =
    row?.last_at == null || row.last_of === null ? undefined : { at: row.last_at, of: row.last_of };
  return stateIn(row?.body == null ? undefined : unpacked(row.body, host), host, `the row of ${host}`, last);
}

/** Higher levels take ten times as long and save 3 %. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
/** The maximum size of a text of results, in bytes. A row that claims more was not written by this program. */
const MOST_BYTES = 16 * 1024 ** 2;

/** Compresses a text of results for its row: a tenth of its size, and half of what PostgreSQL's compression leaves. */
export function packed(text: string | Buffer): Buffer {
  return zstdCompressSync(text, LEVEL);
}

/** Returns the text of a row. @throws AuditError `invalid_scorecard` for a row that this program did not write */
export function unpacked(body: Buffer, host: string): string {
  try {
    return zstdDecompressSync(body, { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch (cause) {
    throw new AuditError('invalid_scorecard', `The row of ${host} in the results cannot be read.`, {
      hint: 'Restore it from a backup, or withdraw and add the site.',
      cause,
    });
  }
}

interface OpenSession {
  readonly client: Client;
  /** Runs one statement at a time. */
  readonly ask: (statement: string, domain: string) => Promise<QueryResult>;
  /** Aborted when the connection is lost. */
  readonly lost: AbortSignal;
}

/**
 * The session of PostgreSQL that has all claims of a worker, as advisory locks. If its connection is lost, they are gone: `lost`
 * ends their audits, pg-boss retries their jobs (`queue.ts`), and the next claim opens a new session.
 */
class ClaimSession implements AsyncDisposable {
  readonly #connection: DatabaseSettings;
  #session: Promise<OpenSession> | undefined;

  constructor(connection: DatabaseSettings) {
    this.#connection = connection;
  }

  /** Returns the open session, or a new one if there is none or its connection was lost. */
  open(): Promise<OpenSession> {
    if (this.#session === undefined) {
      const forget = () => {
        if (this.#session === session) this.#session = undefined;
      };
      const session = this.#connect(forget);
      session.catch(forget);
      this.#session = session;
    }
    return this.#session;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    await session?.client.end();
  }

  async #connect(forget: () => void): Promise<OpenSession> {
    const client = new Client({ ...this.#connection, keepAlive: true });
    const gone = new AbortController();
    const end = (error?: Error) => {
      forget();
      gone.abort(
        databaseError('The connection to the database was lost', error ?? new Error('it was ended')),
      );
    };
    client.on('error', end);
    client.on('end', () => end());
    await client.connect();
    // After a migration, this program no longer knows the tables.
    await client.query(SHARE_TABLES);
    await requireVersion(client);
    const turn = pLimit(1);
    const ask: OpenSession['ask'] = (statement, domain) => turn(() => client.query(statement, [domain]));
    return { client, ask, lost: gone.signal };
  }
}
