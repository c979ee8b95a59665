/** The failed checks of a scorecard, in the one order in which to fix them. */

import { byFixOrder } from '../fix/changes.ts';
import type { Result } from '../scorecard/schema.ts';

/** A result that can be fixed; a file of an old version may have no remediation for it. */
export type FailedResult = Result & { readonly status: 'absent' | 'broken' | 'noncompliant' };

export function isFailedResult(result: Result): result is FailedResult {
  return result.status === 'absent' || result.status === 'broken' || result.status === 'noncompliant';
}

/** Returns the failed checks: what others depend on comes first, checks that this version does not have last. */
export function failuresOf(results: readonly Result[]): FailedResult[] {
  return results.filter(isFailedResult).toSorted(byFixOrder);
}
