/** What became of several audits: a row for each site, and the counts of all. */
import type { ErrorKind, Refusal } from '../errors.ts';
import type { PageSample } from '../scorecard/page-sample.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { isFailure } from './advice.ts';

/** A site of several, as far as it was audited. */
export interface AuditedSite {
  readonly target: string;
  /** None where the site could not be audited. */
  readonly envelope?: StoredEnvelope | undefined;
  /** Pages of it beside the home page, where they were asked for. */
  readonly sample?: PageSample | undefined;
  /** Why its audit is not a success; none where it is. */
  readonly problem?:
    | { readonly kind: ErrorKind; readonly message: string; readonly details: Refusal | undefined }
    | undefined;
}

/** How many of several sites came to which end. */
interface AuditsSummary {
  readonly targets: number;
  readonly passed: number;
  /** Audited, and below what they are held to. */
  readonly below: number;
  /** Not audited, or not to the end. */
  readonly no_verdict: number;
}

/** @param sites every site that was asked for */
export function summaryOf(sites: readonly AuditedSite[]): AuditsSummary {
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

function whyNot(kind: ErrorKind, details: Refusal | undefined): string {
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

/** What the scorecard of a site comes to. */
interface SiteFigures {
  readonly relative: number;
  readonly global: number;
  /** Checks that fail: broken, noncompliant and missing. */
  readonly failing: number;
  /** Those of them that are broken. */
  readonly broken: number;
}

/** `undefined` of a site that could not be audited. */
export function figuresOf({ envelope }: AuditedSite): SiteFigures | undefined {
  if (envelope === undefined) return undefined;
  const { score, results } = envelope.scorecard;
  const failures = results.filter(isFailure);
  return {
    relative: score.relative,
    global: score.global,
    failing: failures.length,
    broken: failures.filter(({ status }) => status === 'broken').length,
  };
}
