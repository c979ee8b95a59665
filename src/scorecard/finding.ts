/** What is the matter with a site, in a sentence for its owner: made of the verdict and its facts, never of the evidence. */

import type { Verdict } from '../checks/check.ts';
import { isFailing } from '../definitions/vocabulary.ts';
import { type Facts, HTML_PAGE } from '../evidence/facts.ts';
import { usualFinding } from './usual-finding.ts';

/** The sentence for a verdict; none for one that is no failure. */
export function findingFor(id: string, verdict: Verdict): string | undefined {
  const { status } = verdict;
  if (!isFailing(status)) return undefined;
  const said = 'finding' in verdict ? verdict.finding : undefined;
  return said ?? (status === 'broken' ? causeIn(verdict.evidence) : undefined) ?? usualFinding(id, status);
}

/** What breaks any surface in the same way. */
function causeIn(facts: Facts): string | undefined {
  const last = facts.findLast((fact) => 'url' in fact);
  if (last === undefined) return undefined;
  if (last.lost !== undefined) return 'The redirects lead nowhere.';
  if (last.status !== undefined && last.status >= 500) return `The server fails with status ${last.status}.`;
  return last.found?.includes(HTML_PAGE) === true ? 'An HTML page is served in its place.' : undefined;
}
