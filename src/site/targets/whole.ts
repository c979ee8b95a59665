import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { byRank, type CatalogView, catalogView, MOST_PAIRS, startsOf } from '../../catalog/catalog.ts';
import type { RowSource } from '../../catalog/database/open.ts';
import { TABLES } from '../../catalog/dataset-columns.ts';
import type { Apart, Listed } from '../../catalog/listed.ts';
import { type ListQuery, PAGE_ROWS, type StoredFigures } from '../../catalog/pages.ts';
import { type DataFile, TableWriter } from '../../catalog/results/dataset-files.ts';
import { catalogCsv, catalogFiles, siteIndex } from '../../catalog/results/downloads.ts';
import { listedOf } from '../../catalog/results/scored.ts';
import { changesFiles, SITE_INDEX, type SiteIndex } from '../../catalog/results/service-files.ts';
import { MOST_CHANGES } from '../../report/change-texts.ts';
import { changesOf, newestFirst, type SiteChange } from '../../report/changes.ts';
import type { ChunkData } from './chunk.ts';

/** The maximum number of changes to collect. If there are more, only the newest are kept. */
const MANY_CHANGES = 10 * MOST_CHANGES;

export class WholeCatalog {
  readonly #work: URL;
  readonly #site: string;
  readonly #isOnRequest: boolean;
  readonly #listed: Listed[] = [];
  readonly #apart: Apart[] = [];
  readonly #changes = new Map<string, readonly SiteChange[]>();
  #newest: SiteChange[] = [];
  #scoredAt: readonly string[] = [];
  readonly #tables: readonly TableWriter[];

  /**
   * @param work the build's working folder, which contains `public/` and `service/`
   * @param isOnRequest whether the service generates the files of targets on request, so the build does not write them
   */
  constructor(work: URL, site: string, isOnRequest: boolean) {
    this.#work = work;
    this.#site = site;
    this.#isOnRequest = isOnRequest;
    const folder = fileURLToPath(new URL('public/dataset', work));
    this.#tables = TABLES.map((table) => new TableWriter(folder, table));
  }

