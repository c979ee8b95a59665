/** Scorecard pages on request: the built function on a database, next to a bare select with the same clients. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { getDeployStore } from '@netlify/blobs';
import { BUNDLE, DEPLOY_STORE } from '../../app/deploy.ts';
import { LIMITS } from '../../base/limits.ts';
import { openDatabase } from '../../catalog/database/open.ts';
import { newCatalog, postgresPrograms, startPostgres } from '../../catalog/database/testing/postgres.ts';
import { type ServedBlobs, SITE, serveBlobs, TOKEN } from '../../service/testing/blobs.ts';
import type { EndpointOrder, EndpointUp } from './endpoint.ts';
import type { BenchRun, Measured } from './figures.ts';
import { median, messageOf, start, table } from './measure.ts';
import { buildProject, copyProject } from './projects.ts';
import { auditedDemos, writeCatalog } from './synthetic.ts';

const run = promisify(execFile);

/** `warmUpS` must suffice to request the pages of all sites once. */
const SIZE = { sites: 6_000, clients: 200, turns: 3, seconds: 8, warmUpS: 60 };
const SMALLEST: typeof SIZE = { sites: 6, clients: 2, turns: 1, seconds: 1, warmUpS: 1 };

const AIM =
  'Aim: p95 of at most 300 ms on two processors, with nothing else running, for pages requested before.';

/** Requests the pages of the first SITES sites one after the other, and prints percentiles in milliseconds. */
const SCRIPT = `
local sites, i = tonumber(os.getenv("SITES")), 0
request = function()
  i = i + 1
  return wrk.format("GET", "/score/site-" .. ((i * 7919) % sites) .. ".example", { Accept = "text/html" })
end
done = function(summary, latency)
  io.write(string.format('\\n{"p50":%f,"p95":%f,"perSecond":%f,"failed":%d}', latency:percentile(50) / 1000,
    latency:percentile(95) / 1000, summary.requests / summary.duration * 1e6, summary.errors.status + summary.errors.timeout))
end
`;

const FIRST_TIME = 'first request of each page';
const IN_MEMORY = 'later requests';

interface Load {
  /** Percentiles of the response times, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  readonly failed: number;
}

export async function measurePages({ onRow, smallest }: BenchRun): Promise<Measured> {
  if (postgresPrograms() === undefined || spawnSync('wrk', ['-v']).error !== undefined)
    return {
      text: 'Not measured: this section needs the Debian packages postgresql and wrk.\n',
      figures: {},
    };
  const size = smallest ? SMALLEST : SIZE;
  await using postgres = await startPostgres();
  await using blobs = await serveBlobs();
  const folder = await mkdtemp(join(tmpdir(), 'bench-pages-'));
  try {
    onRow(`${size.sites} sites, and the build`);
    const url = await newCatalog(postgres, 'pages');
    const catalog = join(folder, 'catalog');
    await writeCatalog(catalog, size.sites, await auditedDemos(join(folder, 'demos')));
    await using database = await openDatabase(url, {
      auditMs: LIMITS.auditMs,
      worker: false,
      onFault: (message) => process.stderr.write(`${message}\n`),
    });
    await database.importFiles({ targets: join(catalog, 'targets'), results: join(catalog, 'scorecards') });
    const project = await copyProject(join(folder, 'project'));
    await buildProject(project, { CATALOG_DATABASE: url, CATALOG_STATIC_TARGETS: '0' });
    await fillDeployStore(join(project, DEPLOY_STORE), blobs);
    const script = join(folder, 'requests.lua');
    await writeFile(script, SCRIPT);
    const load = async (bundle: string, warmUpS: number): Promise<Load> => {
      const child = start('./endpoint.ts', { bundle } satisfies EndpointOrder, {
        cwd: project,
        env: { ...process.env, CATALOG_DATABASE: url, NETLIFY_BLOBS_CONTEXT: blobs.context },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      try {
        const { url: origin } = await messageOf<EndpointUp>(child);
        const drive = async (seconds: number) => {
          const options = [
            '-t1',
            `-c${size.clients}`,
            `-d${seconds}s`,
            '--timeout=20s',
            `-s${script}`,
            origin,
          ];
          const { stdout } = await run('wrk', options, { env: { ...process.env, SITES: `${size.sites}` } });
          return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as Load;
        };
        await drive(warmUpS);
        return await drive(size.seconds);
      } finally {
        child.disconnect();
      }
    };
    const service = join(project, 'dist/service', BUNDLE);
    const bare = join(import.meta.dirname, 'bare-select.ts');
    const rows: (readonly [name: string, load: Load])[] = [];
    for (let turn = 1; turn <= size.turns; turn++) {
      onRow(`${size.clients} clients, turn ${turn} of ${size.turns}`);
      rows.push(['bare select', await load(bare, 1)]);
      rows.push([FIRST_TIME, await load(service, 1)]);
      rows.push([IN_MEMORY, await load(service, size.warmUpS)]);
    }
    const failed = rows.find(([, load]) => load.failed > 0);
    if (failed !== undefined) throw new Error(`${failed[1].failed} requests failed: ${failed[0]}`);
    const p95 = (name: string) => median(rows.filter(([row]) => row === name).map(([, row]) => row.p95));
    return {
      text: `${table([
        ['', 'p50, ms', 'p95, ms', 'a second'],
        ...rows.map(([name, row]) => [
          name,
          ...[row.p50, row.p95, row.perSecond].map((value) => value.toFixed(0)),
        ]),
      ])}${AIM}\n`,
      figures: { 'p95 of pages in memory, x bare': p95(IN_MEMORY) / p95('bare select') },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the files of a build as Netlify does at the end of a deploy. */
async function fillDeployStore(folder: string, { url }: ServedBlobs): Promise<void> {
  const store = getDeployStore({
    deployID: 'deploy',
    siteID: SITE,
    token: TOKEN,
    edgeURL: url,
    region: 'us-east-2',
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    await store.set(relative(folder, dirname(path)), await readFile(path, 'utf8'));
  }
}
