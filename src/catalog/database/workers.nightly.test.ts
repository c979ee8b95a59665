import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { RunAudit } from '../../audit/isolation/run-audit.ts';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { goodResult, mergeAt } from '../results/merge.ts';
import type { WorkRecord } from '../run/command/database-tasks.ts';
import type { RunDocument } from '../run/outcome.ts';
import { runCatalog } from '../run/run.ts';
import { openDatabase } from './open.ts';
import { startPostgres } from './testing/postgres.ts';
import { catalogOf, hostsAt, logOf, overlaps, serveMany } from './testing/worked.ts';

/** Options of a database for a worker, and of audits that resolve no names. */
const OPENED = { auditMs: 60_000, worker: true, onFault: () => undefined };
const AUDITS = {
  limits: LIMITS,
  network: 'any',
  resolver: 'http://127.0.0.1:9/dns-query',
  baseUrl: BASE_URL,
  keepRecordings: false,
} as const;

const HOUR = 3_600_000;

const folder = scratchFolder('workers');
const postgres = shared(await startPostgres());

it('audits 2,000 targets of 400 domains, one per domain at a time, without losing any', async () => {
  await using sites = await serveMany(5);
  const hosts = hostsAt(sites.ports, 400);
  const catalog = await catalogOf(postgres, folder, { name: 'kills', hosts });
  await postgres.sql('kills', "UPDATE catalog.targets SET domain = split_part(host, ':', 1)");
  const put = await Promise.all([0, 1].map(() => catalog.run('enqueue', '--json')));
  const counts = put.map(({ stdout }) => JSON.parse(stdout).put as number);
  expect(counts.reduce((a, b) => a + b)).toBe(hosts.length);
  const workers = [1, 2, 3, 4].map((i) => catalog.worker(i, '--concurrency', '3'));
  await sites.asked(hosts.length / 4);
  workers[0]?.child.kill('SIGKILL');
  await sites.asked(hosts.length / 3);
  workers[1]?.child.kill('SIGKILL');
  await sites.asked(hosts.length / 2);
  await postgres.restart();
  await catalog.finished();
  for (const { child } of workers) child.kill('SIGTERM');
  const ended = await Promise.all(workers.map(({ done }) => done));
  expect(ended.map(({ code, signal, stderr }) => (code === 0 ? 0 : (signal ?? stderr)))).toEqual([
    'SIGKILL',
    'SIGKILL',
    0,
    0,
  ]);
  expect(overlaps(sites.ledger, ended)).toEqual([]);
  expect(await catalog.status()).toMatchObject({ dead: 0, waiting: 0, again: 0, running: 0 });
  const store = await catalog.exported();
  expect(await store.hosts()).toEqual(hosts.toSorted());
  const told = Map.groupBy(
    ended.flatMap(logOf).filter(({ outcome }) => outcome === 'scored'),
    ({ host }) => host,
  );
  for (const host of hosts) {
    const { latest, failure, history } = await store.read(host);
    expect([host, latest?.target, failure, history.length]).toEqual([host, host, null, 1]);
    for (const record of told.get(host) ?? [])
      expect(record).toMatchObject({ relative: latest?.scorecard.score.relative });
  }
  expect((await catalog.run('enqueue', '--json')).stdout).toContain('"due": 0');
}, 1_200_000);

it('runs without workers', async () => {
  await using sites = await serveMany();
  const hosts = hostsAt(sites.ports, 3);
  const catalog = await catalogOf(postgres, folder, { name: 'plain', hosts });
  const audited = async (...args: string[]): Promise<RunDocument> =>
    JSON.parse((await catalog.run('--network', 'any', '--json', ...args)).stdout);
  expect(await audited('--limit', '2')).toMatchObject({ mode: 'audit', counts: { scored: 2 } });
  expect(await audited('--stale-only')).toMatchObject({ counts: { scored: 1, unchanged: 0 } });
  expect(await audited('--only', hosts[0] ?? '')).toMatchObject({ counts: { unchanged: 1 } });
  expect(await (await catalog.exported()).hosts()).toEqual(hosts);
});

it("compares and dates results by the database's clock, not the worker's", async () => {
  const [fresh, ahead] = ['fresh.example', 'ahead.example'] as const;
  await catalogOf(postgres, folder, { name: 'clocks', hosts: [fresh, ahead] });
  await using database = await openDatabase(postgres.url('clocks'), OPENED);
  const now = (await database.store.now()).getTime();
  const found = (target: string, at: number) => envelopeFor({ target, scoredAt: new Date(at).toISOString() });
  const keep = async (host: string, at: number) => {
    await using claim = await database.store.claim(host);
    await claim?.update((stored) =>
      mergeAt(new Date(at).toISOString(), stored, goodResult(host, found(host, at))),
    );
  };
  await keep(fresh, now - 21 * HOUR);
  await keep(ahead, now + 21 * HOUR);
  const which = { only: [], limit: undefined, dryRun: true };
  vi.useFakeTimers({ toFake: ['Date'], now: now + 48 * HOUR });
  try {
    expect(await database.enqueue(which)).toMatchObject({ due: 1 });
    const list = await database.targets();
    const runAudit: RunAudit = async ({ target }) => ({
      envelope: found(target.name, Date.now()),
      declined: false,
    });
    const outcomes = await runCatalog(list, { ...AUDITS, store: database.store, concurrency: 1, runAudit });
    expect(outcomes.map(({ host, dated_ahead }) => [host, dated_ahead !== undefined])).toEqual([
      [ahead, true],
      [fresh, false],
    ]);
  } finally {
    vi.useRealTimers();
  }
  for (const host of [fresh, ahead]) {
    const { latest } = await database.store.read(host);
    expect(Date.parse(latest?.freshness.scored_at ?? '') - now, host).toBeLessThan(HOUR);
  }
  expect(await database.enqueue(which)).toMatchObject({ due: 0 });
});

