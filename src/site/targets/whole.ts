import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { byRank, type CatalogView, catalogView } from '../../catalog/catalog.ts';
import { TABLES } from '../../catalog/dataset-columns.ts';
import type { Apart, Listed } from '../../catalog/listed.ts';
import { type DataFile, TableWriter } from '../../catalog/results/dataset-files.ts';
import { catalogCsv, catalogFiles, siteIndex } from '../../catalog/results/downloads.ts';
import { changesFiles, SITE_INDEX, type SiteIndex } from '../../catalog/results/service-files.ts';
import { MOST_CHANGES } from '../../report/change-texts.ts';
import { newestFirst, type SiteChange } from '../../report/changes.ts';
import type { SeenChunk } from './chunk.ts';

/** The number of changes after which the newest are selected. */
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
   * @param work the folder of the pass, with its output folders
   * @param site the origin of the site, without a slash at the end
   * @param isOnRequest whether the function makes the files of targets
   */
  constructor(work: URL, site: string, isOnRequest: boolean) {
    this.#work = work;
    this.#site = site;
    this.#isOnRequest = isOnRequest;
    const folder = fileURLToPath(new URL('public/dataset', work));
    this.#tables = TABLES.map((table) => new TableWriter(folder, table));
  }

  /** Must be called in the order of the list, so that the same results give the same bytes. */
  add({ seen, rows, scoredAt }: SeenChunk): void {
    for (const { target, scored, listingState, changes } of seen) {
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

  /** @param waiting sites without any results yet, in the order of the list */
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

export interface Digest extends CatalogView {
  /** The published ones, the newest first. */
  readonly changes: readonly SiteChange[];
  /** The times of the first and last stored scorecard, past ones included; empty if nothing was audited. */
  readonly scoredAt: readonly string[];
  readonly files: readonly DataFile[];
}
