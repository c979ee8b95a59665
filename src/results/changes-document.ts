/** `/changes.json`: the newest changes of the catalog, as data. */
import * as z from 'zod';
import { type ChangeDocument, changeDocument, changeDocumentSchema } from '../view/change-document.ts';
import type { SiteChange } from '../view/changes.ts';

/** So many changes are in it, the newest ones. */
export const MOST_CHANGES = 500;

export const changesSchema = z
  .strictObject({
    kind: z.literal('changes'),
    changes: z
      .array(changeDocumentSchema)
      .max(MOST_CHANGES)
      .describe(`The newest first, ${MOST_CHANGES} at most.`),
  })
  .meta({ title: 'What changed in the catalog (/changes.json)' });

/** @param changes the newest first */
export function changesJson(
  changes: readonly SiteChange[],
  origin: string,
): { readonly kind: 'changes'; readonly changes: ChangeDocument[] } {
  return {
    kind: 'changes',
    changes: changes.slice(0, MOST_CHANGES).map((change) => changeDocument(change, origin)),
  };
}