it('retries internal errors, and lists jobs that failed for good', async () => {
  const catalog = await catalogOf(postgres, folder, {
    name: 'faults',
    hosts: ['one.example', 'two.example'],
    scheme: 'https',
  });
  const options = { ...OPENED, concurrency: 2 };
  await using database = await openDatabase(postgres.url('faults'), options);
  await database.enqueue({ only: [], limit: undefined, dryRun: false });
  await postgres.sql('faults', `UPDATE pgboss.job SET retry_limit = 0 WHERE data->>'host' = 'two.example'`);
  const stop = Promise.withResolvers<void>();
  const records: WorkRecord[] = [];
  await database.work({
    ...options,
    ...AUDITS,
    stop: stop.promise,
    onRecord: (record) => {
      if (records.push(record) === 2) stop.resolve();
    },
    runAudit: () => Promise.reject(new AuditError('internal', 'the auditor has ended')),
  });
  expect(records).toMatchObject([{ again: true }, { again: true }]);
  expect(await catalog.status()).toMatchObject({
    again: 1,
    dead: 1,
    failures: [{ host: 'two.example', message: 'the auditor has ended' }],
  });
  // What pg-boss stores if a worker died.
  const died = { value: { message: 'job heartbeat timeout' } };
  await postgres.sql(
    'faults',
    `UPDATE pgboss.job SET source_output = '${JSON.stringify(died)}' WHERE name = 'audits-failed'`,
  );
  expect(await catalog.status()).toMatchObject({ failures: [{ message: 'job heartbeat timeout' }] });
  expect((await catalog.run('retry-dead')).stdout).toBe('1 site returned to the queue.\n');
  expect(await catalog.status()).toMatchObject({ waiting: 1, again: 1, dead: 0 });
  const key = "SELECT singleton_key FROM pgboss.job WHERE name = 'audits' AND state = 'created'";
  expect(await postgres.sql('faults', key)).toBe('two.example\n');
  const unlisted = await catalog.run('enqueue', '--only', 'one.example,nosuch.example');
  expect([unlisted.code, unlisted.stderr]).toEqual([
    2,
    expect.stringContaining('Not in the list of the database: nosuch.example.'),
  ]);
});

it('a paused worker discards audits that ended meanwhile, and uses up no attempt', async () => {
  await using sites = await serveMany();
  const hosts = hostsAt(sites.ports, 20);
  const catalog = await catalogOf(postgres, folder, { name: 'paused', hosts });
  await catalog.run('enqueue');
  await postgres.sql('paused', 'UPDATE pgboss.job SET retry_limit = 1');
  const worker = catalog.worker(1, '--concurrency', '4');
  await sites.asked(2);
  worker.child.kill('SIGSTOP');
  await sleep(20_000);
  worker.child.kill('SIGCONT');
  await catalog.finished();
  worker.child.kill('SIGTERM');
  const log = logOf(await worker.done);
  const again = log.filter((record) => record.again === true);
  expect(again).not.toEqual([]);
  for (const record of again)
    expect(record).toMatchObject({ outcome: 'failed', message: 'The worker was paused during the audit.' });
  expect(await catalog.status()).toMatchObject({ dead: 0, waiting: 0, again: 0 });
  const given =
    "SELECT count(*) FROM pgboss.job WHERE name = 'audits' AND retry_limit = 2 AND retry_count = 1";
  expect(Number(await postgres.sql('paused', given))).toBe(again.length);
  const store = await catalog.exported();
  for (const host of hosts)
    expect(await store.read(host)).toMatchObject({ failure: null, history: [expect.anything()] });
});

it('a busy domain uses up no attempt of its other targets', async () => {
  const hosts = ['one.example', 'two.example'];
  const catalog = await catalogOf(postgres, folder, { name: 'busy', hosts, scheme: 'https' });
  const options = { ...OPENED, concurrency: 1 };
  await using other = await openDatabase(postgres.url('busy'), { ...options, worker: false });
  await using _claim = await other.store.claim('one.example');
  await using database = await openDatabase(postgres.url('busy'), options);
  await database.enqueue({ only: ['one.example'], limit: undefined, dryRun: false });
  await postgres.sql('busy', 'UPDATE pgboss.job SET retry_limit = 0');
  const stop = Promise.withResolvers<void>();
  await database.work({
    ...options,
    ...AUDITS,
    stop: stop.promise,
    onRecord: () => stop.resolve(),
    runAudit: () => Promise.reject(new Error('no audit runs here')),
  });
  expect(await catalog.status()).toMatchObject({ again: 1, dead: 0 });
});

it('returns unfinished audits to the queue after the grace period', async () => {
  const catalog = await catalogOf(postgres, folder, {
    name: 'ends',
    hosts: ['one.example'],
    scheme: 'https',
  });
  const options = { ...OPENED, concurrency: 1 };
  await using database = await openDatabase(postgres.url('ends'), options);
  await database.enqueue({ only: [], limit: undefined, dryRun: false });
  const begun = Promise.withResolvers<void>();
  let ended = false;
  await database.work({
    ...options,
    ...AUDITS,
    stop: begun.promise,
    onRecord: () => undefined,
    runAudit: (_, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal?.addEventListener('abort', () => {
          ended = true;
          reject(new AuditError('interrupted', 'ended'));
        });
      }),
  });
  expect(ended).toBe(true);
  expect(await catalog.status()).toMatchObject({ again: 1, running: 0, dead: 0, results: 0 });
});
