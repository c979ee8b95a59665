/** Reads a part of the catalog. The stored results of each target are read only once, for all files that need them. */

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

interface Chunk {
  readonly targets: readonly ListedHost[];
  /** For each host, a hash of the inputs of its files from the previous build. Unchanged files are not written again. */
  readonly previous: Readonly<Record<string, string>>;
}

/** The data about one target (an audited site) that pages about many sites need, such as lists. */
interface TargetData {
  readonly target: ListedHost;
  readonly scored: ScoredSite | undefined;
  readonly listingState: ListingState | undefined;
  readonly changes: readonly SiteChange[];
  /** A hash of the data that the target's files are made from. Missing if the service makes the files. */
  readonly key?: string;
  readonly written: boolean;
}

export interface ChunkData extends Visited {
  readonly targets: readonly TargetData[];
  readonly rows: TableRows;
  /** The times (ISO 8601) of the oldest and the newest scorecard in this part. Scorecards in the history count. */
  readonly scoredAt: readonly string[];
}

/** @throws AuditError if the results cannot be reached */
export async function readChunk(
  source: CatalogSource,
  writer: TargetWriter,
  { targets, previous }: Chunk,
): Promise<ChunkData> {
  const found = new Map<string, { readonly data: TargetData; readonly listed: ListedTarget }>();
  const visited = await visitTargets(source, targets, async (listed, stored) => {
    const { target, latest, listingState } = listed;
    const before = Object.hasOwn(previous, target.host) ? previous[target.host] : undefined;
    const files = await writer.write(listed, stored, before);
    const data = {
      target,
      scored: latest === null ? undefined : scoredOf(latest),
      listingState,
      changes: changesOf(target, listed, listingState),
      ...files,
    };
    found.set(target.host, { data, listed });
  });
  const inOrder = targets.flatMap(({ host }) => found.get(host) ?? []);
  const times = inOrder.flatMap(({ listed }) => listed.history.map(({ scored_at }) => scored_at)).toSorted();
  return {
    ...visited,
    targets: inOrder.map(({ data }) => data),
    rows: datasetRows(inOrder.map(({ listed }) => listed)),
    scoredAt: [...times.slice(0, 1), ...times.slice(-1)],
  };
}
