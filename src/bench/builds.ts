/** The site built with many targets and beside a bare Astro site. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRun, Measured } from './figures.ts';
import { table } from './measure.ts';
import { buildProject, type Cost, makeCopy, makeProject } from './projects.ts';
import { auditedDemos, writeCatalog } from './synthetic.ts';

const BARE = join(import.meta.dirname, 'bare');
const SIZES = [1000, 5000] as const;

/** What is aimed at (issue: "How well"). */
const AIMS =
  'Aims: at most 4 s per 1,000 targets on a machine that does nothing else, with 5,000 as with 1,000.';

const HEAD = [
  'build',
  'targets',
  's',
  'CPU s',
  's per 1,000',
  'CPU s per 1,000',
  'peak MiB',
  'files',
  'MiB written',
];

/** One after the other: two at a time would disturb each other. */
export async function measureBuilds({ onRow, smallest }: BenchRun): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  try {
    const envelopes = await auditedDemos(join(folder, 'demos'));
    const site = await makeProject(join(folder, 'site'));
    const bare = await makeCopy(join(folder, 'bare'), BARE, ['src', 'astro.config.mjs', 'package.json']);
    const siteOf = async (targets: number): Promise<Cost> => {
      onRow(`the site, ${targets} targets`);
      const catalog = join(folder, 'catalog');
      await rm(catalog, { recursive: true, force: true });
      await writeCatalog(catalog, targets, envelopes);
      return buildProject(site, { CATALOG_RESULTS: catalog });
    };
    const bareOf = (targets: number): Promise<Cost> => {
      onRow(`bare Astro, ${targets} targets`);
      return buildProject(bare, { BENCH_TARGETS: String(targets) });
    };
    const siteBase = await siteOf(0);
    const bareBase = await bareOf(0);
    const rows = [rowOf('the site', 0, siteBase), rowOf('bare Astro', 0, bareBase)];
    let figures = {};
    for (const targets of smallest ? [2] : SIZES) {
      const [own, other] = [await siteOf(targets), await bareOf(targets)];
      rows.push(rowOf('the site', targets, own, siteBase), rowOf('bare Astro', targets, other, bareBase));
      figures = {
        'CPU of a target, x bare Astro': (own.cpu - siteBase.cpu) / (other.cpu - bareBase.cpu),
        'CPU of the site, x bare Astro': own.cpu / other.cpu,
        'peak MiB': own.peak / 1024 ** 2,
        'files of a target': own.files / targets,
        'kB of a target': own.bytes / 1000 / targets,
      };
    }
    return {
      text: `${table([HEAD, ...rows])}${AIMS}
Targets are demo sites' scorecards under other hosts. per 1,000: above the build without targets. CPU: of all threads.
bare Astro: three minimal forms of each target.\n`,
      figures,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(name: string, targets: number, cost: Cost, base?: Cost): string[] {
  const per = (of: 'wall' | 'cpu') =>
    base === undefined ? '' : ((cost[of] - base[of]) / targets).toFixed(1);
  return [
    name,
    String(targets),
    (cost.wall / 1000).toFixed(1),
    (cost.cpu / 1000).toFixed(1),
    per('wall'),
    per('cpu'),
    mebibytes(cost.peak),
    String(cost.files),
    mebibytes(cost.bytes),
  ];
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
