/** A catalog at growing sizes, in a database and in files, next to bare SQL on the same rows in the same run. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { Pool } from 'pg';
import { LIMITS } from '../../base/limits.ts';
import { listsIn } from '../../catalog/database/lists.ts';
import { openDatabase } from '../../catalog/database/open.ts';
import { newCatalog, startPostgres } from '../../catalog/database/testing/postgres.ts';
import { Store } from '../../catalog/results/store.ts';
import type { BenchRun, Measured } from './figures.ts';
import { mebibytes, median, table, timed } from './measure.ts';
import { buildProject, copyProject } from './projects.ts';
import { auditedDemos, writeCatalog } from './synthetic.ts';

const SIZES = [1_000, 2_000];
/** For `--full`. The files of the largest catalog, of its export and of a copy take 53 GB. */
const LARGE_SIZES = [20_000, 100_000];
/** A process may have a few thousand open files. */
const OPEN_FILES = 64;
const POINTS = 30;
const LIST_ROWS = 250;
/** The part that a step may take longer for each site of the largest size than of the smallest. */
const LINEAR = 1.2;
const READS = { times: 50, warmUps: 5 };

const BYTES = `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname = 'catalog' AND relkind = 'r'`;

interface Step {
  readonly name: string;
  /** Milliseconds; `undefined` if the step was not measured. */
  readonly database?: number | undefined;
  readonly bare?: number | undefined;
  readonly files?: number | undefined;
}

