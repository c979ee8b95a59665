/** The run by workers of a database, beside the same run with files. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { postgresPrograms, startPostgres, type TestPostgres } from '../database/testing/postgres.ts';
import { makeFolder } from '../files.ts';
import { LIMITS } from '../limits.ts';
import { fileNameOf } from '../results/file-names.ts';
import type { BenchRun, Measured } from './figures.ts';
import { namesOf, targetOf } from './hosts.ts';
import { table } from './measure.ts';
import { cpuOf, messageOf, start } from './processes.ts';
import type { RunnerOrder, RunnerReport } from './runner.ts';
import type { SiteUp } from './site.ts';
import type { WorkerOrder, WorkerSays } from './worker.ts';

const LATENCY_MS = 100;
const AT_ONCE = 2;
/** As many targets that a row takes some twenty seconds. */
const ROWS = [
  { workers: 1, targets: 24 },
  { workers: 2, targets: 48 },
  { workers: 4, targets: 80 },
] as const;

/** What is aimed at (issue: "How well"). */
const AIMS =
  'Aims: the queue costs at most 5 % of an audit (of its processor time, or of its time), and the database less than 2 ms of statements.';

/** What a row has taken, in milliseconds; of processor time, `own` is that of the processes that do not audit. */
interface Cost {
  readonly wall: number;
  readonly own: number;
  readonly auditors: number;
  readonly database: number;
  readonly statements: number;
}

export async function measureQueue({ onRow, smallest }: BenchRun): Promise<Measured> {
  if (postgresPrograms() === undefined)
    return { text: 'PostgreSQL is not installed: the queue was not measured.\n', figures: {} };
  await using postgres = await startPostgres({ fsync: 'on' });
  const server = start('./site.ts', { latencyMs: smallest ? 0 : LATENCY_MS, http2: false });
  const rows = [
    ['', 'at a time', 'audits', 'an hour', 'CPU ms each', 'of these worker', 'database', 'statements, ms'],
  ];
  const all: [Cost, Cost][] = [];
  let audits = 0;
  try {
    const { url } = await messageOf<SiteUp>(server);
    const { port } = new URL(url);
    for (const { workers, targets } of smallest ? [{ workers: 1, targets: 2 }] : ROWS) {
      onRow(`${targets} targets, workers: ${workers}`);
      const atOnce = AT_ONCE * workers;
      const files = await withFiles({ url, targets, atOnce, noteAfter: 0, keepRecordings: false });
      const queue = await withWorkers(postgres, { workers, targets, port });
      for (const [name, cost] of [
        [`files, 1 process`, files],
        [`workers on a database: ${workers}`, queue],
      ] as const)
        rows.push([name, String(atOnce), String(targets), ...cellsOf(cost, targets)]);
      all.push([files, queue]);
      audits += targets;
    }
  } finally {
    server.disconnect();
  }
  const sum = (of: (row: [Cost, Cost]) => number) => all.reduce((total, row) => total + of(row), 0);
  const cpu = ({ own, auditors, database }: Cost) => own + auditors + database;
  return {
    text: `${table(rows)}${AIMS}\nEach host is the all-passing demo site, with ${LATENCY_MS} ms of latency; sites, workers, auditors and database are on this machine.\n`,
    figures: {
      'queue, CPU of an audit, x files': sum(([, queue]) => cpu(queue)) / sum(([files]) => cpu(files)),
      'queue, time of an audit, x files': sum(([, { wall }]) => wall) / sum(([{ wall }]) => wall),
      'queue, ms of statements an audit': sum(([, { statements }]) => statements) / audits,
    },
  };
}

function cellsOf({ wall, own, auditors, database, statements }: Cost, targets: number): string[] {
  return [
    ((targets * 3_600_000) / wall).toFixed(0),
    ((own + auditors + database) / targets).toFixed(0),
    (own / targets).toFixed(1),
    database === 0 ? '' : (database / targets).toFixed(1),
    statements === 0 ? '' : (statements / targets).toFixed(2),
  ];
}

