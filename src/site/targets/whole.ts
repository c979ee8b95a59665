import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { byRank } from '../../catalog/catalog.ts';
import { TABLES } from '../../catalog/dataset-columns.ts';
import type { Apart, Listed } from '../../catalog/listed.ts';
import { type DataFile, TableWriter } from '../../catalog/results/dataset-files.ts';
import { catalogCsv, catalogFiles, siteIndex } from '../../catalog/results/downloads.ts';
import { changesFiles, SITE_INDEX, type SiteIndex } from '../../catalog/results/service-files.ts';
import { MOST_CHANGES } from '../../report/change-texts.ts';
import { newestFirst, type SiteChange } from '../../report/changes.ts';
import type { SeenChunk } from './chunk.ts';

/** If more changes than this are collected, all but the newest are dropped. */
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
   * @param work the folder of the pass, which contains its output folders
   * @param site the site's origin, without a trailing slash
   * @param isOnRequest whether the function makes the files of targets
   */
  constructor(work: URL, site: string, isOnRequest: boolean) {
    this.#work = work;
    this.#site = site;
    this.#isOnRequest = isOnRequest;
    const folder = fileURLToPath(new URL('public/dataset', work));
    this.#tables = TABLES.map((table) => new TableWriter(folder, table));
  }

  /** Adds a part of the catalog. Call it in the order of the list, so that the same results give the same bytes. */
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
    const digest: Digest = {
      listed,
      apart,
      waiting,
      changes: newestFirst(this.#newest).slice(0, MOST_CHANGES),
      scoredAt: this.#scoredAt,
      files: this.#tables.flatMap((table) => table.close()),
    };
    for (const [path, text] of catalogFiles(listed, apart, waiting, this.#site))
      this.#write(`public${path}`, text());
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

export interface Digest {
  /** The ranked sites, in ranking order. */
  readonly listed: readonly Listed[];
  /** The sites that currently cannot be audited, by state (in the order of `LISTING_STATES`), then by name. */
  readonly apart: readonly Apart[];
  /** The sites without any results yet, in the order of the list. */
  readonly waiting: readonly ListedHost[];
  /** The published changes, newest first. */
  readonly changes: readonly SiteChange[];
  /** The times of the first and last stored scorecards, including past ones; empty if nothing was audited. */
  readonly scoredAt: readonly string[];
  readonly files: readonly DataFile[];
}
