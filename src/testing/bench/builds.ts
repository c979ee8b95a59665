/** The site built with many targets, next to a bare Astro site of as many bytes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRun, Measured } from './figures.ts';
import { mebibytes, table } from './measure.ts';
import { buildProject, type Cost, copyProject } from './projects.ts';
import { auditedDemos, writeCatalog } from './synthetic.ts';

const BARE = join(import.meta.dirname, 'bare');
const SIZES = [1000, 5000, 20_000] as const;
/** The second build has one changed target in this many. */
const CHANGED = 50;
const FORMS = 3;

const AIMS =
  'Aims: at most 4 s per 1,000 targets on two processors that do nothing else, however many there are, and 100 kB a target.';

const HEAD = ['build', 'targets', 's', 'CPU s', 's / 1,000', 'CPU s / 1,000', 'peak MiB', 'files', 'kB'];

/** Builds one after the other: two at a time would slow each other. */
export async function measureBuilds({ onRow, smallest, most }: BenchRun): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  try {
    const envelopes = await auditedDemos(join(folder, 'demos'));
    const site = await copyProject(join(folder, 'site'));
    const bare = await copyProject(join(folder, 'bare'), BARE);
    const catalog = join(folder, 'catalog');
    const siteOf = (what: string, targets: number, isCold = true): Promise<Cost> => {
      onRow(`${what}, ${targets} targets`);
      // Pages of the largest catalog too, which the function would make by default.
      return buildProject(site, { CATALOG_RESULTS: catalog, CATALOG_STATIC_TARGETS: `${targets}` }, isCold);
    };
    const bareOf = (targets: number, bytes: number): Promise<Cost> => {
      onRow(`bare Astro, ${targets} targets`);
      return buildProject(bare, { BENCH_TARGETS: `${targets}`, BENCH_BYTES: `${Math.round(bytes / FORMS)}` });
    };
    await writeCatalog(catalog, 0, envelopes);
    const siteBase = await siteOf('the site', 0);
    const bareBase = await bareOf(0, 0);
    const rows = [rowOf('the site', 0, siteBase, siteBase), rowOf('bare Astro', 0, bareBase, bareBase)];
    let figures = {};
    for (const count of smallest ? [2] : SIZES.filter((size) => size <= most)) {
      await rm(catalog, { recursive: true, force: true });
      await writeCatalog(catalog, count, envelopes);
      const own = await siteOf('the site', count);
      await writeCatalog(catalog, Math.ceil(count / CHANGED), envelopes.toReversed());
      const again = await siteOf('the site with some changed', count, false);
      const other = await bareOf(count, own.bytes / count);
      rows.push(
        rowOf('the site', count, own, siteBase),
        rowOf('2 % changed', count, again, siteBase),
        rowOf('bare Astro', count, other, bareBase),
      );
      figures = {
        'CPU of a target, x bare Astro': (own.cpu - siteBase.cpu) / (other.cpu - bareBase.cpu),
        'CPU of the site, x bare Astro': own.cpu / other.cpu,
        'peak MiB': own.peak / 1024 ** 2,
        'files of a target': own.files / count,
        'kB of a target': own.bytes / 1000 / count,
      };
    }
    return {
      text: `${table([HEAD, ...rows])}${AIMS}
Targets are demo sites' scorecards under other hosts. / 1,000: above the build without targets. CPU: of all threads.
files, kB: of a target.\n`,
      figures,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function rowOf(name: string, targets: number, cost: Cost, base: Cost): string[] {
  const each = (value: number) => (targets === 0 ? '' : (value / targets).toFixed(1));
  return [
    name,
    String(targets),
    (cost.wall / 1000).toFixed(1),
    (cost.cpu / 1000).toFixed(1),
    each(cost.wall - base.wall),
    each(cost.cpu - base.cpu),
    mebibytes(cost.peak),
    each(cost.files),
    each(cost.bytes / 1000),
  ];
}
