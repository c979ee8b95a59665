/** What a check is, and how any check is decided. */

import type { Definition } from '../check-texts/definition.ts';
import { type CheckId, definitionOf } from '../check-texts/index.ts';
import type { NaReason, SiteType, Status } from '../check-texts/vocabulary.ts';
import type { DeadLink } from '../evidence/dead-links.ts';
import type { Evidence, EvidenceKey } from '../evidence/evidence.ts';
import { type FactDetail, type Facts, factsList, withDetail } from '../evidence/facts.ts';
import { type Found, type Inconclusive, isInconclusive, type Surface } from '../evidence/surface.ts';

/** What a check says of a site. `unprobed` marks what is absent only because the target never answered its lane. */
export type Verdict =
  | {
      readonly status: Exclude<Status, 'n_a'>;
      readonly evidence: Facts;
      readonly unprobed?: true | undefined;
      /** What is the matter, in a sentence, where the check definitions's for this status says too little. */
      readonly finding?: string | undefined;
    }
  | { readonly status: 'n_a'; readonly evidence: Facts; readonly reason: NaReason };

/** What else a check may know. */
interface CheckContext {
  /** The time of the audit. */
  readonly now: Date;
  readonly siteType: SiteType;
}

/** Evidence as `evaluate` gets it: what could not be seen is gone, the runner has answered for it. */
export type Conclusive<T> = Exclude<T, Inconclusive>;

type Given<N extends EvidenceKey, U extends EvidenceKey> = { readonly [K in N]: Conclusive<Evidence[K]> } & {
  readonly [K in U]: Evidence[K];
};

interface Spec<N extends EvidenceKey, U extends EvidenceKey> {
  /** Evidence without which the check says nothing: if any of it is inconclusive, the check is `error` or `skip`. */
  readonly needs: readonly N[];
  /** Evidence that the check reads even where it is inconclusive. */
  readonly uses?: readonly U[];
  /** Pure and synchronous. */
  readonly evaluate: (evidence: Given<N, U>, context: CheckContext) => Verdict;
}

/** A check, as the runner sees it. */
export interface Check extends Definition {
  readonly needs: readonly EvidenceKey[];
  readonly uses: readonly EvidenceKey[];
  /** Decides from all of `needs` and `uses`; the evidence of other surfaces is not read. */
  decide(evidence: Partial<Evidence>, context: CheckContext): Verdict;
}

/** Says how a check of the check definitions is decided; `evaluate` is typed from `needs` and `uses`. */
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
      const verdict = spec.evaluate(evidence as Given<N, U>, context);
      return verdict.status === 'absent' && definition.keyword === 'may'
        ? { status: 'n_a', reason: 'optional-absent', evidence: verdict.evidence }
        : verdict;
    },
  };
}

type Decided = Exclude<Status, 'n_a'>;

/** A verdict of this status; the details are what the last of the facts was found to be. */
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
/**
 * The same verdict with what is the matter in one sentence, as the owner of the site would say it: no URL, no arrow, and
 * nothing that the site has written.
 */
export function because(verdict: Verdict, finding: string): Verdict {
  return verdict.status === 'n_a' ? verdict : { ...verdict, finding };
}
/** Nothing can be said: the site may be either. */
export const unclear = verdict('error');
/** The audit came to its end first. */
export const notReached = verdict('skip');
/** What the check depends on is not on this site. */
export const notApplicable = (evidence: Facts, ...details: readonly FactDetail[]): Verdict => ({
  status: 'n_a',
  reason: 'antecedent-unmet',
  evidence: withDetail(evidence, ...details),
});
/** The surface could not be seen: what `evaluate` gives for evidence that it only `uses`. */
export const couldNotSee = ({ status, evidence }: Inconclusive): Verdict => ({ status, evidence });

/** The verdict on a surface where finding it is what the check asks. `onFound` may look further. */
export function verdictOn<T>(
  surface: Conclusive<Surface<T>>,
  onFound: (found: Found<T>) => Verdict = ({ evidence }) => pass(evidence),
): Verdict {
  switch (surface.state) {
    case 'found':
      return onFound(surface);
    case 'absent':
      return absent(surface.evidence);
    case 'broken':
      return broken(surface.evidence);
  }
}

/** The verdict of a check that applies only where a surface is there and works. */
export function whereFound<T>(
  surface: Conclusive<Surface<T>>,
  onFound: (found: Found<T>) => Verdict,
): Verdict {
  return surface.state === 'found' ? onFound(surface) : notApplicable(surface.evidence);
}

/** How many dead links are shown. */
const MAX_SHOWN = 3;

/**
 * The verdict on what is named for an agent to go on to, one link or more: passes with the first that is not known to be dead.
 *
 * @param describe says of a link what it is
 */
export function leadsOn<T extends { readonly href: string }>(
  links: readonly T[],
  dead: readonly DeadLink[],
  evidence: Facts,
  describe: (link: T) => string,
): Verdict {
  const way = links.find(({ href }) => !dead.some((one) => one.href === href));
  if (way !== undefined) return pass(evidence, describe(way));
  const named = new Set(links.map(({ href }) => href));
  const shown = dead.filter(({ href }) => named.has(href)).slice(0, MAX_SHOWN);
  const facts = shown.flatMap((one) => one.evidence);
  return noncompliant(evidence, factsList('leads only to what is not there:', facts));
}
