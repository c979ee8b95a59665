import { join } from 'node:path';
import pLimit from 'p-limit';
import { type ListingState, listingStateOf, publishable } from '../../audit/scorecard/listing-state.ts';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { AuditError } from '../../base/errors.ts';
import { nothingStored } from './merge.ts';
import { Store } from './store.ts';
import { readTargets } from './targets.ts';

/** The number of targets read concurrently, so that one can be processed while others wait for their files. */
const AT_ONCE = 8;

/** A target with its scorecard, with the reason why it is not ranked, or with both. */
export type ListedTarget = ScoredTarget | UnscoredTarget;

interface ScoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: Envelope;
  /** The reason why the target is not ranked although it has a scorecard; `undefined` if it is ranked. */
  readonly listingState: ListingState | undefined;
}

/** A target without a scorecard, because the audit failed or the owner opted out. */
interface UnscoredTarget extends Stored {
  readonly target: ListedHost;
  readonly latest: null;
  readonly listingState: ListingState;
}

/** Returns the data of a target that the catalog may show; `undefined` if nothing is known about the target. */
export function listedOf(target: ListedHost, stored: Stored): ListedTarget | undefined {
  const listingState = listingStateOf(stored);
  const visible = publishable(stored);
  const { latest, previous } = visible;
  if (latest !== null) {
    const known = previous === null ? latest : sinceEarlier(latest, { of: 'catalog', envelope: previous });
    return { ...visible, target, latest: known, listingState };
  }
  return listingState === undefined ? undefined : { ...visible, target, latest, listingState };
}

/** The source of a catalog: files in a folder, or rows in a database. */
export interface CatalogSource extends AsyncDisposable {
  /** Returns the list of targets, sorted by host. @throws AuditError if the list cannot be read */
  targets(): Promise<readonly ListedHost[]>;
  /** @throws AuditError if the results cannot be read */
  read(host: string): Promise<Stored>;
  /** The store of the recordings; missing if no recordings are stored. */
  readonly recordings?: Store;
}

/** @param onInvalid receives a message for each results file that is left out because it cannot be read */
export function folderSource(folder: string, onInvalid: (message: string) => void): CatalogSource {
  const store = new Store({
    results: join(folder, 'scorecards'),
    recordings: join(folder, 'recordings'),
    dryRun: true,
  });
  return {
    targets: () => readTargets(join(folder, 'targets')),
    read: leavingOut((host) => store.read(host), onInvalid),
    recordings: store,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Wraps a reader of results. Results that cannot be read count as not stored, and `onInvalid` gets the reason. */
export function leavingOut(
  read: CatalogSource['read'],
  onInvalid: (message: string) => void,
): CatalogSource['read'] {
  return async (host) => {
    try {
      return await read(host);
    } catch (error) {
      if (!(error instanceof AuditError && error.kind === 'invalid_scorecard')) throw error;
      onInvalid(`${error.message} It is left out.`);
      return nothingStored(host);
    }
  };
}

export interface Visited {
  readonly scored: boolean;
  /** Targets that have no result yet, in the order of the list. */
  readonly waiting: readonly ListedHost[];
}

/**
 * Calls `visitAll` with the targets of a list. Includes the demo sites only if no other target has a scorecard.
 * @param visitAll a function like `visitTargets`
 * @returns the targets that have no result yet, in the order of the list
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
 * Calls `visit` for each target with a result, in no particular order. Scorecards are large, so only a few are in memory.
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
