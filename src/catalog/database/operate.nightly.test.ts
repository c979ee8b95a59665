import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { cli, startCli } from '../../testing/cli.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { listedInFolders, publishDataset } from '../results/dataset-publish.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../results/merge.ts';
import type { ListedTarget } from '../results/scored.ts';
import { storedText } from '../results/stored-text.ts';
import type { QueueStatus } from '../run/command/database-tasks.ts';
import { openDatabase, rowSource } from './open.ts';
import { newCatalog, postgresPrograms, startPostgres } from './testing/postgres.ts';
import { catalogOf, filesIn, PROGRAM, writeTargets } from './testing/worked.ts';

const OPENED = { auditMs: 60_000, worker: false, onFault: () => undefined };

const folder = scratchFolder('operate');
const postgres = shared(await startPostgres());

/** The rights that the page for operators documents. */
const PAGE = readFileSync(new URL('../../../content/pages/scale.mdx', import.meta.url), 'utf8');
const GRANTS = [...PAGE.matchAll(/^GRANT .*;$/gm)].join('\n');

it('shows the status to a read-only user, whose rights are enough for a build', async () => {
  const hosts = ['one.example', 'two.example', 'three.example'];
  const { run } = await catalogOf(postgres, folder, { name: 'seen', hosts, scheme: 'https' });
  await postgres.sql('seen', `CREATE ROLE catalog_reader LOGIN PASSWORD 'r'; ${GRANTS}`);
  const url = postgres.url('seen', 'catalog_reader', 'r');
  const asReader = (...args: string[]) => cli(args, { program: PROGRAM, env: { CATALOG_DATABASE: url } });
  const status = async (): Promise<QueueStatus> => JSON.parse((await asReader('status', '--json')).stdout);
  await run('enqueue');
  expect(await status()).toMatchObject({
    due: 3,
    oldest_due: expect.stringMatching(/^\d{4}-/),
    waiting: 3,
    per_hour: 0,
    expected_end: null,
  });
  await postgres.sql('seen', "UPDATE catalog.results SET due = now() - interval '2 days'");

  await using database = await openDatabase(postgres.url('seen'), { ...OPENED, worker: true });
  const stop = Promise.withResolvers<void>();
  const during = Promise.withResolvers<QueueStatus>();
  let ended = 0;
  await database.work({
    limits: LIMITS,
    network: 'any',
    resolver: 'http://127.0.0.1:9/dns-query',
    baseUrl: BASE_URL,
    keepRecordings: false,
    concurrency: 1,
    stop: stop.promise,
    onRecord: () => {
      ended += 1;
      if (ended === hosts.length) stop.resolve();
    },
    runAudit: async () => {
      during.resolve(status());
      await during.promise;
      throw new AuditError('target_unreachable', 'nothing answers');
    },
  });
  expect((await during.promise).workers).toMatchObject([{ pid: process.pid, live: true }]);
  expect(await status()).toMatchObject({
    targets: 3,
    due: 0,
    done: 3,
    per_hour: 3,
    failed: { target_unreachable: 3 },
    dead: 0,
    workers: [],
  });
  await postgres.sql('seen', "UPDATE catalog.results SET attempted = NULL, due = '2020-01-01T00:00:00Z'");
  expect(await status()).toMatchObject({ due: 3, oldest_due: '2020-01-01T00:00:00.000Z' });
  expect((await asReader('status', '--format', 'openmetrics')).stdout).toContain(
    'audit_catalog_failed{reason="target_unreachable"} 3\n',
  );

  await using source = await rowSource(url, (message) => expect.unreachable(message));
  expect(await source.targets()).toHaveLength(3);
  expect(await source.read('one.example')).toMatchObject({ failure: { kind: 'target_unreachable' } });
  const refused = await asReader('enqueue', '--only', 'one.example');
  expect([refused.code, refused.stderr]).toEqual([77, expect.stringContaining('the user may not do that')]);
});

it('tells scorecards from failed audits, demo sites and files without a row', async () => {
  const [scored, failed, demo] = ['scored.example', 'failed.example', 'demo.example'] as const;
  const hosts = [scored, failed, 'waiting.example'];
  await catalogOf(postgres, folder, { name: 'counts', hosts, scheme: 'https' });
  await using database = await openDatabase(postgres.url('counts'), OPENED);
  const texts = { name: 'Demo', description: 'A demo site.', category: 'demo' };
  await database.add({ ...texts, host: demo, demo: true });
  const at = (await database.store.now()).toISOString();
  const found = [
    goodResult(scored, envelopeFor({ target: scored, scoredAt: at })),
    noteFailure(nothingStored(failed), { at, kind: 'target_unreachable', message: 'why' }),
  ];
  for (const one of found) {
    await using claim = await database.store.claim(one.host);
    await claim?.update((stored) => mergeStored(stored, one));
  }
  expect(await database.status()).toMatchObject({ targets: 4, demos: 1, results: 2, scorecards: 1, due: 1 });
  const to = { targets: join(folder, 'counts/out'), results: join(folder, 'counts/scored') };
  await database.exportFiles(to);
  writeTargets(to.targets, ['gone.example'], 'https');
  writeFileSync(join(to.results, 'gone.example.json'), '{}');
  expect(await database.exportFiles(to)).toMatchObject({
    targets: 4,
    results: 2,
    scorecards: 1,
    other_files: 2,
  });
});

