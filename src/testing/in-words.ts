/** Renders evidence as people read it, for tests about the sentence. */
import { type Facts, renderEvidence } from '../audit/evidence/facts.ts';

export function inWords<T extends { readonly evidence: Facts }>(
  finding: T,
): Omit<T, 'evidence'> & { evidence: string } {
  return { ...finding, evidence: renderEvidence(finding.evidence) };
}
