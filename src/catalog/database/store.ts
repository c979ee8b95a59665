/** Stores results as database rows. A claim is an advisory lock on the target's domain; it ends with its PostgreSQL session. */
import type { Pool, PoolClient } from 'pg';
import type { Stored } from '../../audit/scorecard/record.ts';
import type { LastAudit } from '../results/last-audits.ts';
import type { HeldTarget, ResultStore } from '../results/store.ts';
import { type parseOwn, stateIn, writeOf } from '../results/stored-text.ts';
import { timesOf } from '../run/due.ts';
import { type DatabaseSettings, databaseError } from './connect.ts';
import { putEntries, targetIn } from './lists.ts';
import { ClaimSession, type OpenSession } from './lost-connection.ts';
import { inTransaction, packed, unpacked } from './schema.ts';

const NOW = 'SELECT clock_timestamp() AS now';
const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got';
const READ = 'SELECT xmin::text AS version, body, last_at, last_of FROM catalog.results WHERE host = $1';
const RELEASE = 'SELECT pg_advisory_unlock(hashtextextended($1, 0))';

/** A row of results. `body` is the text of the results file, compressed (`packed`). */
export interface ResultRow {
  /** A value that differs after each change of the row. */
  readonly version: string;
  readonly body: Buffer | null;
  readonly last_at: string | null;
  readonly last_of: string | null;
}

export class RowStore implements ResultStore, AsyncDisposable {
  readonly #pool: Pool;
  readonly #session: ClaimSession;
  /** The domains claimed by this process. Locks alone do not suffice: a PostgreSQL session can take its own lock twice. */
  readonly #held = new Set<string>();
  /** The rows read for claimed targets. A scorecard of 100 kB is not read again if the row is unchanged. */
  readonly #claimed = new Map<string, ResultRow | undefined>();

  constructor(pool: Pool, connection: DatabaseSettings) {
    this.#pool = pool;
    this.#session = new ClaimSession(connection);
  }

  /** Opens the session that holds the locks, before the first claim. From then on, a migration waits for this process. */
  async connect(): Promise<void> {
    await this.#session.open();
  }

  /** Returns the time of the database's clock, which all workers share. @throws AuditError `io` */
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

  /** Changes the stored state of a target; returns whether it has changed. Changes nothing if the target is not listed. */
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
      // If the session has ended, its locks are already released.
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
  // Only an existing row can be locked, so this adds a row to `results` unless the target was removed meanwhile. The lock on
  // the target's row (`FOR KEY SHARE`) keeps other transactions from removing the target.
  const { rows: targets } = await client.query<{ body: Buffer }>(
    `WITH listed AS (SELECT host, body FROM catalog.targets WHERE host = $1 FOR KEY SHARE),
       added AS (INSERT INTO catalog.results (host) SELECT host FROM listed ON CONFLICT DO NOTHING)
     SELECT body FROM listed`,
    [host],
  );
  const [target] = targets;
  if (target === undefined) return false;
  const { rows: locked } = await client.query<Pick<ResultRow, 'version'>>(
    'SELECT xmin::text AS version FROM catalog.results WHERE host = $1 FOR UPDATE',
    [host],
  );
  const isKnown = known !== undefined && locked[0]?.version === known.version;
  const was = rowState(isKnown ? known : (await client.query<ResultRow>(READ, [host])).rows[0], host);
  const stored = change(was.current);
  if (stored === was.current) return false;
  const write = writeOf(was, stored);
  if (write === undefined) return false;
  await putEntries(client, [{ target: targetIn(target.body), stored }]);
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

/**
 * Returns a host's results from its row.
 * @param parse parses the text in the row; the default parser also validates the whole text
 */
export function rowState(row: ResultRow | undefined, host: string, parse?: typeof parseOwn) {
  const last: LastAudit | undefined =
    row?.last_at == null || row.last_of === null ? undefined : { at: row.last_at, of: row.last_of };
  const text = row?.body == null ? undefined : unpacked(row.body, host);
  return stateIn(text, host, `the row of ${host}`, last, parse);
}