it('queues a site again that was removed and then added again', async () => {
  const host = 'again.example';
  const { run, status } = await catalogOf(postgres, folder, {
    name: 'again',
    hosts: [host],
    scheme: 'https',
  });
  await run('enqueue');
  await postgres.sql('again', "UPDATE pgboss.job SET state = 'completed', completed_on = now()");
  expect((await run('enqueue')).stdout).toContain('1 target due, 0 added to the queue. 1 already had a job');
  expect(await status()).toMatchObject({ due: 1, per_hour: 1, expected_end: null });
  await using database = await openDatabase(postgres.url('again'), OPENED);
  await database.withdraw({ host, why: undefined, dryRun: false });
  await database.add({ host, name: 'Again', description: 'Listed again.', category: 'api' });
  expect((await run('enqueue')).stdout).toBe('1 target due, 1 added to the queue.\n');
  const { due, waiting, expected_end } = await status();
  expect([due, waiting]).toEqual([1, 1]);
  expect(Date.parse(`${expected_end}`)).toBeGreaterThan(Date.now());
});

it('runs every command of the operators’ page in order', async () => {
  const commands = [...PAGE.matchAll(/^npm run -s audit:catalog -- ([^#\n]+)/gm)].map(([, words = '']) =>
    words.trim().split(/\s+/),
  );
  expect(commands.map(([name]) => name)).toEqual([
    'migrate',
    'import',
    'enqueue',
    'worker',
    'status',
    'retry-dead',
    'export',
    'dataset',
  ]);
  await postgres.sql('postgres', 'CREATE DATABASE page');
  const [targets, results] = [join(folder, 'page/targets'), join(folder, 'page/results')];
  writeTargets(targets, ['one.example'], 'https');
  mkdirSync(results);
  const scored = goodResult('one.example', envelopeFor({ target: 'one.example' }));
  writeFileSync(join(results, 'one.example.json'), storedText(scored));
  const env = {
    CATALOG_DATABASE: postgres.url('page'),
    AUDIT_TARGETS: targets,
    AUDIT_RESULTS: results,
    AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
  };
  for (const args of commands) {
    const here = args.map((word) => word.replace(/^\/srv\//, `${folder}/`));
    const { child, done } = startCli(here, { program: PROGRAM, env });
    if (args[0] === 'worker') child.stdout?.once('data', () => child.kill('SIGTERM'));
    const { code, stderr } = await done;
    expect([args[0], code, stderr]).toEqual([args[0], 0, '']);
  }
});

it('writes the same dataset from rows as from files, for a user who may only read, without rows that it cannot read', async () => {
  const hosts = Array.from({ length: 150 }, (_, i) => `site-${i}.example`);
  await catalogOf(postgres, folder, { name: 'data', hosts, scheme: 'https' });
  const now = new Date('2026-11-27T00:00:00.000Z');
  const to = { targets: join(folder, 'data/out'), results: join(folder, 'data/scored') };
  const publish = (sites: AsyncIterable<readonly ListedTarget[]>, name: string) =>
    publishDataset(sites, { to: join(folder, 'data', name), env: {}, now, partitionRows: 1_000 });
  {
    await using database = await openDatabase(postgres.url('data'), OPENED);
    for (const host of hosts.slice(1)) {
      await using claim = await database.store.claim(host);
      await claim?.update((stored) => mergeStored(stored, goodResult(host, envelopeFor({ target: host }))));
    }
    await database.exportFiles(to);
  }
  const grants = GRANTS.replaceAll('catalog_reader', 'data_reader');
  await postgres.sql('data', `CREATE ROLE data_reader LOGIN PASSWORD 'r'; ${grants}`);
  const faults: string[] = [];
  await using database = await openDatabase(postgres.url('data', 'data_reader', 'r'), {
    ...OPENED,
    onFault: (message) => faults.push(message),
  });
  const index = await publish(database.listed(), 'rows');
  expect(index).toEqual(
    await publish(
      listedInFolders(to, (message) => faults.push(message)),
      'files',
    ),
  );
  expect([index.sites, index.partitions.length, faults]).toEqual([149, expect.toSatisfy((n) => n > 20), []]);

  await postgres.sql('data', "UPDATE catalog.results SET body = 'x' WHERE host = 'site-7.example'");
  await postgres.sql('data', "UPDATE catalog.targets SET body = 'x' WHERE host = 'site-8.example'");
  await postgres.sql('data', "UPDATE catalog.targets SET demo = true WHERE host = 'site-9.example'");
  expect((await publish(database.listed(), 'less')).sites).toBe(146);
  expect(faults.map((message) => /site-\d/.exec(message)?.[0])).toEqual(['site-7', 'site-8']);
});

it('exports in index order, and updates results without changing an index', async () => {
  const url = await newCatalog(postgres, 'rows');
  // While autovacuum analyzes a table, PostgreSQL keeps old row versions, so an update might find no room in its page.
  await postgres.sql('rows', 'ALTER SYSTEM SET autovacuum = off');
  await postgres.sql('rows', 'SELECT pg_reload_conf()');
  await postgres.sql(
    'rows',
    `INSERT INTO catalog.targets SELECT host, host, false, convert_to(json_build_object('host', host, 'name', host,
       'description', 'A site.', 'category', 'api')::text, 'UTF8') FROM (SELECT 'site-' || i || '.example' AS host
       FROM generate_series(1, 2000) AS i) AS hosts`,
  );
  const sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'rows' AND pid <> pg_backend_pid()";
  const counted = async (column: string, table: string) => {
    // A PostgreSQL session reports its row counts when it ends.
    while (Number(await postgres.sql('rows', sessions)) > 0) await sleep(20);
    return Number(
      await postgres.sql(
        'rows',
        `SELECT ${column} FROM pg_stat_user_tables WHERE schemaname = 'catalog' AND relname = '${table}'`,
      ),
    );
  };
  const inRow = async (day: string) => {
    await using database = await openDatabase(url, OPENED);
    for (let i = 1; i <= 100; i += 1) {
      const host = `site-${i}.example`;
      await using claim = await database.store.claim(host);
      const found = goodResult(host, envelopeFor({ target: host, scoredAt: `2026-11-${day}T00:00:00.000Z` }));
      await claim?.update((stored) => mergeStored(stored, found));
    }
  };
  await inRow('20');
  const updates = await counted('n_tup_upd - n_tup_hot_upd', 'results');
  await inRow('21');
  await inRow('22');
  expect(await counted('n_tup_upd', 'results')).toBeGreaterThanOrEqual(300);
  expect(await counted('n_tup_upd - n_tup_hot_upd', 'results')).toBe(updates);

  const scans = await counted('seq_tup_read', 'targets');
  {
    await using database = await openDatabase(url, OPENED);
    const to = { targets: join(folder, 'rows/targets'), results: join(folder, 'rows/results') };
    expect(await database.exportFiles(to)).toMatchObject({ targets: 2000, results: 100 });
  }
  expect(await counted('seq_tup_read', 'targets')).toBe(scans);
});

it('keeps the catalog and its queue through pg_dump and pg_restore', async () => {
  const hosts = ['one.example', 'two.example', 'three.example'];
  const { run } = await catalogOf(postgres, folder, { name: 'kept', hosts, scheme: 'https' });
  {
    await using database = await openDatabase(postgres.url('kept'), OPENED);
    await using claim = await database.store.claim('one.example');
    await claim?.update((stored) =>
      mergeStored(stored, goodResult('one.example', envelopeFor({ target: 'one.example' }))),
    );
  }
  await run('enqueue', '--only', 'two.example');
  await run('enqueue', '--only', 'three.example');
  await postgres.sql(
    'kept',
    "UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE data->>'host' = 'three.example'",
  );
  const program = (name: string, ...args: string[]) =>
    promisify(execFile)(join(postgresPrograms() ?? '', name), args);
  const dump = join(folder, 'catalog.dump');
  await program('pg_dump', '--format=custom', `--file=${dump}`, postgres.url('kept'));
  await postgres.sql('postgres', 'CREATE DATABASE restored');
  await program('pg_restore', '--no-owner', `--dbname=${postgres.url('restored')}`, dump);
  const exported = async (name: string) => {
    const to = { targets: join(folder, name, 'out'), results: join(folder, name, 'scored') };
    await using database = await openDatabase(postgres.url(name), OPENED);
    await database.exportFiles(to);
    const { workers: _, ...status } = await database.status();
    return { targets: filesIn(to.targets), results: filesIn(to.results), status };
  };
  const restored = await exported('restored');
  expect(restored).toEqual(await exported('kept'));
  expect(restored.status).toMatchObject({ targets: 3, results: 1, waiting: 1, running: 1 });
  await using database = await openDatabase(postgres.url('restored'), { ...OPENED, worker: true });
  expect(await database.enqueue({ only: ['two.example'], limit: undefined, dryRun: false })).toMatchObject({
    due: 1,
    put: 0,
  });
  // The restored job is assigned to a worker that does not exist here, so it gets no heartbeat.
  while ((await database.status()).again === 0) await sleep(500);
});
