/** Texts for one result: the title of its check, and the finding about the site. */
import { definitionOf } from '../check-texts/index.ts';
import { type FailingStatus, isFailing } from '../check-texts/vocabulary.ts';
import type { Envelope, Result } from './schema.ts';

type Named = Pick<Result, 'id' | 'label' | 'status'>;

/** Returns the check's title if it passed or failed. Otherwise returns the label, which may be untrusted text. */
export function titleOf({ id, label, status }: Named): string {
  const check = definitionOf(id);
  if (isFailing(status)) return check?.fails ?? label;
  return status === 'pass' ? (check?.passes ?? label) : label;
}

/** Returns the heading for a result: the finding, or the title if there is no finding. Untrusted text. */
export function headlineOf(result: Named & Pick<Result, 'finding'>): string {
  return findingOf(result)?.replace(/\.$/, '') ?? titleOf(result);
}

/** Returns the result's finding or its check's default finding; `undefined` if the check did not fail. Untrusted text. */
export function findingOf({
  id,
  status,
  finding,
}: Pick<Result, 'id' | 'status' | 'finding'>): string | undefined {
  return finding ?? usualFinding(id, status);
}

/** Shortens the audited site's URLs in the evidence to paths. The result is still untrusted text. */
export function ownPaths(evidence: string, { target_url }: Pick<Envelope, 'target_url'>): string {
  const { origin } = new URL(target_url);
  return evidence.replaceAll(`${origin}/`, '/');
}

const GENERAL: Readonly<Record<FailingStatus, string>> = {
  absent: 'What this check looks for is missing.',
  broken: 'It exists, but it does not work.',
  noncompliant: 'It works, but does not meet its standard.',
};

/** Returns a check's default sentence about a failure with this status; `undefined` if the status is not a failure. */
export function usualFinding(id: string, status: string): string | undefined {
  if (!isFailing(status)) return undefined;
  const check = definitionOf(id);
  return check === undefined ? GENERAL[status] : (check.findings?.[status] ?? `${check.fails}.`);
}
