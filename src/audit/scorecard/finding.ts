/** What is wrong with a site, in one sentence for its owner: from the verdict and its facts, never from the evidence. */

import { definitionOf } from '../check-texts/index.ts';
import { isFailing } from '../check-texts/vocabulary.ts';
import type { Verdict } from '../checks/check.ts';
import { type Facts, HTML_PAGE } from '../evidence/facts.ts';
import { usualFinding } from './usual-finding.ts';

/** Returns the sentence for a verdict; nothing if it is not a failure. */
export function findingFor(id: string, verdict: Verdict): string | undefined {
  const { status } = verdict;
  if (!isFailing(status)) return undefined;
  const ownFinding = 'finding' in verdict ? verdict.finding : undefined;
  if (ownFinding !== undefined) return ownFinding;
  const cause = status === 'broken' ? causeIn(verdict.evidence) : undefined;
  return cause === undefined ? usualFinding(id, status) : `${definitionOf(id)?.fails ?? id}: ${cause}.`;
}

/** Returns a cause that breaks any surface in the same way. It follows the title, because it is read by itself. */
function causeIn(facts: Facts): string | undefined {
  const last = facts.findLast((fact) => 'url' in fact);
  if (last === undefined) return undefined;
  if (last.lost !== undefined) return 'the redirects lead nowhere';
  if (last.status !== undefined && last.status >= 500) return `the server fails with status ${last.status}`;
  return last.found?.includes(HTML_PAGE) === true ? 'an HTML page instead' : undefined;
}
