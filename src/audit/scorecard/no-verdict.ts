/** Results that say nothing about the site. */

import type { Result } from './schema.ts';

/** Returns whether the check was not run, or could not be checked. */
export function hasNoVerdict({ status }: Pick<Result, 'status'>): boolean {
  return status === 'error' || status === 'skip';
}
