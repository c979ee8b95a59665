/** What is the matter, in a sentence that the owner of a site would say. */
import type { StoredResult } from '../scorecard/stored.ts';

/** The sentence; none for a result that needs none, because it passes. Untrusted, as all that a file has. */
export function findingOf({ status, finding }: StoredResult): string | undefined {
  if (status === 'pass') return undefined;
  return finding;
}
