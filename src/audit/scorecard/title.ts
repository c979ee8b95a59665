/** The words for one result: the title of its check, and what is the matter, in a sentence that the owner would say. */
import { definitionOf } from '../check-texts/index.ts';
import { isFailing } from '../check-texts/vocabulary.ts';
import type { Envelope, Result } from './schema.ts';
import { usualFinding } from './usual-finding.ts';

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

/** The sentence; none for a result that is no failure. Untrusted, as all that a file has; older files have none. */
export function findingOf({ id, status, finding }: Result): string | undefined {
  return finding ?? usualFinding(id, status);
}

/** The evidence of a scorecard, in which the site's own addresses are named by path. Untrusted, as before. */
export function ownPaths(evidence: string, { target_url }: Pick<Envelope, 'target_url'>): string {
  const { origin } = new URL(target_url);
  return evidence.replaceAll(`${origin}/`, '/');
}
