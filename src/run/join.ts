/** `--merge`: joins what shards, or other machines, have found. */
import { stat } from 'node:fs/promises';
import { AuditError, FileError } from '../errors.ts';
import { mergeStored } from '../results/merge.ts';
import { Store } from '../results/store.ts';
import type { Stored } from '../scorecard/record.ts';
import { type RunOutcome, scoredOutcome } from './outcome.ts';
import { failedOutcome, skipped } from './run.ts';

/**
 * Merges the results of other folders into the store. A file that cannot be read is a failed outcome; the others are
 * merged all the same.
 *
 * @throws AuditError for a folder that is not there, and when results cannot be written
 */
export async function joinResults(
  store: Store,
  folders: readonly string[],
  onOutcome?: (outcome: RunOutcome) => void,
): Promise<RunOutcome[]> {
  const found = new Map<string, Store[]>();
  for (const folder of folders) {
    await requireFolder(folder);
    const source = new Store({ results: folder, recordings: folder, dryRun: true });
    const hosts = new Set([...(await source.hosts()), ...source.lastAudited()]);
    for (const host of hosts) found.set(host, [...(found.get(host) ?? []), source]);
  }
  const outcomes: RunOutcome[] = [];
  for (const [host, sources] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const outcome = await joinOne(store, host, sources);
    outcomes.push(outcome);
    onOutcome?.(outcome);
  }
  return outcomes;
}

async function joinOne(store: Store, host: string, sources: readonly Store[]): Promise<RunOutcome> {
  using claim = await store.waitForClaim(host);
  let states: Stored[];
  let before: Stored;
  try {
    before = await store.read(host);
    states = await Promise.all(sources.map((source) => foundBy(source, host, store)));
  } catch (error) {
    return failedOutcome(host, error);
  }
  const unwritable = [before, ...states].find((state) => state.unwritable !== undefined)?.unwritable;
  if (unwritable !== undefined) return skipped(host, unwritable);
  await claim.update((stored) => states.reduce(mergeStored, stored));
  const { latest: after, failure } = states.reduce(mergeStored, before);
  if (after !== null) return scoredOutcome(host, before.latest, after);
  return skipped(host, failure === null ? 'it was not audited yet' : `not scored yet: ${failure.message}`);
}

/** A shard hands over the files that it has changed, and a line for each that it has only confirmed. */
async function foundBy(source: Store, host: string, store: Store): Promise<Stored> {
  const found = await source.read(host);
  return isNothing(found) ? store.read(host, source.lastAudit(host)) : found;
}

function isNothing({ latest, failure }: Stored): boolean {
  return latest === null && failure === null;
}

async function requireFolder(folder: string): Promise<void> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(folder)).isDirectory();
  } catch (error) {
    throw new FileError(`Cannot read ${folder}`, error);
  }
  if (!isFolder) {
    throw new AuditError('usage', `Cannot read ${folder}: it is not a folder.`, {
      hint: 'Name the folder of a shard’s results.',
    });
  }
}
