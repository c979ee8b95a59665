/** The catalog, target by target. */

import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ListingState, listingStateOf, shownOf } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { Store } from './store.ts';
import { readTargets } from './targets.ts';

/** Targets that are read at the same time: one waits for its file while another is worked on. */
const AT_ONCE = 8;

/** A target with what is stored of it: a scorecard, or why there is none, or both. */
export type ListedTarget = ScoredTarget | UnscoredTarget;

interface ScoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: Envelope;
  /** Why it is listed apart from the ranking all the same. */
  readonly listingState: ListingState | undefined;
}

/** A target of which no scorecard could be made, or whose owner declined. */
interface UnscoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: null;
  readonly listingState: ListingState;
}

/** A target as it is listed; `undefined` where nothing is known of it. What its owner declined is left out. */
export function listedOf(target: ListedHost, stored: Stored): ListedTarget | undefined {
  const listingState = listingStateOf(stored);
  const shown = shownOf(stored);
  const { latest, previous } = shown;
  if (latest !== null) {
    const known = previous === null ? latest : sinceEarlier(latest, { of: 'catalog', envelope: previous });
    return { ...shown, target, latest: known, listingState };
  }
  return listingState === undefined ? undefined : { ...shown, target, latest, listingState };
}

/** Where a catalog is read: the files of a folder, or the rows of a database. */
export interface CatalogSource extends AsyncDisposable {
  /**
   * The list, by host.
   *
   * @throws AuditError for a list that cannot be read
   */
  targets(): Promise<readonly ListedHost[]>;
  /**
   * What is stored of a target.
   *
   * @throws AuditError for results that cannot be read
   */
  read(host: string): Promise<Stored>;
  /** Where recordings are; left out where none are kept. */
  readonly recordings?: Store;
}

/** A catalog in a folder with `targets/`, `scorecards/` and `recordings/`. */
export function folderSource(folder: string): CatalogSource {
  const store = new Store({
    results: join(folder, 'scorecards'),
    recordings: join(folder, 'recordings'),
    dryRun: true,
  });
  return {
    targets: () => readTargets(join(folder, 'targets')),
    read: (host) => store.read(host),
    recordings: store,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** What came of a visit of some targets. */
export interface Visited {
  /** Whether one of them has a scorecard. */
  readonly scored: boolean;
  /** Those that nothing is known of yet, in the order of the list. */
  readonly waiting: readonly ListedHost[];
}

/**
 * Has the targets of a list visited. Demo sites stand in for a catalog only while there is no scorecard. It gives the
 * targets that nothing is known of yet, in the order of the list.
 *
 * @param visitAll as `visitTargets`
 */
export async function visitCatalog(
  targets: readonly ListedHost[],
  visitAll: (targets: readonly ListedHost[]) => Promise<Visited>,
): Promise<ListedHost[]> {
  const { scored, waiting } = await visitAll(targets.filter(({ demo }) => demo !== true));
  const demos = targets.filter(({ demo }) => demo === true);
  const all = scored ? waiting : [...waiting, ...(await visitAll(demos)).waiting];
  const hosts = new Set(all.map(({ host }) => host));
  return targets.filter(({ host }) => hosts.has(host));
}

/**
 * Visits these targets, in no order. Scorecards are large: no more than a few are held at a time.
 *
 * @throws AuditError for results that cannot be read
 */
export async function visitTargets(
  source: Pick<CatalogSource, 'read'>,
  targets: readonly ListedHost[],
  visit: (listed: ListedTarget, stored: Stored) => void | Promise<void>,
): Promise<Visited> {
  const waiting = new Set<ListedHost>();
  const visited = await pLimit(AT_ONCE).map(targets, async (target) => {
    const stored = await source.read(target.host);
    const listed = listedOf(target, stored);
    if (listed === undefined) waiting.add(target);
    else await visit(listed, stored);
    return stored.latest !== null;
  });
  return { scored: visited.includes(true), waiting: targets.filter((target) => waiting.has(target)) };
}