/** Returns a table, and the figures of the largest size. */
export async function measureRows({ onRow, smallest, full }: BenchRun): Promise<Measured> {
  await using postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'bench-rows-'));
  try {
    const envelopes = await auditedDemos(join(folder, 'demos'));
    const project = full ? await copyProject(join(folder, 'site')) : undefined;
    const sizes = smallest ? [6, 12] : [...SIZES, ...(full ? LARGE_SIZES : [])];
    const rows = [['sites', 'step', 'database, ms', 'bare SQL, ms', 'files, ms']];
    const each = new Map<string, (readonly [database: number, bare: number])[]>();
    let figures = {};
    for (const size of sizes) {
      onRow(`${size} sites`);
      const name = `sites${size}`;
      const url = await newCatalog(postgres, name);
      const pool = new Pool({ connectionString: url });
      try {
        const source = join(folder, name);
        await writeCatalog(source, size, envelopes, POINTS);
        const steps = await stepsOf({ url, pool, folder: source });
        if (project !== undefined) {
          onRow(`${size} sites, build`);
          const { wall, peak } = await buildProject(project, {
            CATALOG_DATABASE: url,
            CATALOG_STATIC_TARGETS: '500',
          });
          steps.push({ name: `build (${mebibytes(peak)} MiB)`, database: wall });
        }
        await pool.query('VACUUM');
        const bytes = Number((await pool.query(BYTES)).rows[0].bytes) / size;
        const inFiles = (await bytesIn(source)) / size;
        rows.push(
          ...steps.map((step) => [
            `${size}`,
            step.name,
            ...[step.database, step.bare, step.files].map(figureOf),
          ]),
          [`${size}`, 'bytes a site', bytes.toFixed(0), '', inFiles.toFixed(0)],
          [`${size}`, 'memory of this process, MiB', mebibytes(process.memoryUsage.rss()), '', ''],
        );
        for (const { name: step, database = 0, bare = 0 } of steps)
          each.set(step, [...(each.get(step) ?? []), [database / size, bare / size]]);
        figures = { 'bytes a site': bytes };
      } finally {
        await pool.end();
      }
      for (const path of [name, `${name}-export`, `${name}-bare`])
        await rm(join(folder, path), { recursive: true, force: true });
      await postgres.sql('postgres', `DROP DATABASE ${name}`);
    }
    const linear = ['import', 'enqueue', 'status', 'export'].map((step) => {
      const measured = each.get(step) ?? [];
      const [first = [0, 0], last = [0, 0]] = [measured[0], measured.at(-1)];
      const [database, bare] = [last[0] / first[0], last[1] / first[1]];
      return `${step} ${database.toFixed(2)} (bare ${bare.toFixed(2)})${database > LINEAR ? ', NOT LINEAR' : ''}`;
    });
    return {
      text: `${table(rows)}Time a site at the largest size, x that at the smallest, at most ${LINEAR}: ${linear.join('; ')}.
Each site has ${POINTS} points. Pages are read, not rendered. Bare export also writes and syncs files of the same size. One call of enqueue adds at most 50,000 jobs. Aim: 5,000 bytes a site.\n`,
      figures,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figureOf(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toPrecision(3);
}

interface Sized {
  readonly url: string;
  readonly pool: Pool;
  readonly folder: string;
}

async function stepsOf({ url, pool, folder }: Sized): Promise<Step[]> {
  await using database = await openDatabase(url, {
    auditMs: LIMITS.auditMs,
    worker: false,
    onFault: () => undefined,
  });
  const run = async (work: () => Promise<unknown>) => median(await timed(work, { times: 1, warmUps: 0 }));
  const read = async (work: () => Promise<unknown>) => median(await timed(work, READS));
  const bare = (statement: string) => run(() => pool.query(statement));
  const steps: Step[] = [];
  const [targets, results] = [join(folder, 'targets'), join(folder, 'scorecards')];
  const imported = await run(() => database.importFiles({ targets, results }));
  const copies = ['targets', 'results', 'listed'].map(
    (name) =>
      `CREATE TABLE copy_${name} (LIKE catalog.${name} INCLUDING ALL); INSERT INTO copy_${name} SELECT * FROM catalog.${name};`,
  );
  steps.push({ name: 'import', database: imported, bare: await bare(copies.join('')) });
  // As a day later.
  await pool.query(
    "UPDATE catalog.results SET due = now() - interval '1 day', attempted = now() - interval '2 days'",
  );
  await pool.query('VACUUM ANALYZE');
  steps.push({
    name: 'enqueue',
    database: await run(() => database.enqueue({ only: [], limit: undefined, dryRun: false })),
    bare: await bare(
      'CREATE TABLE copy_jobs (LIKE pgboss.job INCLUDING ALL); INSERT INTO copy_jobs SELECT * FROM pgboss.job',
    ),
  });
  steps.push({
    name: 'status',
    database: await run(() => database.status()),
    bare: await bare(
      'SELECT count(*) FROM catalog.results; SELECT count(*) FROM catalog.targets; SELECT count(*) FROM pgboss.job',
    ),
  });
  const into = `${folder}-export`;
  const folders = { targets: join(into, 'targets'), results: join(into, 'results') };
  steps.push({
    name: 'export',
    database: await run(() => database.exportFiles(folders)),
    bare: await run(async () => {
      await pool.query(
        'SELECT host, body FROM catalog.results ORDER BY host; SELECT host, body FROM catalog.targets ORDER BY host',
      );
      await writeCopies(results, `${folder}-bare`);
    }),
  });
  const host = 'site-5.example';
  const files = new Store({ results, recordings: folder, dryRun: true });
  steps.push({
    name: 'one page',
    database: await read(() => database.store.read(host)),
    bare: await read(() => pool.query('SELECT body FROM catalog.results WHERE host = $1', [host])),
    files: await read(() => files.read(host)),
  });
  const lists = listsIn((statement, values) => pool.query(statement, [...values]));
  const ranked = 'SELECT entry FROM catalog.listed WHERE state = 0';
  const lastRanked = (
    await pool.query(
      `${ranked.replace('entry', 'relative, host')} ORDER BY relative DESC, host DESC OFFSET ${LIST_ROWS} LIMIT 1`,
    )
  ).rows[0];
  const { relative, host: after } = lastRanked ?? { relative: -1, host: '' };
  steps.push(
    {
      name: 'list page, first',
      database: await read(() => lists.ranked({ sort: 'relative', limit: LIST_ROWS })),
      bare: await read(() => pool.query(`${ranked} ORDER BY relative, host LIMIT ${LIST_ROWS}`)),
    },
    {
      name: 'list page, last',
      database: await read(() =>
        lists.ranked({ sort: 'relative', limit: LIST_ROWS, after: [relative, after] }),
      ),
      bare: await read(() =>
        pool.query(`${ranked} AND (relative, host) > ($1, $2) ORDER BY relative, host LIMIT ${LIST_ROWS}`, [
          relative,
          after,
        ]),
      ),
    },
    {
      name: 'search',
      database: await read(() => lists.ranked({ sort: 'relative', limit: LIST_ROWS, start: 'site-99' })),
      bare: await read(() =>
        pool.query(
          `SELECT entry FROM catalog.listed WHERE host LIKE 'site-99%' ORDER BY relative, host LIMIT ${LIST_ROWS}`,
        ),
      ),
    },
  );
  return steps;
}

/** The number of files that `writeCopies` reads. Their sizes repeat in the order of the demo sites. */
const SAMPLES = 12;

/** Writes and syncs as many files as `from` has, with the content of a few of them. */
async function writeCopies(from: string, to: string): Promise<void> {
  const names = await readdir(from);
  const samples = await Promise.all(names.slice(0, SAMPLES).map((name) => readFile(join(from, name))));
  await mkdir(to);
  await pLimit(OPEN_FILES).map(names, (name, i) =>
    writeFile(join(to, name), samples[i % samples.length] ?? '', { flush: true }),
  );
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await pLimit(OPEN_FILES).map(
    files,
    async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
