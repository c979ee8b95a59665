/** `/changes.json`: the newest changes of the catalog, as data. */
import { changeDocument } from '../view/change-document.ts';
import type { SiteChange } from '../view/changes.ts';

/** The maximum number of changes in the document, the newest ones. */
export const MOST_CHANGES = 500;

/** @param changes the newest first */
export function changesJson(changes: readonly SiteChange[], origin: string) {
  return {
    kind: 'changes',
    changes: changes.slice(0, MOST_CHANGES).map((change) => changeDocument(change, origin)),
  };
}
