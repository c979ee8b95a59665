/** Workers of a catalog in a real PostgreSQL: processes that are killed, a database that is restarted, two that fill the queue. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { domainOf } from '../parse/same-site.ts';
import { Store } from '../results/store.ts';
import type { QueueStatus, WorkRecord } from '../run/command/database.ts';
import { cli, startCli } from '../testing/cli.ts';
import { BASE_URL, envelopeFor } from '../testing/envelopes.ts';
import { openDatabase } from './open.ts';
import { startPostgres, type TestPostgres } from './testing/postgres.ts';
import { type Asked, serveMany, writeTargets } from './testing/worked.ts';

const PROGRAM = fileURLToPath(new URL('../../scripts/audit-catalog.ts', import.meta.url));
const TARGETS = 300;

/** A database that a worker of this process opens, and what its audits are made with: nothing is looked up. */
const OPENED = { auditMs: 60_000, worker: true, onFault: () => undefined };
const AUDITS = {
  limits: LIMITS,
  network: 'any',
  resolver: 'http://127.0.0.1:9/dns-query',
  baseUrl: BASE_URL,
  keepRecordings: false,
} as const;

let postgres: TestPostgres;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workers-'));
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A catalog of its own, and its command. */
async function catalogOf(name: string, hosts: readonly string[], scheme?: string) {
  await postgres.sql('postgres', `CREATE DATABASE ${name}`);
  const [targets, results] = [join(folder, name, 'targets'), join(folder, name, 'results')];
  writeTargets(targets, hosts, scheme);
  const options = { program: PROGRAM, env: { CATALOG_DATABASE: postgres.url(name) } };
  const run = (...args: string[]) => cli(['--targets', targets, '--results', results, ...args], options);
  expect(await run('--import')).toMatchObject({ code: 0, stderr: '' });
  const status = async (): Promise<QueueStatus> => JSON.parse((await run('--status', '--json')).stdout);
  return { run, status, options, targets, results };
}

it('audits every target, none by two at once, and loses nothing', async () => {
  await using sites = await serveMany();
  const hosts = Array.from({ length: TARGETS }, (_, i) => `127.1.${i >> 8}.${i & 255}:${sites.port}`);
  const catalog = await catalogOf('kills', hosts);
  const put = await Promise.all([0, 1].map(() => catalog.run('--enqueue', '--json')));
  const counts = put.map(({ stdout }) => JSON.parse(stdout).put as number);
  expect(counts.reduce((a, b) => a + b)).toBe(TARGETS);
  const workers = [1, 2, 3, 4].map((i) =>
    startCli(
      ['--worker', '--network', 'any', '--concurrency', '3', '--base-url', `https://worker-${i}.example`],
      catalog.options,
    ),
  );
  const audited = async (count: number) => {
    while (new Set(sites.ledger.map(({ host }) => host)).size < count) await sleep(50);
  };
  await audited(TARGETS / 4);
  workers[0]?.child.kill('SIGKILL');
  await audited(TARGETS / 3);
  workers[1]?.child.kill('SIGKILL');
  await audited(TARGETS / 2);
  await postgres.restart();
  for (let status = await catalog.status(); status.done < TARGETS; status = await catalog.status()) {
    expect(status.failed).toBe(0);
    await sleep(1000);
  }
  for (const { child } of workers) child.kill('SIGTERM');
  const ended = await Promise.all(workers.map(({ done }) => done));
  expect(ended.map(({ code, signal, stderr }) => (code === 0 ? 0 : (signal ?? stderr)))).toEqual([
    'SIGKILL',
    'SIGKILL',
    0,
    0,
  ]);
  expect((await catalog.run('--export')).code).toBe(0);
  const turns = turnsOf(sites.ledger);
  expect([...turns].filter(([, workersOf]) => new Set(workersOf).size < workersOf.length)).toEqual([]);
  const store = new Store({ results: catalog.results, recordings: catalog.results, dryRun: true });
  expect(await store.hosts()).toEqual(hosts.toSorted());
  const logged = ended
    .flatMap(({ stdout }) => stdout.split('\n').slice(0, -1))
    .map((line): WorkRecord => JSON.parse(line));
  for (const host of hosts) {
    const { latest, failure, history } = await store.read(host);
    expect([host, latest?.target, failure]).toEqual([host, host, null]);
    expect(history.length).toBe(1);
    const told = logged.filter((record) => record.host === host && record.outcome === 'scored');
    for (const record of told) expect(record).toMatchObject({ relative: latest?.scorecard.score.relative });
  }
  expect((await catalog.run('--enqueue', '--json')).stdout).toContain('"due": 0');
}, 600_000);

/** The workers that have asked each host, in their turns; some requests are made under the names of others. */
function turnsOf(ledger: readonly Asked[]): Map<string, string[]> {
  const turns = new Map<string, string[]>();
  for (const { host, worker } of ledger) {
    const before = turns.get(host) ?? [];
    if (worker !== 'nobody' && before.at(-1) !== worker) turns.set(host, [...before, worker]);
  }
  return turns;
}

it('audits 2,000 targets of 400 domains, one of each domain at a time over all workers', async () => {
  const hosts = Array.from({ length: 2000 }, (_, i) => `host${i}.site${i % 400}.example`);
  await catalogOf('domains', hosts, 'https');
  const running: string[] = [];
  const done: string[] = [];
  const outcomes = new Set<string>();
  let together = 0;
  const stop = Promise.withResolvers<void>();
  const worker = async () => {
    const options = { ...OPENED, concurrency: 16 };
    await using database = await openDatabase(postgres.url('domains'), options);
    await database.enqueue({ only: [], limit: undefined, dryRun: false });
    await database.work({
      concurrency: 16,
      ...AUDITS,
      stop: stop.promise,
      onRecord: ({ outcome, host }) => {
        outcomes.add(outcome);
        done.push(host);
        if (done.length === hosts.length) stop.resolve();
      },
      async runAudit({ target }) {
        const domain = domainOf(target.url);
        if (running.includes(domain)) together += 1;
        running.push(domain);
        await sleep(5);
        running.splice(running.indexOf(domain), 1);
        return {
          envelope: envelopeFor({ target: target.name, scoredAt: new Date().toISOString() }),
          declined: false,
        };
      },
    });
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(done.toSorted()).toEqual(hosts.toSorted());
  // A job whose domain was taken would have been skipped.
  expect([...outcomes]).toEqual(['scored']);
  expect(together).toBe(0);
}, 600_000);

it('tries again what is its own fault, and shows what it gives up', async () => {
  const catalog = await catalogOf('faults', ['one.example', 'two.example'], 'https');
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
    failed: 1,
    failures: [{ host: 'two.example', message: 'the auditor has ended' }],
  });
});

it('gives back what it has not finished some time after it was asked to end', async () => {
  const catalog = await catalogOf('ends', ['one.example'], 'https');
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
  expect(await catalog.status()).toMatchObject({ again: 1, running: 0, failed: 0, results: 0 });
});
