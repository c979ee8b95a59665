/** What became of several audits: a row for each site, and the counts of all. */
import type { ErrorKind, RefusalDetails } from '../errors.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { isFailedResult } from './advice.ts';

/** A site of several, as far as it was audited. */
export interface AuditedSite {
  readonly target: string;
  /** None where the site could not be audited. */
  readonly envelope?: StoredEnvelope | undefined;
  /** Why its audit is not a success; none where it is. */
  readonly problem?:
    | { readonly kind: ErrorKind; readonly message: string; readonly details: RefusalDetails | undefined }
    | undefined;
}

/** How many of the sites that were asked for came to which end; `no_verdict`: not audited, or not to the end. */
export function auditsSummaryOf(sites: readonly AuditedSite[]) {
  const below = sites.filter(({ problem }) => problem?.kind === 'below_threshold').length;
  const passed = sites.filter(({ problem }) => problem === undefined).length;
  return { targets: sites.length, passed, below, no_verdict: sites.length - passed - below };
}

/** The state of a site in a few words. May quote what stands before the site. */
export function stateOf({ envelope, problem }: AuditedSite): string {
  if (problem === undefined) return 'audited';
  if (problem.kind === 'below_threshold') return 'below what is asked';
  if (envelope !== undefined) return problem.kind === 'audit_timeout' ? 'cut short' : 'incomplete';
  return `could not be audited: ${whyNot(problem.kind, problem.details)}`;
}

function whyNot(kind: ErrorKind, details: RefusalDetails | undefined): string {
  switch (kind) {
    case 'target_blocked':
      return details === undefined ? 'refused' : `refused by ${details.wall}`;
    case 'target_unreachable':
      return 'unreachable';
    case 'target_declined':
      return 'its owner declines';
    case 'audit_timeout':
      return 'no answer in time';
    case 'interrupted':
      return 'interrupted';
    default:
      return 'the audit failed';
  }
}

/** What the scorecard of a site comes to; `undefined` of a site that could not be audited. */
export function figuresOf({ envelope }: AuditedSite) {
  if (envelope === undefined) return undefined;
  const { score, results } = envelope.scorecard;
  const failures = results.filter(isFailedResult);
  return {
    relative: score.relative,
    global: score.global,
    // Broken, noncompliant and missing.
    failing: failures.length,
    broken: failures.filter(({ status }) => status === 'broken').length,
  };
}
