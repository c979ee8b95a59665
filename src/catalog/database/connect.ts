/** Connects to the database of a catalog, and describes its errors. */
import { Pool, type PoolConfig } from 'pg';
import { AuditError, type ErrorKind } from '../../base/errors.ts';

/** The maximum time to connect, in milliseconds. */
const CONNECT_MS = 10_000;
/** The name under which the server lists our sessions. */
const PROGRAM = 'audit-for-agents';

/** Connection settings that both `pg` and pg-boss accept. */
export interface DatabaseSettings {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly options: string;
}

/**
 * Returns the connection settings for a database URL. If the machine of a session disappears, the server ends the session
 * after `auditMs` and a minute. By then its audits have ended, so others may claim their targets.
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
  // The next statement on a closed connection fails and reports it. Without a listener, the event would end the process.
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
/** SQLSTATE `disk_full`. */
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
    'Create it with createdb, or correct the name.',
  ],
  '42501': [
    'not_permitted',
    'the user may not do that',
    'Its owner grants it: GRANT CREATE ON DATABASE <name> TO <user>. Tables created by another user still belong to that user.',
  ],
  [FULL]: ['io', 'its disk is full', 'Free some space; what was not stored is audited again.'],
  '53300': ['io', 'it takes no more connections', 'Raise max_connections, or run fewer workers.'],
};

/** Fields of an error from PostgreSQL, the network or pg-boss (which emits errors as plain objects). */
interface Fault {
  readonly message?: string;
  readonly code?: string;
  readonly severity?: string;
}

/**
 * Converts a database error to one for people. The database URL is left out, because it contains the password.
 * @param what the start of the message: `Cannot open the database`
 */
export function databaseError(what: string, error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  const { message = '', code = '', severity }: Fault = Object(error);
  // pg-boss appends the name of the queue and the worker.
  const [text = ''] = message.split(' (Queue: ');
  const reason = severity !== undefined || code === '' ? text : code;
  const [kind, why, hint] = REASONS[code] ?? [
    'io',
    reason,
    'Check CATALOG_DATABASE, and the log of PostgreSQL.',
  ];
  return new AuditError(kind, `${what}: ${why}.`, { hint, cause: error });
}

/** Whether the error means that the disk is full. */
export function isFull(error: unknown): boolean {
  const { code }: Fault = Object(error instanceof AuditError ? error.cause : error);
  return code === FULL;
}
