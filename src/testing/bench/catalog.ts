/** The catalog's run: a worker of a database next to the same run on files. Audits and sites have their own processes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { makeFolder } from '../../base/files.ts';
import { LIMITS } from '../../base/limits.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { openDatabase } from '../../catalog/database/open.ts';
import { newCatalog, postgresPrograms, startPostgres } from '../../catalog/database/testing/postgres.ts';
import { fileNameOf, Store } from '../../catalog/results/store.ts';
import { runCatalog } from '../../catalog/run/run.ts';
import type { BenchRun, Measured } from './figures.ts';
import { messageOf, start, table } from './measure.ts';
import { measureRows } from './rows.ts';
import type { SiteUp } from './site.ts';

/** Enough targets for a run of about twenty seconds. */
const SIZE = { targets: 80, concurrency: 8, latencyMs: 100 };
const SMALLEST: typeof SIZE = { targets: 2, concurrency: 1, latencyMs: 0 };

const AIMS =
  'Aims: the queue costs at most 5 % of the time of an audit, and the database less than 2 ms of statements.';

export async function measureCatalog(bench: BenchRun): Promise<Measured> {
  const { onRow, smallest } = bench;
  const { targets, concurrency, latencyMs } = smallest ? SMALLEST : SIZE;
  const server = start('./site.ts', { latencyMs, http2: false });
  const folder = await mkdtemp(join(tmpdir(), 'bench-catalog-'));
  try {
    const { port } = new URL((await messageOf<SiteUp>(server)).url);
    const run: Run = { folder, hosts: hostsAt(port, targets), concurrency };
    const rows = [['', 'audits', 'an hour', 'statements, ms each']];
    const add = (name: string, wall: number, statements = '') =>
      rows.push([name, String(targets), ((targets * 3_600_000) / wall).toFixed(0), statements]);
    onRow('files');
    const files = await onFiles(run);
    add('files', files);
    const note = `${AIMS}\nEach host is the all-passing demo site, with ${latencyMs} ms of latency.\n`;
    if (postgresPrograms() === undefined)
      return { text: `${table(rows)}${note}PostgreSQL is not installed: no database.\n`, figures: {} };
    onRow('a database');
    const { wall, statements } = await onDatabase(run);
    add('a database', wall, statements.toFixed(2));
    const sizes = await measureRows(bench);
    return {
      text: `${table(rows)}${note}\n${sizes.text}`,
      figures: {
        ...sizes.figures,
        'queue, time of an audit, x files': wall / files,
        'queue, ms of statements an audit': statements,
      },
    };
  } finally {
    server.disconnect();
    await rm(folder, { recursive: true });
  }
}

interface Run {
  readonly folder: string;
  readonly hosts: readonly ListedHost[];
  readonly concurrency: number;
}

function hostsAt(port: string, count: number): ListedHost[] {
  return Array.from({ length: count }, (_, i) => {
    const host = `site-${i}.example:${port}`;
    const description = 'A site of the bench.';
    return { host, name: `site-${i}`, description, category: 'demo', url: `http://${host}/` };
  });
}

function optionsOf({ hosts, concurrency }: Run) {
  return {
    concurrency,
    limits: LIMITS,
    network: 'any' as const,
    resolver: 'http://127.0.0.1:9/',
    baseUrl: DEFAULT_BASE_URL,
    keepRecordings: false,
    addresses: Object.fromEntries(hosts.map(({ name }) => [`${name}.example`, ['127.0.0.1']])),
  };
}

/** Audits on files; returns milliseconds. */
async function onFiles(run: Run): Promise<number> {
  const results = join(run.folder, 'files');
  const store = new Store({ results, recordings: results });
  await store.open();
  const began = performance.now();
  const outcomes = await runCatalog(run.hosts, { store, ...optionsOf(run) });
  const failed = outcomes.filter(({ outcome }) => outcome !== 'scored');
  if (failed.length > 0) throw new Error(`${failed.length} audits have failed`);
  return performance.now() - began;
}

const NAME = 'bench';
const STATEMENT_TIME = `SELECT sum(total_exec_time + total_plan_time) FROM pg_stat_statements s
  JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = '${NAME}'`;

/** Audits from the queue of a database; returns milliseconds, in all and of the statements of one audit. */
async function onDatabase(run: Run): Promise<{ readonly wall: number; readonly statements: number }> {
  await using postgres = await startPostgres({ fsync: 'on' });
  const url = await newCatalog(postgres, NAME);
  await postgres.sql(NAME, 'CREATE EXTENSION pg_stat_statements');
  const [targets, results] = [join(run.folder, 'targets'), join(run.folder, 'results')];
  for (const path of [targets, results]) await makeFolder(path);
  for (const target of run.hosts)
    await writeFile(join(targets, `${fileNameOf(target.host)}.json`), JSON.stringify(target));
  await using database = await openDatabase(url, {
    auditMs: LIMITS.auditMs,
    worker: true,
    onFault: (message) => process.stderr.write(`${message}\n`),
  });
  await database.importFiles({ targets, results });
  await database.enqueue({ only: [], limit: undefined, dryRun: false });
  await postgres.sql(NAME, 'SELECT pg_stat_statements_reset()');
  const done = Promise.withResolvers<void>();
  let wall = 0;
  let left = run.hosts.length;
  const began = performance.now();
  await database.work({
    ...optionsOf(run),
    stop: done.promise,
    onRecord({ outcome }) {
      if (outcome !== 'scored') done.reject(new Error(`An audit has ${outcome}`));
      left -= 1;
      if (left > 0) return;
      wall = performance.now() - began;
      done.resolve();
    },
  });
  return { wall, statements: Number(await postgres.sql(NAME, STATEMENT_TIME)) / run.hosts.length };
}
