/** The words for one result: the title of its check, and its finding as the owner would say it. */
import { definitionOf } from '../check-texts/index.ts';
import { type FailingStatus, isFailing } from '../check-texts/vocabulary.ts';
import type { Envelope, Result } from './schema.ts';

type Named = Pick<Result, 'id' | 'label' | 'status'>;

/**
 * Returns the title that is true of a verdict: of a failure, or of a pass. For other verdicts and unknown checks, the label,
 * which may be untrusted.
 */
export function titleOf({ id, label, status }: Named): string {
  const check = definitionOf(id);
  if (isFailing(status)) return check?.fails ?? label;
  return status === 'pass' ? (check?.passes ?? label) : label;
}

/** Returns the heading of a result: the finding, otherwise the title. Untrusted. */
export function headlineOf(result: Result): string {
  return findingOf(result)?.replace(/\.$/, '') ?? titleOf(result);
}

/** Returns the finding; nothing if the result is not a failure, or in older files. Untrusted. */
export function findingOf({ id, status, finding }: Result): string | undefined {
  return finding ?? usualFinding(id, status);
}

/** Shortens the site's own URLs in evidence to paths. The result is still untrusted. */
export function ownPaths(evidence: string, { target_url }: Pick<Envelope, 'target_url'>): string {
  const { origin } = new URL(target_url);
  return evidence.replaceAll(`${origin}/`, '/');
}

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
