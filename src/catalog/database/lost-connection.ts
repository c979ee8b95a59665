/**
 * Recovers a worker from a lost connection or a pause. A worker's locks on targets are advisory locks of one PostgreSQL
 * session, and end with the session. The signal `lost` then aborts the audits, and pg-boss retries their jobs (`queue.ts`).
 * The next lock opens a new session. Each error is logged at most once a minute.
 */
import pLimit from 'p-limit';
import { Client, type QueryResult } from 'pg';
import { AuditError } from '../../base/errors.ts';
import { type DatabaseSettings, databaseError } from './connect.ts';
import { requireVersion, SHARE_TABLES } from './schema.ts';

/** The minimum time between two logs of the same error, in milliseconds. The database may be down for a whole night. */
const REPEAT_LOG_MS = 60_000;

export interface OpenSession {
  readonly client: Client;
  /** Runs a statement whose only parameter is `domain`. A second statement waits until the first has ended. */
  readonly ask: (statement: string, domain: string) => Promise<QueryResult>;
  /** A signal that aborts when the connection is lost. */
  readonly lost: AbortSignal;
}

export class ClaimSession implements AsyncDisposable {
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
        databaseError('The connection to the database was lost', error ?? new Error('it was closed')),
      );
    };
    client.on('error', end);
    client.on('end', () => end());
    await client.connect();
    // A migration may have changed the tables since the last connection, so their version is checked.
    await client.query(SHARE_TABLES);
    await requireVersion(client);
    const turn = pLimit(1);
    const ask: OpenSession['ask'] = (statement, domain) => turn(() => client.query(statement, [domain]));
    return { client, ask, lost: gone.signal };
  }
}

/** Returns a function that logs errors from a worker's queue. It logs an error with the same message at most once a minute. */
export function loggedOnce(tell: (message: string) => void): (fault: unknown) => void {
  const loggedAt = new Map<string, number>();
  return (fault) => {
    const { message } = databaseError('The queue', fault);
    const now = performance.now();
    if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < REPEAT_LOG_MS) return;
    loggedAt.set(message, now);
    tell(message);
  };
}

/** The pause, in milliseconds, after which a worker may have lost its jobs: half of the time until it counts as dead. */
const PAUSE_MS = 15_000;
const WATCH_MS = 1_000;

/** Detects that this process did not run for a while, because it was stopped or its machine slept. */
export class PauseWatch implements Disposable {
  #last = performance.now();
  #paused = new AbortController();
  readonly #timer = setInterval(() => this.#look(), WATCH_MS);

  /** Returns a signal that aborts as soon as a pause of this process is detected. */
  signal(): AbortSignal {
    this.#look();
    return this.#paused.signal;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#last > PAUSE_MS) {
      this.#paused.abort(new AuditError('internal', 'The worker was paused during the audit.'));
      this.#paused = new AbortController();
    }
    this.#last = now;
  }
}