async function withFiles(order: RunnerOrder): Promise<Cost> {
  const { wall, cpu, auditors, failed } = await messageOf<RunnerReport>(start('./runner.ts', order));
  if (failed > 0) throw new Error(`${failed} audits have failed`);
  return { wall, own: cpu, auditors, database: 0, statements: 0 };
}

interface Work {
  readonly workers: number;
  readonly targets: number;
  readonly port: string;
}

async function withWorkers(postgres: TestPostgres, work: Work): Promise<Cost> {
  const { workers, targets } = work;
  const name = `workers_${workers}`;
  await postgres.sql('postgres', `CREATE DATABASE ${name}`);
  await postgres.sql(name, 'CREATE EXTENSION pg_stat_statements');
  await enqueue(postgres.url(name), work);
  const order: WorkerOrder = { database: postgres.url(name), targets, atOnce: AT_ONCE };
  const started = Array.from({ length: workers }, () => start('./worker.ts', order));
  await Promise.all(started.map((one) => messageOf<WorkerSays>(one)));
  await postgres.sql(name, 'SELECT pg_stat_statements_reset()');
  using cpu = databaseCpu(postgres);
  const began = performance.now();
  const heard = Promise.all(started.map((one) => toEnd(one, () => audited())));
  let left = targets;
  const done = Promise.withResolvers<void>();
  function audited() {
    left -= 1;
    if (left === 0) done.resolve();
  }
  for (const one of started) one.send('begin');
  await Promise.race([done.promise, heard]);
  const wall = performance.now() - began;
  const database = cpu.taken();
  const took = `SELECT sum(total_exec_time + total_plan_time) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    WHERE d.datname = '${name}'`;
  const statements = Number(await postgres.sql(name, took));
  for (const one of started) one.send('end');
  const ended = await heard;
  const sum = (of: 'cpu' | 'auditors') => ended.reduce((total, one) => total + one[of], 0);
  return { wall, own: sum('cpu'), auditors: sum('auditors'), database, statements };
}

/** Fills a database and its queue with hosts at a port. */
async function enqueue(url: string, { targets, port }: Work): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-queue-'));
  const [list, results] = [join(folder, 'targets'), join(folder, 'results')];
  for (const path of [list, results]) await makeFolder(path);
  for (const target of namesOf(targets).map((name) => targetOf(name, port)))
    writeFileSync(join(list, `${fileNameOf(target.host)}.json`), JSON.stringify(target));
  await using database = await openDatabase(url, {
    concurrency: 1,
    auditMs: LIMITS.auditMs,
    worker: false,
    onFault: () => undefined,
  });
  await database.importFiles({ targets: list, results });
  await database.enqueue({ only: [], limit: undefined, dryRun: false });
  rmSync(folder, { recursive: true });
}

/** Hears of the audits of a worker until it has ended. */
function toEnd(worker: ChildProcess, onAudit: () => void): Promise<Extract<WorkerSays, { says: 'ended' }>> {
  return new Promise((resolve, reject) => {
    worker.on('message', (said: WorkerSays) => {
      if (said.says === 'ended') resolve(said);
      if (said.says !== 'audited') return;
      if (said.outcome === 'scored') onAudit();
      else reject(new Error(`An audit has ${said.outcome}`));
    });
    worker.once('exit', (code) => reject(new Error(`A worker has ended with code ${code}`)));
  });
}

/** How often it is looked what sessions have taken: the kernel does not tell it of those that have ended. */
const LOOK_MS = 200;

/** The processor time of the server and its sessions since then. */
function databaseCpu({ data }: TestPostgres): Disposable & { readonly taken: () => number } {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const server = Number(first);
  const seen = new Map<number, number>();
  const sum = () => {
    const sessions = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
    // One that has ended meanwhile tells nothing.
    for (const pid of [server, ...sessions.map(Number)])
      seen.set(pid, Math.max(seen.get(pid) ?? 0, cpuOf(pid).own));
    return seen.values().reduce((total, one) => total + one, 0);
  };
  const before = sum();
  const timer = setInterval(sum, LOOK_MS);
  return { taken: () => sum() - before, [Symbol.dispose]: () => clearInterval(timer) };
}
