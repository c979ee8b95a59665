/** The words for one result: the title of its check, and its finding in the owner's words. */
import { definitionOf } from '../check-texts/index.ts';
import { type FailingStatus, isFailing } from '../check-texts/vocabulary.ts';
import type { Envelope, Result } from './schema.ts';

type Named = Pick<Result, 'id' | 'label' | 'status'>;

/**
 * Returns the title for a failure or for a pass, according to the verdict. For other verdicts and unknown checks, returns the
 * label, which may be untrusted.
 */
export function titleOf({ id, label, status }: Named): string {
  const check = definitionOf(id);
  if (isFailing(status)) return check?.fails ?? label;
  return status === 'pass' ? (check?.passes ?? label) : label;
}

/** Returns the heading of a result: the finding, or else the title. Untrusted. */
export function headlineOf(result: Result): string {
  return findingOf(result)?.replace(/\.$/, '') ?? titleOf(result);
}

/** Returns the finding; `undefined` if the result is not a failure or comes from an older file. Untrusted. */
export function findingOf({ id, status, finding }: Result): string | undefined {
  return finding ?? usualFinding(id, status);
}

/** Shortens the site's own URLs in evidence to paths. The result is still untrusted. */
export function ownPaths(evidence: string, { target_url }: Pick<Envelope, 'target_url'>): string {
  const { origin } = new URL(target_url);
  return evidence.replaceAll(`${origin}/`, '/');
}

/** The findings of unknown checks. */
const GENERAL: Readonly<Record<FailingStatus, string>> = {
  absent: 'What this check looks for is not there.',
  broken: 'It is there, but it does not work.',
  noncompliant: 'It works, but falls short of its standard.',
};

/** Returns the sentence for a failed status; `undefined` for another status or an unknown check. */
export function usualFinding(id: string, status: string): string | undefined {
  if (!isFailing(status)) return undefined;
  const check = definitionOf(id);
  return check === undefined ? GENERAL[status] : (check.findings?.[status] ?? `${check.fails}.`);
}
