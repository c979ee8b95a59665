/** What a check is called beside its status. */

import { definitionOf } from '../definitions/index.ts';
import { isFailing } from '../definitions/vocabulary.ts';
import type { Result } from '../scorecard/schema.ts';
import { findingOf } from './finding.ts';

type Named = Pick<Result, 'id' | 'label' | 'status'>;

/**
 * The title that is true of a verdict: that of a failure, or of a pass. The label, which may be untrusted, where the verdict
 * is neither, and for a check that this version does not know.
 */
export function titleOf({ id, label, status }: Named): string {
  const check = definitionOf(id);
  if (isFailing(status)) return check?.fails ?? label;
  return status === 'pass' ? (check?.passes ?? label) : label;
}

/** What a row says of a result: what is the matter with this site, else the title. Untrusted. */
export function headlineOf(result: Result): string {
  return findingOf(result)?.replace(/\.$/, '') ?? titleOf(result);
}
