/** Tests imports into a real PostgreSQL server, exports, and errors. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openForService } from '../../service/postgres.ts';
import { cli, startCli } from '../../testing/cli.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { fileText, GENERATIONS } from '../../testing/generations.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { goodResult, mergeStored } from '../results/merge.ts';
import { listedIn, recordText } from '../results/published-record.ts';
import { fileNameOf, Store } from '../results/store.ts';
import { waitForClaim } from '../results/testing/claim.ts';
import { migrateDatabase, openDatabase } from './open.ts';
import { NEWEST } from './schema.ts';
import { newCatalog, startPostgres } from './testing/postgres.ts';
import { filesIn, PROGRAM, writeTargets } from './testing/worked.ts';

const OPTIONS = { auditMs: 60_000, worker: false, onFault: () => undefined };

const folder = scratchFolder('database');
const postgres = shared(await startPostgres());

/** Writes a results file of every generation, and the results of a site whose second audit confirmed the first. */
async function writeCatalog(into: string): Promise<{ targets: string; results: string }> {
  const [targets, results] = [join(into, 'targets'), join(into, 'results')];
  mkdirSync(results, { recursive: true });
  for (const generation of GENERATIONS) {
    const host = `${generation}.example`;
    writeFileSync(join(results, `${fileNameOf(host)}.json`), fileText(generation, { host }));
  }
  const store = new Store({ results, recordings: results });
  await store.open();
  for (const day of [20, 21]) {
    using claim = await waitForClaim(store, 'confirmed.example:8080');
    const envelope = envelopeFor({
      target: 'confirmed.example:8080',
      scoredAt: `2026-11-${day}T00:00:00.000Z`,
    });
    await claim.update((stored) => mergeStored(stored, goodResult('confirmed.example:8080', envelope)));
  }
  writeTargets(targets, [...GENERATIONS.map((name) => `${name}.example`), 'confirmed.example:8080'], 'https');
  return { targets, results };
}

describe('a catalog', () => {
  it('exports identical bytes, even after importing twice', async () => {
    const url = await newCatalog(postgres, 'moved');
    const from = await writeCatalog(join(folder, 'from'));
    expect(Object.keys(filesIn(from.results))).toContain('last-audits.jsonl');
    const to = { targets: join(folder, 'to/targets'), results: join(folder, 'to/results') };
    await using database = await openDatabase(url, OPTIONS);
    const count = { targets: GENERATIONS.length + 1, results: GENERATIONS.length + 1 };
    for (let i = 0; i < 2; i += 1) {
      expect(await database.importFiles(from)).toMatchObject(count);
      expect(await database.exportFiles(to)).toMatchObject(count);
      expect(filesIn(to.targets)).toEqual(filesIn(from.targets));
      expect(filesIn(to.results)).toEqual(filesIn(from.results));
    }
    const files = new Store({ ...from, recordings: from.results, dryRun: true });
    const service = openForService(url, () => undefined, 60_000);
    for (const target of await database.targets()) {
      const stored = await files.read(target.host);
      expect(await database.store.read(target.host)).toEqual(stored);
      const record = listedIn(recordText({ target, stored }), target.host);
      expect((await service.target(target.host))?.listed).toEqual(record);
    }
    expect(await service.target('nosuch.example')).toBeUndefined();
  });

  it('writes the same texts as files do', async () => {
    const url = await newCatalog(postgres, 'texts');
    const from = await writeCatalog(join(folder, 'texts'));
    writeTargets(from.targets, ['first.example', 'second.example'], 'https');
    const to = { targets: join(folder, 'texts-to/targets'), results: join(folder, 'texts-to/results') };
    await using database = await openDatabase(url, OPTIONS);
    await database.importFiles(from);
    const files = new Store({ ...from, recordings: from.results });
    for (const [host, day] of [
      ['confirmed.example:8080', 22],
      ['first.example', 23],
      ['second.example', 23],
      ['second.example', 24],
    ] as const) {
      const found = goodResult(host, envelopeFor({ target: host, scoredAt: `2026-11-${day}T00:00:00.000Z` }));
      for (const store of [files, database.store]) {
        await using claim = await store.claim(host);
        expect(await claim?.update((stored) => mergeStored(stored, found))).toBe(true);
      }
    }
    await files.tidy();
    await database.exportFiles(to);
    expect(filesIn(to.results)).toEqual(filesIn(from.results));
  });
});

