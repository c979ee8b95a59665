/** The interface of checks. `content/checks/<id>.mdx` explains how each check decides. */

import type { Definition } from '../check-texts/definition.ts';
import { type CheckId, definitionOf } from '../check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../check-texts/vocabulary.ts';
import type { DeadLink } from '../evidence/dead-links.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import { type FactDetail, type Facts, factsList, withDetail } from '../evidence/facts.ts';
import { type Found, type Inconclusive, isInconclusive, type Surface } from '../evidence/surface.ts';

/** A check's verdict. `unprobed` marks an `absent` verdict without evidence that the server supports the tested MCP revision. */
export type Verdict =
  | {
      readonly status: Exclude<Status, 'n_a'>;
      readonly evidence: Facts;
      readonly unprobed?: true | undefined;
      /** The failure in one sentence, if the check's usual sentence for this status is not exact. */
      readonly finding?: string | undefined;
    }
  | { readonly status: 'n_a'; readonly evidence: Facts; readonly reason: NaReason };

interface CheckContext {
  readonly now: Date;
  readonly siteType: SiteType;
}

/** Evidence as a check receives it. Inconclusive evidence becomes a verdict before the check runs. */
export type Conclusive<T> = Exclude<T, Inconclusive>;

type RequiredEvidence<N extends EvidenceKey, U extends EvidenceKey> = {
  readonly [K in N]: Conclusive<Evidence[K]>;
} & {
  readonly [K in U]: Evidence[K];
};

interface Spec<N extends EvidenceKey, U extends EvidenceKey> {
  /** The required evidence. If any of it is inconclusive, the check becomes `error` or `skip`. */
  readonly needs: readonly N[];
  /** Evidence that the check receives even if it is inconclusive. */
  readonly uses?: readonly U[];
  /** Decides the check. Must be pure and synchronous. */
  readonly evaluate: (evidence: RequiredEvidence<N, U>, context: CheckContext) => Verdict;
}

export interface Check extends Definition {
  readonly needs: readonly EvidenceKey[];
  readonly uses: readonly EvidenceKey[];
  /** Returns the verdict of the check. Reads only the evidence in `needs` and `uses`. */
  decide(evidence: Partial<Evidence>, context: CheckContext): Verdict;
}

/** Creates a check. Its `evaluate` function receives only the evidence listed in `needs` and `uses`. */
export function check<const N extends EvidenceKey, const U extends EvidenceKey = never>(
  id: CheckId,
  spec: Spec<N, U>,
): Check {
  const definition = definitionOf(id);
  return {
    ...definition,
    needs: spec.needs,
    uses: spec.uses ?? [],
    decide(evidence, context) {
      const hidden = spec.needs.map((key): unknown => evidence[key]).filter(isInconclusive);
      const worst = hidden.find(({ status }) => status === 'error') ?? hidden[0];
      if (worst !== undefined) return { status: worst.status, evidence: worst.evidence };
      const verdict = spec.evaluate(evidence as RequiredEvidence<N, U>, context);
      return verdict.status === 'absent' && definition.keyword === 'may'
        ? { status: 'n_a', reason: 'optional-absent', evidence: verdict.evidence }
        : verdict;
    },
  };
}

type Decided = Exclude<Status, 'n_a'>;

/** Returns a function that creates verdicts with this status. The function adds details to the last fact of the evidence. */
const verdict =
  (status: Decided) =>
  (evidence: Facts, ...details: readonly FactDetail[]): Verdict => ({
    status,
    evidence: withDetail(evidence, ...details),
  });

export const pass = verdict('pass');
export const absent = verdict('absent');
export const broken = verdict('broken');
export const noncompliant = verdict('noncompliant');
/** Adds a finding to a verdict. A finding is one sentence for the owner, without URLs, arrows or text from the site. */
export function because(verdict: Verdict, finding: string): Verdict {
  return verdict.status === 'n_a' ? verdict : { ...verdict, finding };
}
/** Returns the verdict if the evidence does not show whether the site passes or fails. */
export const unclear = verdict('error');
/** Returns the verdict if the audit ended before it could decide the check. */
export const notReached = verdict('skip');
/** Returns the verdict if the check does not apply, because the site does not have a feature that the check requires. */
export const notApplicable = (evidence: Facts, ...details: readonly FactDetail[]): Verdict => ({
  status: 'n_a',
  reason: 'antecedent-unmet',
  evidence: withDetail(evidence, ...details),
});
/** Returns the verdict if the check cannot be decided, because some evidence is inconclusive. */
export const couldNotSee = ({ status, evidence }: Inconclusive): Verdict => ({ status, evidence });

/**
 * Returns the verdict on a surface (a resource that the site may have). By default, every surface that was found passes.
 * @param whenEmpty the finding for an empty file, if the check's usual finding says that the file is missing
 */
export function verdictOn<T>(
  surface: Conclusive<Surface<T>>,
  onFound: (found: Found<T>) => Verdict = ({ evidence }) => pass(evidence),
  whenEmpty?: string,
): Verdict {
  switch (surface.state) {
    case 'found':
      return onFound(surface);
    case 'absent': {
      const verdict = absent(surface.evidence);
      return surface.isEmpty && whenEmpty !== undefined ? because(verdict, whenEmpty) : verdict;
    }
    case 'broken':
      return broken(surface.evidence);
  }
}

/** Returns the verdict of a check that applies only if `surface` was found. */
export function whereFound<T>(
  surface: Conclusive<Surface<T>>,
  onFound: (found: Found<T>) => Verdict,
): Verdict {
  return surface.state === 'found' ? onFound(surface) : notApplicable(surface.evidence);
}

const MAX_SHOWN = 3;

/** Returns the verdict on a list of links for agents. One link that is not known to be dead is enough for a pass. */
export function leadsOn<T extends { readonly href: string }>(
  links: readonly T[],
  dead: readonly DeadLink[],
  evidence: Facts,
  describe: (link: T) => string,
): Verdict {
  const way = links.find(({ href }) => !dead.some((one) => one.href === href));
  if (way !== undefined) return pass(evidence, describe(way));
  const named = new Set(links.map(({ href }) => href));
  const examples = dead.filter(({ href }) => named.has(href)).slice(0, MAX_SHOWN);
  const facts = examples.flatMap((one) => one.evidence);
  return noncompliant(evidence, factsList('links only to missing resources:', facts));
}
