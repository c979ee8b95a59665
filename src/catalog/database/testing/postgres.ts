/** Runs a PostgreSQL server from Debian's packages in a temporary folder. Root runs the server as another user. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../../../testing/servers.ts';
import { migrateDatabase } from '../open.ts';

const run = promisify(execFile);
const PASSWORD = 'a secret';

/** A running server, whose superuser is `postgres`. */
export interface TestPostgres extends AsyncDisposable {
  readonly url: (name: string, user?: string, password?: string) => string;
  readonly data: string;
  readonly sql: (database: string, statement: string) => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
}

interface PostgresOptions {
  /**
   * The size in MiB of a separate disk for all data, which only root can create. The write-ahead log is elsewhere, because a
   * server that cannot write its log stops.
   */
  readonly mib?: number;
  /** Whether to sync to disk. Tests stop the server but never the machine, so nothing is lost without syncs. */
  readonly fsync?: 'on' | 'off';
}

export async function startPostgres({ mib, fsync = 'off' }: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = postgresPrograms() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env'];
  const port = await freePort();
  const env = { ...process.env, PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'postgres', PGPASSWORD: PASSWORD };
  const program = (name: string, ...args: string[]) => {
    const [first = '', ...others] = [...as, join(bin, name), ...args];
    return run(first, others, { cwd: folder, env });
  };
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  if (isRoot) for (const path of [folder, password]) chownSync(path, idOf('-u'), idOf('-g'));
  const data = join(folder, 'data');
  if (mib !== undefined) {
    mkdirSync(data);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=700,uid=${idOf('-u')}`, 'tmpfs', data]);
  }
  await program(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${password}`,
    '-E',
    'UTF8',
    `--waldir=${join(folder, 'wal')}`,
  );
  // pg_stat_statements measures statements for the bench.
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=${fsync} -c shared_preload_libraries=pg_stat_statements`;
  const control = (...args: string[]) =>
    program('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), ...args);
  await control('-o', options, 'start');
  return {
    data,
    url: (name, user = 'postgres', secret = PASSWORD) =>
      `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${name}`,
    sql: async (database, statement) => (await program('psql', '-d', database, '-Atc', statement)).stdout,
    stop: async () => void (await control('-m', 'immediate', 'stop')),
    restart: async () => void (await control('-o', options, '-m', 'immediate', 'restart')),
    async [Symbol.asyncDispose]() {
      await control('-m', 'immediate', 'stop').catch(() => undefined);
      if (mib !== undefined) await run('umount', [data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a database with the tables of a catalog; returns the database's URL. */
export async function newCatalog(postgres: TestPostgres, name: string): Promise<string> {
  await postgres.sql('postgres', `CREATE DATABASE ${name}`);
  const url = postgres.url(name);
  await migrateDatabase(url, { auditMs: 60_000, onWait: () => undefined });
  return url;
}

/** Returns the directory of PostgreSQL's programs; `undefined` if PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

async function freePort(): Promise<string> {
  await using server = await listen(createServer(), 'http');
  return `${server.port}`;
}