it('uses only tables of its own version, and migrates after workers finish', async () => {
  await postgres.sql('postgres', 'CREATE DATABASE versions');
  const url = postgres.url('versions');
  const refusal = () =>
    openDatabase(url, OPTIONS).then(
      (database) => database[Symbol.asyncDispose](),
      ({ message, hint }) => `${message} ${hint}`,
    );
  expect(await refusal()).toMatch(/no tables of this version.*audit:catalog -- migrate/);
  const migrated = (onWait: () => void = () => undefined) =>
    migrateDatabase(url, { auditMs: 60_000, onWait });
  const at = await Promise.all([migrated(), migrated()]);
  expect(at.map(({ from }) => from).toSorted()).toEqual([0, NEWEST]);
  expect(await refusal()).toBeUndefined();

  await postgres.sql('versions', 'UPDATE catalog.version SET version = 99');
  expect(await refusal()).toMatch(
    new RegExp(
      `by a newer version of this program \\(tables 99, supported ${NEWEST}\\).*Update this program`,
    ),
  );
  await postgres.sql(
    'versions',
    'ALTER TABLE catalog.targets DROP added; UPDATE catalog.version SET version = 1',
  );
  expect(await refusal()).toMatch(/no tables of this version/);
  expect(await migrated()).toMatchObject({ from: 1, to: NEWEST });
  expect(await refusal()).toBeUndefined();

  const env = { CATALOG_DATABASE: url };
  const worker = startCli(['worker'], { program: PROGRAM, env });
  const sessions = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'";
  while (Number(await postgres.sql('versions', sessions)) === 0) await sleep(50);
  const waits = Promise.withResolvers<void>();
  const migration = migrated(() => waits.resolve());
  await waits.promise;
  const { code, stderr } = await worker.done;
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('A database migration is waiting for this worker'),
  ]);
  expect(await migration).toMatchObject({ from: NEWEST, to: NEWEST });
});

it('continues an interrupted import or export', async () => {
  const url = await newCatalog(postgres, 'killed');
  const [from, to] = [join(folder, 'killed'), join(folder, 'killed-to')];
  const hosts = Array.from({ length: 600 }, (_, i) => `site-${i}.example`);
  writeTargets(join(from, 'targets'), hosts, 'https');
  mkdirSync(join(from, 'results'));
  for (const host of hosts)
    writeFileSync(join(from, 'results', `${host}.json`), fileText('earlier', { host }));
  const started = (task: string, at: string) =>
    startCli([task, '--targets', join(at, 'targets'), '--results', join(at, 'results')], {
      program: PROGRAM,
      env: { CATALOG_DATABASE: url },
    });
  /** Kills a run once some work is done, returns how much was done, and then runs it to the end. */
  const killedOnce = async (task: string, at: string, done: () => Promise<number>) => {
    const { child, done: ended } = started(task, at);
    while (child.exitCode === null && (await done()) === 0) await sleep(1);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const then = await done();
    expect((await started(task, at).done).stdout).toContain('600 targets and 600 results');
    return then;
  };
  const count = 'SELECT count(*) FROM catalog.results';
  const imported = () => postgres.sql('killed', count).then(Number, () => 0);
  const exported = async () =>
    existsSync(join(to, 'results'))
      ? readdirSync(join(to, 'results')).filter((name) => name !== '.locks').length
      : 0;
  expect(await killedOnce('import', from, imported)).toBeLessThan(hosts.length);
  expect(await killedOnce('export', to, exported)).toBeLessThan(hosts.length);
  for (const name of ['targets', 'results']) {
    const names = (at: string) => readdirSync(join(at, name)).filter((file) => file !== '.locks');
    expect(names(to)).toEqual(names(from));
    expect(filesIn(join(to, name))).toEqual(filesIn(join(from, name)));
  }
});

