/** Connects to a catalog's database and describes its errors. */
import { accessSync, constants } from 'node:fs';
import { Pool, type PoolConfig } from 'pg';
import { AuditError, type ErrorKind } from '../../base/errors.ts';

const CONNECT_MS = 10_000;
export const UNDEFINED_TABLE = '42P01';
/** The name under which PostgreSQL lists this program's sessions. */
const PROGRAM = 'audit-for-agents';

/** The `sslmode` that requires encryption and a trusted certificate for the server's name. */
const VERIFIED = 'verify-full';
/** Maps each accepted `sslmode` to the mode that is passed to `pg`. All modes after `no-verify` become `verify-full`. */
const MODES: Readonly<Record<string, string>> = {
  disable: 'disable',
  'no-verify': 'no-verify',
  allow: VERIFIED,
  prefer: VERIFIED,
  require: VERIFIED,
  'verify-ca': VERIFIED,
  [VERIFIED]: VERIFIED,
};
const LOOPBACK = /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?|(?:\/|%2f).*)$/i;

/**
 * Adds the encryption settings to a database URL. If the URL has no `sslmode`, the default is TLS with a verified
 * certificate, or no TLS for a server on this machine.
 * @throws AuditError `configuration` if `sslmode` is unknown or the file in `sslrootcert` cannot be read
 */
export function withTls(connectionString: string): string {
  // `URL` cannot parse the URL of a Unix socket if it has a user but no host. A socket needs no TLS.
  const url = URL.parse(connectionString);
  if (url === null) return connectionString;
  const { searchParams } = url;
  const isLocal = LOOPBACK.test(searchParams.get('host') ?? url.hostname);
  const requested = searchParams.get('sslmode') ?? (isLocal ? 'disable' : VERIFIED);
  const mode = Object.hasOwn(MODES, requested) ? MODES[requested] : undefined;
  if (mode === undefined) {
    throw new AuditError('configuration', 'The database URL has an unknown sslmode.', {
      hint: 'Use verify-full (the default), no-verify or disable.',
    });
  }
  const rootCertificate = searchParams.get('sslrootcert');
  // In libpq, `system` selects the system's certificates, which are the default here.
  if (rootCertificate === 'system' || mode === 'disable') searchParams.delete('sslrootcert');
  else if (rootCertificate !== null) requireReadable(rootCertificate);
  searchParams.delete('ssl');
  searchParams.set('sslmode', mode);
  return url.href;
}

function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new AuditError('configuration', 'The sslrootcert file of the database URL cannot be read.', {
      hint: 'Set it to the path of the certificate that signs the server’s certificate, in PEM.',
      cause,
    });
  }
}

/** Connection settings that both `pg` and pg-boss accept. */
export interface DatabaseSettings {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly options: string;
}

/**
 * Returns the connection settings for a database URL. If a worker's machine crashes or loses its network, PostgreSQL ends the
 * session after `auditMs` plus a minute. By then the worker's audits have ended, so other workers may audit the same targets.
 */
export function databaseSettings(connectionString: string, auditMs: number): DatabaseSettings {
  const idle = Math.ceil(auditMs / 1000);
  return {
    connectionString: withTls(connectionString),
    application_name: PROGRAM,
    connectionTimeoutMillis: CONNECT_MS,
    options: `-c tcp_keepalives_idle=${idle} -c tcp_keepalives_interval=10 -c tcp_keepalives_count=6`,
  };
}

export function poolOf(connection: PoolConfig, max: number): Pool {
  const pool = new Pool({ application_name: PROGRAM, ...connection, max, keepAlive: true });
  // Without a listener, the error event of a closed connection would end the process. The next statement fails anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Reason = readonly [kind: ErrorKind, why: string, hint: string];

const UNREACHABLE: Reason = [
  'io',
  'no server responds at its host and port',
  'Check the host and port, and that PostgreSQL is running.',
];
const CREDENTIALS: Reason = [
  'configuration',
  'it refuses the user or the password',
  'Check both in CATALOG_DATABASE.',
];
const UNTRUSTED: Reason = [
  'configuration',
  'its certificate is not trusted',
  'Add sslrootcert=<file> to the URL, with the certificate that signs it. sslmode=no-verify accepts any certificate.',
];
const NOT_ENCRYPTED: Reason = [
  'configuration',
  'it does not encrypt connections',
  'Switch ssl on in postgresql.conf. On a network that you trust, add sslmode=disable to the URL.',
];
const DEMANDS_TLS: Reason = [
  'configuration',
  'it demands an encrypted connection',
  'Remove sslmode=disable from the URL, or add sslmode=verify-full for a server on this machine.',
];
const NOT_ADMITTED: Reason = [
  'configuration',
  'its pg_hba.conf has no entry for this user, database and address',
  'Add one there, and reload its configuration.',
];
/** The SQLSTATE code `disk_full`. */
const FULL = '53100';

const REASONS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: ['configuration', 'its certificate has expired', 'Renew it on the server.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'configuration',
    'its certificate is for another name',
    'Use a host name from the certificate in the URL.',
  ],
  '28000': CREDENTIALS,
  '28P01': CREDENTIALS,
  '3D000': [
    'configuration',
    'it has no database with this name',
    'Create it with createdb, or correct the name.',
  ],
  '42501': [
    'not_permitted',
    'the user may not do that',
    'Have the owner of the database run: GRANT CREATE ON DATABASE <name> TO <user>. Tables created by another user still belong to that user.',
  ],
  [FULL]: [
    'io',
    'its disk is full',
    'Free some space. Sites whose results were not stored are audited again.',
  ],
  '53300': ['io', 'it takes no more connections', 'Raise max_connections, or run fewer workers.'],
};

/** The fields of an error from PostgreSQL, the network or pg-boss, which emits errors as plain objects. */
interface Fault {
  readonly message?: string;
  readonly code?: string;
  readonly severity?: string;
}

/**
 * Converts a database error to an error for users, without the database URL, because that contains the password.
 * @param what the start of the message, for example `Cannot open the database`
 */
export function databaseError(what: string, error: unknown): AuditError {
  if (error instanceof AuditError) return error;
  const { message = '', code = '', severity }: Fault = Object(error);
  // pg-boss appends the names of the queue and the worker to the message.
  const [text = ''] = message.split(' (Queue: ');
  const reason = severity !== undefined || code === '' ? text : code;
  const [kind, why, hint] = reasonOf(text, code) ?? [
    'io',
    reason,
    'Check CATALOG_DATABASE, and the log of PostgreSQL.',
  ];
  return new AuditError(kind, `${what}: ${why}.`, { hint, cause: error });
}

/** Finds the reason for an error by its code, or by its message if it has no code or shares the code with other errors. */
function reasonOf(text: string, code: string): Reason | undefined {
  if (code === '' && text === 'The server does not support SSL connections') return NOT_ENCRYPTED;
  if (code === '28000' && /pg_hba\.conf/.test(text))
    return /no encryption|SSL off/.test(text) ? DEMANDS_TLS : NOT_ADMITTED;
  return REASONS[code];
}

/** Returns whether an error means that the disk is full. */
export function isFull(error: unknown): boolean {
  const { code }: Fault = Object(error instanceof AuditError ? error.cause : error);
  return code === FULL;
}

/** Escapes a text for use in a LIKE pattern. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
