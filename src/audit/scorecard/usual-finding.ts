/** What is the matter where a check has failed, by its status alone. Apart from `finding.ts`, which needs what audits need. */
import { definitionOf } from '../check-texts/index.ts';
import { type FailingStatus, isFailing } from '../check-texts/vocabulary.ts';

/** Where the check is not known. */
const GENERAL: Readonly<Record<FailingStatus, string>> = {
  absent: 'What this check looks for is not there.',
  broken: 'It is there, but it does not work.',
  noncompliant: 'It works, but falls short of its standard.',
};

/** The sentence for a status that a check has failed with; none for one that is no failure, or that is not known here. */
export function usualFinding(id: string, status: string): string | undefined {
  if (!isFailing(status)) return undefined;
  const check = definitionOf(id);
  return check === undefined ? GENERAL[status] : (check.findings?.[status] ?? `${check.fails}.`);
}