it('keeps a withdrawn site out of exports and imports until it is added again', async () => {
  const url = await newCatalog(postgres, 'withdrawn');
  const from = await writeCatalog(join(folder, 'withdrawn'));
  const to = { targets: join(folder, 'withdrawn-to/targets'), results: join(folder, 'withdrawn-to/results') };
  await using database = await openDatabase(url, OPTIONS);
  await database.importFiles(from);
  const host = 'confirmed.example:8080';
  const live = [`live/${host}`, `declared/api/${host}`, `named/${host}/any/x`];
  const others = ['live/other.example', 'named/confirmed.example:80801/any/x'];
  for (const key of [...live, ...others])
    await postgres.sql('withdrawn', `INSERT INTO catalog.service_entries VALUES ('${key}', '{}', 'e')`);
  expect(await database.withdraw({ host, why: undefined, dryRun: true })).toBe('removed');
  expect(await database.targets()).toHaveLength(GENERATIONS.length + 1);
  await using claim = await database.store.claim(host);
  expect(await database.withdraw({ host, why: undefined, dryRun: false })).toBe('removed');
  expect(await database.withdraw({ host, why: undefined, dryRun: false })).toBe('earlier');
  const found = goodResult(host, envelopeFor({ target: host }));
  expect(await claim?.update((stored) => mergeStored(stored, found))).toBe(false);
  expect(await database.withdraw({ host: 'nosuch.example', why: undefined, dryRun: false })).toBe('nothing');
  const keys = await postgres.sql('withdrawn', 'SELECT key FROM catalog.service_entries ORDER BY key');
  expect(keys.trim().split('\n')).toEqual([`live/${host}`, ...others].toSorted());
  expect(await database.importFiles(from)).toMatchObject({
    targets: GENERATIONS.length,
    removed: [],
    skipped_withdrawn: [host],
  });
  await database.exportFiles(to);
  for (const path of [to.targets, to.results])
    expect(JSON.stringify(filesIn(path))).not.toContain('confirmed.example');
  const target = { host, name: 'Again', description: 'Listed again.', category: 'api' };
  expect([await database.add(target), await database.add(target)]).toEqual([true, false]);
  expect(await database.targets()).toContainEqual(target);
  expect((await database.store.read(host)).latest).toBeNull();
  const kept = await postgres.sql(
    'withdrawn',
    `SELECT count(*) FROM catalog.service_entries WHERE key = 'live/${host}'`,
  );
  expect(kept).toBe('0\n');
});

it('encrypts the connection, verifies the certificate, and reports what failed', async () => {
  await using server = await startPostgres();
  await newCatalog(server, 'catalog');
  const certificate = join(folder, 'server.crt');
  const openssl = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    join(folder, 'server.key'),
    '-out',
    certificate,
  ];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await promisify(execFile)('openssl', ['req', '-x509', ...openssl, ...name]);
  const says = async (query: string, host = '127.0.0.1') => {
    const url = server.url('catalog').replace('127.0.0.1', host);
    return await openDatabase(url + query, OPTIONS).then(
      async (database) => {
        await database[Symbol.asyncDispose]();
        return 'open';
      },
      ({ message }: Error) => message.replace('Cannot open the database: ', ''),
    );
  };
  expect(await says('?sslmode=require')).toBe('it does not encrypt connections.');
  for (const file of ['server.crt', 'server.key']) {
    copyFileSync(join(folder, file), join(server.data, file));
    const { uid, gid } = statSync(server.data);
    chownSync(join(server.data, file), uid, gid);
    chmodSync(join(server.data, file), 0o600);
  }
  await server.sql('postgres', 'ALTER SYSTEM SET ssl = on');
  await server.restart();
  expect(await says('?sslmode=verify-full')).toBe('its certificate is not trusted.');
  expect(await says(`?sslmode=verify-full&sslrootcert=${certificate}`)).toBe(
    'its certificate is for another name.',
  );
  expect(await says(`?sslmode=verify-full&sslrootcert=${certificate}`, 'localhost')).toBe('open');
  expect(await says('?sslmode=no-verify')).toBe('open');
  const sessions =
    "SELECT count(*) FILTER (WHERE NOT ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL AND application_name = 'audit-for-agents'";
  await using open = await openDatabase(`${server.url('catalog')}?sslmode=no-verify`, OPTIONS);
  expect([(await open.targets()).length, await server.sql('postgres', sessions)]).toEqual([0, '0\n']);
  const rules = join(server.data, 'pg_hba.conf');
  writeFileSync(rules, 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  await server.restart();
  expect(await says('')).toBe('it demands an encrypted connection.');
  expect(await says('?sslmode=no-verify')).toBe('open');
  writeFileSync(rules, 'hostssl other all 127.0.0.1/32 scram-sha-256\n');
  await server.restart();
  expect(await says('?sslmode=no-verify')).toBe(
    'its pg_hba.conf has no entry for this user, database and address.',
  );
});