  /** Adds the next targets. Add all targets in the order of their list, so that equal results give identical files. */
  add({ targets, rows, scoredAt }: ChunkData): void {
    for (const { target, scored, listingState, changes } of targets) {
      if (listingState !== undefined) this.#apart.push({ target, listingState, last: scored });
      else if (scored !== undefined) this.#listed.push({ target, scored });
      this.#changes.set(target.host, changes);
      this.#newest.push(...changes.slice(0, MOST_CHANGES));
    }
    if (this.#newest.length > MANY_CHANGES) this.#newest = newestFirst(this.#newest).slice(0, MOST_CHANGES);
    const times = [...this.#scoredAt, ...scoredAt].toSorted();
    this.#scoredAt = [...times.slice(0, 1), ...times.slice(-1)];
    for (const table of this.#tables) table.add(rows);
  }

  /** Writes the files about the whole catalog and returns the data for its pages. `waiting`: sites without any results. */
  finish(waiting: readonly ListedHost[]): Digest {
    const listed = this.#listed.toSorted(byRank);
    const apart = this.#apart.toSorted(byState);
    const view = catalogView(listed, apart, waiting);
    const digest: Digest = {
      ...view,
      changes: newestFirst(this.#newest).slice(0, MOST_CHANGES),
      scoredAt: this.#scoredAt,
      files: this.#tables.flatMap((table) => table.close()),
    };
    for (const [path, text] of catalogFiles(view, this.#site)) this.#write(`public${path}`, text());
    this.#write('public/catalog.csv', catalogCsv(listed, this.#site, apart));
    const index: SiteIndex = {
      ...siteIndex(listed, apart, this.#site),
      ...(this.#isOnRequest ? { made_on_request: true } : {}),
    };
    this.#write(`service/${SITE_INDEX}`, JSON.stringify(index));
    for (const [path, file] of changesFiles(this.#changes))
      this.#write(`service/${path}`, JSON.stringify(file));
    return digest;
  }

  #write(path: string, text: string): void {
    writeFileSync(new URL(path, this.#work), text);
  }
}

function byState(a: Apart, b: Apart): number {
  const order = (one: Apart) => LISTING_STATES.indexOf(one.listingState.state);
  return order(a) - order(b) || a.target.name.localeCompare(b.target.name, 'en');
}

/**
 * Returns the data that a build needs from a very large catalog: its statistics, the first page of each list of sites, and the
 * newest changes. The service makes everything else from the same database rows.
 */
export async function firstPages(source: RowSource, work: URL, site: string): Promise<Digest> {
  const { lists } = source;
  const figures = await lists.figures();
  const ranked = (query: Partial<ListQuery>) => lists.ranked({ sort: 'relative', limit: 1, ...query });
  const samples: Listed[] = [];
  for (const score of spreadScores(figures))
    samples.push(...(await ranked({ after: [-1e3 * (score + 1), ''] })));
  const bests: Listed[] = [];
  for (const { id } of figures.kinds.slice(-MOST_PAIRS))
    bests.push(...(await ranked({ category: id, limit: 2 })));
  const ends = [...samples.slice(0, 1), ...samples.slice(-1)];
  const pairs = new Map([...bests, ...ends].map((one) => [one.target.host, one]));
  const view: CatalogView = {
    figures,
    isWhole: false,
    listed: await ranked({ limit: PAGE_ROWS }),
    apart: await lists.apart(PAGE_ROWS),
    waiting: await lists.waiting(PAGE_ROWS),
    samples,
    starts: startsOf([...pairs.values()].toSorted(byRank)),
  };
  const changes: SiteChange[] = [];
  for (const host of await source.newestChanged(MOST_CHANGES)) {
    const target = (await lists.site(host))?.target;
    const stored = await source.read(host);
    const listed = target && listedOf(target, stored);
    if (listed !== undefined) changes.push(...changesOf(listed.target, listed, listed.listingState));
  }
  for (const [path, text] of catalogFiles(view, site)) writeFileSync(new URL(`public${path}`, work), text());
  const index: SiteIndex = { sites: [], apart: [], made_on_request: true, sitemaps: figures.sitemaps };
  writeFileSync(new URL(`service/${SITE_INDEX}`, work), JSON.stringify(index));
  return {
    ...view,
    changes: newestFirst(changes).slice(0, MOST_CHANGES),
    scoredAt: figures.scoredAt,
    files: [],
    sitemaps: figures.sitemaps.length + 1,
  };
}

/** Returns the relative scores of four sites: the first and last in the ranking, and two from its middle. */
function spreadScores({ groups, counts }: StoredFigures): readonly number[] {
  const sites = new Map<number, number>();
  for (const { scores } of groups)
    for (const [score, count] of Object.entries(scores))
      sites.set(Number(score), (sites.get(Number(score)) ?? 0) + count);
  const places = new Set([
    1,
    Math.ceil(counts.ranked / 3),
    Math.ceil((counts.ranked * 2) / 3),
    counts.ranked,
  ]);
  const found = new Set<number>();
  let before = 0;
  for (const [score, count] of [...sites].sort(([a], [b]) => b - a)) {
    if ([...places].some((place) => place > before && place <= before + count)) found.add(score);
    before += count;
  }
  return [...found];
}

export interface Digest extends CatalogView {
  /** The number of sitemaps that the service generates for sites. If undefined, `/sitemap.xml` itself lists all pages. */
  readonly sitemaps?: number;
  /** The published changes, the newest first. */
  readonly changes: readonly SiteChange[];
  /** The times of the first and last stored scorecards, including past ones; empty if nothing was audited. */
  readonly scoredAt: readonly string[];
  readonly files: readonly DataFile[];
}
