/** What is the matter, in a sentence that the owner of a site would say. */

import type { Envelope, Result } from '../scorecard/schema.ts';
import { usualFinding } from '../scorecard/usual-finding.ts';

/** The sentence; none for a result that is no failure. Untrusted, as all that a file has; older files have none. */
export function findingOf({ id, status, finding }: Result): string | undefined {
  return finding ?? usualFinding(id, status);
}

/** The evidence of a scorecard, in which the site's own addresses are named by path. Untrusted, as before. */
export function ownPaths(evidence: string, { target_url }: Pick<Envelope, 'target_url'>): string {
  const { origin } = new URL(target_url);
  return evidence.replaceAll(`${origin}/`, '/');
}
