/** The connections to a catalog's database, and its faults in words. */
import { Pool, type PoolConfig } from 'pg';
import { AuditError, type ErrorKind } from '../../base/errors.ts';

/** How long a connection is waited for, in milliseconds. */
const CONNECT_MS = 10_000;
/** As what the server lists the sessions. */
const PROGRAM = 'audit-for-agents';

/** What a connection is made with; `pg` and pg-boss take the same. */
export interface DatabaseSettings {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly options: string;
}

/**
 * How the database of an address is connected to. When the machine of a session is gone without a word, the server ends the
 * session after `auditMs` and a minute: by then its audits have ended, so that their targets may be claimed by others.
 */
export function databaseSettings(connectionString: string, auditMs: number): DatabaseSettings {
  const idle = Math.ceil(auditMs / 1000);
  return {
    connectionString,
    application_name: PROGRAM,
    connectionTimeoutMillis: CONNECT_MS,
    options: `-c tcp_keepalives_idle=${idle} -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6`,
  };
}

export function poolOf(connection: PoolConfig, max: number): Pool {
  const pool = new Pool({ application_name: PROGRAM, ...connection, max, keepAlive: true });
  // Of a connection that ends, its next statement tells; as an event nobody heard of it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Reason = readonly [kind: ErrorKind, why: string, hint: string];

const UNREACHABLE: Reason = [
  'io',
  'nothing answers at its address',
  'Check the host and port, and that PostgreSQL is running.',
];
const CREDENTIALS: Reason = [
  'configuration',
  'it refuses the user or the password',
  'Check both in CATALOG_DATABASE.',
];
/** The disk of the database is full. */
const FULL = '53100';

const REASONS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  '28000': CREDENTIALS,
  '28P01': CREDENTIALS,
  '3D000': [
    'configuration',
    'it has no database of this name',
    'Make it with createdb, or correct the name.',
  ],
  '42501': [
    'not_permitted',
    'the user may not do that',
    'Its owner grants it: GRANT CREATE ON DATABASE <name> TO <user>. Tables that another user has made stay theirs.',
  ],
  [FULL]: ['io', 'its disk is full', 'Free some space; what was not stored is audited again.'],
  '53300': ['io', 'it takes no more connections', 'Raise max_connections, or run fewer workers.'],
};

/** What PostgreSQL, the network or pg-boss (which makes a plain object of an error) say of a fault. */
interface Fault {
  readonly message?: string;
  readonly code?: string;
  /** Of PostgreSQL's own. */
  readonly severity?: string;
}

/**
 * A fault of the database as an error to be read. The address is left out of it, which has the password.
 *
 * @param what begins the sentence: `Cannot open the database`
 */
export function databaseError(what: string, error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  const { message = '', code = '', severity }: Fault = Object(error);
  // pg-boss adds the place where it was met.
  const [text = ''] = message.split(' (Queue: ');
  const said = severity !== undefined || code === '' ? text : code;
  const [kind, why, hint] = REASONS[code] ?? [
    'io',
    said,
    'Check CATALOG_DATABASE, and the log of PostgreSQL.',
  ];
  return new AuditError(kind, `${what}: ${why}.`, { hint, cause: error });
}

/** Whether a fault says that nothing more can be stored. */
export function isFull(error: unknown): boolean {
  const { code }: Fault = Object(error instanceof AuditError ? error.cause : error);
  return code === FULL;
}
