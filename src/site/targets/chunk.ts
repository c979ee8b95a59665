/**
 * A part of the catalog, target by target: what is stored of one is read once, and of that come all its files and the little
 * that the pages and downloads of the whole catalog need of it.
 */

import type { ListingState } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { type ScoredSite, scoredOf } from '../../catalog/listed.ts';
import { datasetRows, type TableRows } from '../../catalog/results/dataset-files.ts';
import {
  type CatalogSource,
  type ListedTarget,
  type Visited,
  visitTargets,
} from '../../catalog/results/scored.ts';
import { changesOf, type SiteChange } from '../../report/changes.ts';
import type { TargetWriter } from './write.ts';

/** Targets that are seen together, and what the build before knew of them. */
interface Chunk {
  /** By host. */
  readonly targets: readonly ListedHost[];
  /** By host: the keys of the files that are there. */
  readonly kept: Readonly<Record<string, string>>;
}

/** What the pages of many targets need of one. */
interface Seen {
  readonly target: ListedHost;
  readonly scored: ScoredSite | undefined;
  readonly listingState: ListingState | undefined;
  /** The newest first. */
  readonly changes: readonly SiteChange[];
  /** As `TargetWriter` has it. */
  readonly key?: string;
  readonly written: boolean;
}

export interface SeenChunk extends Visited {
  /** By host. */
  readonly seen: readonly Seen[];
  /** Of the dataset. */
  readonly rows: TableRows;
  /** When its scorecards were made, the past ones among them: the first and the last. ISO instants. */
  readonly scoredAt: readonly string[];
}

/** @throws AuditError for results that cannot be read */
export async function seeChunk(
  source: CatalogSource,
  writer: TargetWriter,
  { targets, kept }: Chunk,
): Promise<SeenChunk> {
  const found = new Map<string, { readonly seen: Seen; readonly listed: ListedTarget }>();
  const visited = await visitTargets(source, targets, async (listed, stored) => {
    const { target, latest, listingState } = listed;
    const before = Object.hasOwn(kept, target.host) ? kept[target.host] : undefined;
    const files = await writer.write(listed, stored, before);
    const seen = {
      target,
      scored: latest === null ? undefined : scoredOf(latest),
      listingState,
      changes: changesOf(target, listed, listingState),
      ...files,
    };
    found.set(target.host, { seen, listed });
  });
  const inOrder = targets.flatMap(({ host }) => found.get(host) ?? []);
  const times = inOrder.flatMap(({ listed }) => listed.history.map(({ scored_at }) => scored_at)).toSorted();
  return {
    ...visited,
    seen: inOrder.map(({ seen }) => seen),
    rows: datasetRows(inOrder.map(({ listed }) => listed)),
    scoredAt: [...times.slice(0, 1), ...times.slice(-1)],
  };
}