describe('an import', () => {
  it('opens few files at once for 20,000 targets, and needs --yes to remove them', async () => {
    const url = await newCatalog(postgres, 'many');
    const from = join(folder, 'many');
    const hosts = Array.from({ length: 20_000 }, (_, i) => `site-${i}.example`);
    writeTargets(from, hosts, 'https');
    const importOf = async (targets: string, ...args: string[]) => {
      const words = ['--targets', targets, '--results', join(folder, 'none'), ...args];
      // The usual limit of open files; a test machine may allow more.
      const few = ['-c', 'ulimit -n 1024; exec "$0" "$@"', process.execPath, PROGRAM, 'import', ...words];
      const env = { ...process.env, CATALOG_DATABASE: url };
      return await promisify(execFile)('sh', few, { env }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stderr }) => ({ code, text: stderr }),
      );
    };
    const listed = async () => Number(await postgres.sql('many', 'SELECT count(*) FROM catalog.targets'));
    expect(await importOf(from)).toEqual({ code: 0, text: 'Imported 20000 targets and 0 results.\n' });
    await postgres.sql('many', "INSERT INTO catalog.results (host) VALUES ('site-0.example')");
    for (const host of hosts.slice(0, 2_000)) rmSync(join(from, `${fileNameOf(host)}.json`));
    const named = hosts.slice(0, 2_000).toSorted().slice(0, 10).join(', ');
    const change = `18000 targets and 0 results. REMOVED 2000 sites without a target file: ${named} and 1990 more.\n`;
    expect((await importOf(from, '--dry-run')).text).toBe(
      `Would import ${change.replace('REMOVED', 'Would remove')}`,
    );
    expect(await listed()).toBe(20_000);
    expect((await importOf(from)).text).toBe(`Imported ${change.replace('REMOVED', 'Removed')}`);
    expect(await postgres.sql('many', 'SELECT count(*) FROM catalog.results')).toBe('0\n');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const refused = await importOf(empty);
    expect(refused.code).toBe(77);
    expect(refused.text).toContain('The import would remove 18000 of the 18000 sites in the database');
    const planned = await importOf(empty, '--dry-run');
    expect([planned.code, planned.text]).toEqual([
      0,
      expect.stringMatching(/18000 sites .* needs --yes\.\n$/),
    ]);
    expect(await listed()).toBe(18_000);
    expect(await importOf(empty, '--yes')).toMatchObject({ code: 0 });
    expect(await listed()).toBe(0);
  });
});

describe('before any request to a site', () => {
  const CANNOT = 'Cannot migrate the database: ';
  const unreachable = new URL(postgres.url('x'));
  unreachable.port = '9';
  it.each([
    [
      'the URL is not a PostgreSQL URL',
      'mysql://root:a%20secret@127.0.0.1/x',
      78,
      'CATALOG_DATABASE takes a PostgreSQL URL.',
    ],
    [
      'the server does not respond',
      unreachable.href,
      74,
      `${CANNOT}no server responds at its host and port.`,
    ],
    [
      'the server refuses the password',
      postgres.url('postgres', 'postgres', 'wrong'),
      78,
      `${CANNOT}it refuses the user or the password.`,
    ],
    ['the database is missing', postgres.url('missing'), 78, `${CANNOT}it has no database with this name.`],
    [
      'the user may not create tables',
      postgres.url('postgres', 'reader', 'r'),
      77,
      `${CANNOT}the user may not do that.`,
    ],
  ])('reports that %s', async (_, url, code, message) => {
    if (code === 77) await postgres.sql('postgres', "CREATE ROLE reader LOGIN PASSWORD 'r'");
    const run = await cli(['migrate'], { program: PROGRAM, env: { CATALOG_DATABASE: url } });
    expect(run.stderr).not.toMatch(/a(?:%20| )secret/);
    expect([run.code, run.stderr.split('\n')[0]]).toEqual([code, `error: ${message}`]);
  });
});
