/** The finding of a failed check by its status alone. Separate from `finding.ts`, which loads what audits need. */
import { definitionOf } from '../check-texts/index.ts';
import { type FailingStatus, isFailing } from '../check-texts/vocabulary.ts';

/** For unknown checks. */
const GENERAL: Readonly<Record<FailingStatus, string>> = {
  absent: 'What this check looks for is not there.',
  broken: 'It is there, but it does not work.',
  noncompliant: 'It works, but falls short of its standard.',
};

/** Returns the sentence for a failed status; nothing for another status or an unknown check. */
export function usualFinding(id: string, status: string): string | undefined {
  if (!isFailing(status)) return undefined;
  const check = definitionOf(id);
  return check === undefined ? GENERAL[status] : (check.findings?.[status] ?? `${check.fails}.`);
}
