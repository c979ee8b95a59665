/**
 * What a worker does after a lost connection. Its claims are locks of one session of PostgreSQL's, which has released them: their
 * audits end (`lost`), pg-boss tries their jobs again (`queue.ts`), and the next claim opens a new session. The log has each fault
 * once a minute.
 */
import pLimit from 'p-limit';
import { Client, type QueryResult } from 'pg';
import { type DatabaseSettings, databaseError } from './connect.ts';

/** A fault is logged once in this time, however many jobs meet it: the database may be away for a night. */
const TOLD_AGAIN_MS = 60_000;

export interface OpenSession {
  readonly client: Client;
  /** One statement after the other. */
  readonly ask: (statement: string, domain: string) => Promise<QueryResult>;
  /** Aborted when the connection is lost. */
  readonly lost: AbortSignal;
}

/** The session that holds all claims of this process. */
export class ClaimSession implements AsyncDisposable {
  readonly #connection: DatabaseSettings;
  #session: Promise<OpenSession> | undefined;

  constructor(connection: DatabaseSettings) {
    this.#connection = connection;
  }

  /** Returns the open session, or a new one where there is none or its connection was lost. */
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
    const turn = pLimit(1);
    const ask: OpenSession['ask'] = (statement, domain) => turn(() => client.query(statement, [domain]));
    return { client, ask, lost: gone.signal };
  }
}

/** Tells of faults that workers meet between audits, such as a database that is being restarted. */
export function toldOnce(tell: (message: string) => void): (fault: unknown) => void {
  const told = new Map<string, number>();
  return (fault) => {
    const { message } = databaseError('The queue', fault);
    const now = performance.now();
    if (now - (told.get(message) ?? Number.NEGATIVE_INFINITY) < TOLD_AGAIN_MS) return;
    told.set(message, now);
    tell(message);
  };
}
