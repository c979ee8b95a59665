/** What is the matter with a site, in a sentence for its owner: made of the verdict and its facts, never of the evidence. */
import { type FailingStatus, FINDINGS } from '../catalogue/findings.ts';
import { definitionOf } from '../catalogue/index.ts';
import type { Verdict } from '../checks/check.ts';
import type { Facts } from '../evidence/facts.ts';
import { HTML_PAGE } from '../evidence/surface.ts';

/** Where nothing closer is known. */
const GENERAL: Readonly<Record<FailingStatus, string>> = {
  absent: 'What this check looks for is not there.',
  broken: 'It is there, but it does not work.',
  noncompliant: 'It works, but falls short of its standard.',
};

/** The sentence for a verdict; none for one that is no failure. */
export function findingFor(id: string, verdict: Verdict): string | undefined {
  const { status } = verdict;
  if (!isFailing(status)) return undefined;
  const said = 'finding' in verdict ? verdict.finding : undefined;
  return said ?? (status === 'broken' ? causeIn(verdict.evidence) : undefined) ?? usualFinding(id, status);
}

/** The sentence for a status that a check has failed with; none for one that is no failure, or that is not known here. */
export function usualFinding(id: string, status: string): string | undefined {
  if (!isFailing(status)) return undefined;
  const check = definitionOf(id)?.id;
  return (check === undefined ? undefined : FINDINGS[check]?.[status]) ?? GENERAL[status];
}

function isFailing(status: string): status is FailingStatus {
  return Object.hasOwn(GENERAL, status);
}

/** What breaks any surface in the same way. */
function causeIn(facts: Facts): string | undefined {
  const last = facts.findLast((fact) => 'url' in fact);
  if (last === undefined) return undefined;
  if (last.lost !== undefined) return 'The redirects lead nowhere.';
  if (last.status !== undefined && last.status >= 500) return `The server fails with status ${last.status}.`;
  return last.found?.includes(HTML_PAGE) === true ? 'An HTML page is served in its place.' : undefined;
}
