import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ListingState, listingStateOf, shownOf } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { Store } from './store.ts';
import { readTargets } from './targets.ts';

/** Targets read concurrently: while one waits for its file, another is processed. */
const AT_ONCE = 8;

/** A target with a scorecard, the reason why there is none, or both. */
export type ListedTarget = ScoredTarget | UnscoredTarget;

interface ScoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: Envelope;
  /** Why it is listed apart from the ranking despite its scorecard. */
  readonly listingState: ListingState | undefined;
}

/** A target without a scorecard: the audit failed or the owner declined. */
interface UnscoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: null;
  readonly listingState: ListingState;
}

/** Returns a target as listed, without data that its owner declined; `undefined` if nothing is known about it. */
export function listedOf(target: ListedHost, stored: Stored): ListedTarget | undefined {
  const listingState = listingStateOf(stored);
  const visible = shownOf(stored);
  const { latest, previous } = visible;
  if (latest !== null) {
    const known = previous === null ? latest : sinceEarlier(latest, { of: 'catalog', envelope: previous });
    return { ...visible, target, latest: known, listingState };
  }
  return listingState === undefined ? undefined : { ...visible, target, latest, listingState };
}

/** A source of a catalog: the files of a folder, or the rows of a database. */
export interface CatalogSource extends AsyncDisposable {
  /** By host. @throws AuditError if the list cannot be read */
  targets(): Promise<readonly ListedHost[]>;
  /** @throws AuditError if the results cannot be read */
  read(host: string): Promise<Stored>;
  /** Left out if no recordings are kept. */
  readonly recordings?: Store;
}

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

export interface Visited {
  readonly scored: boolean;
  /** Targets without any result yet, in list order. */
  readonly waiting: readonly ListedHost[];
}

/**
 * Visits the targets of a list; returns those without any result yet, in list order. Demo sites are only visited if no other
 * target has a scorecard.
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
 * Visits these targets in no particular order. Scorecards are large, so only a few are in memory at a time.
 * @throws AuditError if results cannot be read
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
