/** Evidence as people read it, for tests that are about the sentence. */
import { type Facts, renderEvidence } from '../audit/evidence/facts.ts';

/** The same finding, its evidence rendered. */
export function inWords<T extends { readonly evidence: Facts }>(
  finding: T,
): Omit<T, 'evidence'> & { evidence: string } {
  return { ...finding, evidence: renderEvidence(finding.evidence) };
}
