/** What is the matter, in a sentence that the owner of a site would say. */

import type { StoredResult } from '../scorecard/stored.ts';
import { usualFinding } from '../scorecard/usual-finding.ts';

/** The sentence; none for a result that is no failure. Untrusted, as all that a file has; older files have none. */
export function findingOf({ id, status, finding }: StoredResult): string | undefined {
  return finding ?? usualFinding(id, status);
}
