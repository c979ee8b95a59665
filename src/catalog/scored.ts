/** The catalog, target by target. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Envelope } from '../scorecard/schema.ts';
import type { CatalogTarget, Stored } from './schema.ts';
import { Store } from './store.ts';
import { readTargets } from './targets.ts';

/** Targets that are read at the same time: one waits for its file while another is worked on. */
const AT_ONCE = 8;

/** A target with what is stored of it. */
export interface ScoredTarget extends Stored {
  readonly target: CatalogTarget;
  readonly latest: Envelope;
}

/** A catalog that can be read, in a folder with `targets/`, `scorecards/` and `recordings/`. */
export function storeIn(folder: string): Store {
  return new Store({
    results: join(folder, 'scorecards'),
    recordings: join(folder, 'recordings'),
    dryRun: true,
  });
}

/**
 * Visits every target of a catalog that has a scorecard, in no order. Scorecards are large: no more than a few are held
 * at a time. Demo sites stand in for a catalog only while there is none.
 *
 * @throws AuditError for a list or a file of results that cannot be read
 */
export async function eachScored(
  folder: string,
  visit: (scored: ScoredTarget) => void | Promise<void>,
): Promise<void> {
  const store = storeIn(folder);
  const targets = await readTargets(join(folder, 'targets'));
  const visitAll = async (demos: boolean): Promise<boolean> => {
    const visited = await pLimit(AT_ONCE).map(
      targets.filter(({ demo }) => (demo === true) === demos),
      async (target) => {
        const stored = await store.read(target.host);
        const { latest } = stored;
        if (latest !== null) await visit({ ...stored, target, latest });
        return latest !== null;
      },
    );
    return visited.includes(true);
  };
  if (!(await visitAll(false))) await visitAll(true);
}
