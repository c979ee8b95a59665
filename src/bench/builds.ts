/** The site built with many targets and beside a bare Astro site. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { table } from './measure.ts';
import { buildProject, type Cost, makeProject } from './projects.ts';
import { auditedDemos, writeCatalog } from './synthetic.ts';

const ROOT = resolve(import.meta.dirname, '../..');
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

/** The table of all builds, one after the other. `onRow` hears of each before it is measured. */
export async function siteTable(onRow: (what: string) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  try {
    const envelopes = await auditedDemos(join(folder, 'demos'));
    // Projects of their own: two builds in one folder would disturb each other, and this one's dist is in use.
    const site = await makeProject(join(folder, 'site'), ROOT, [
      'src',
      'scripts',
      'functions',
      'content',
      'astro.config.mjs',
      'package.json',
      'tsconfig.json',
    ]);
    const bare = await makeProject(join(folder, 'bare'), join(ROOT, 'src/bench/bare'));
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
    for (const targets of SIZES) {
      rows.push(rowOf('the site', targets, await siteOf(targets), siteBase));
      rows.push(rowOf('bare Astro', targets, await bareOf(targets), bareBase));
    }
    return `${table([HEAD, ...rows])}${AIMS}
Targets are demo sites' scorecards under other hosts. per 1,000: above the build without targets. CPU: of all threads.
bare Astro: three minimal forms of each target.\n`;
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
