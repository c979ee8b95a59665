/** The library API of the package. Faults of the audited site are in the scorecard; an `AuditError` means that there is none. */

import type { CheckId } from '../../audit/check-texts/index.ts';
import type { CategoryId } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import type { ErrorKind } from '../../base/errors.ts';
import type { Assertion } from '../../report/gate/vocabulary.ts';
import type { CompareDocument } from '../documents.ts';

/** The id of a check or category. The type accepts any string, but an unknown name is an error when the audit starts. */
export type CheckName = CheckId | CategoryId | (string & Record<never, never>);

/** A scorecard of any version as JSON: the result of `audit`, or the output of the command with `--json`. */
export type ScorecardJson = { readonly scorecard: object };

/** The same options as on the command line. The configuration file and the variables `AUDIT_*` have no effect. */
export interface AuditOptions {
  /** The kind of site. Default: detected automatically. */
  readonly siteType?: 'content' | 'api' | undefined;
  /** Runs only these checks or categories. */
  readonly only?: readonly CheckName[] | undefined;
  /** Leaves out these checks or categories. */
  readonly skip?: readonly CheckName[] | undefined;
  /** Time limit for the whole audit, in milliseconds. Checks that do not finish get the status `skip`. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** Request headers for a protected site, sent only to its origin. They never appear in scorecards or process arguments. */
  readonly headers?: Readonly<Record<string, string | (() => string | Promise<string>)>> | undefined;
  /** The MCP endpoint, if the site does not link to it: a path or a URL. */
  readonly mcpEndpoint?: string | undefined;
  /** The production origin of a preview, for example `https://example.com`. */
  readonly canonicalOrigin?: string | undefined;
  /** The IP addresses that the audit may use. Default: `auto`, which allows private addresses only for a private site. */
  readonly network?: 'public' | 'any' | 'auto' | undefined;
  /** The DNS-over-HTTPS resolver, or `off`. */
  readonly resolver?: string | undefined;
  /** Stops the audit with an error of kind `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExpectOptions extends Omit<AuditOptions, 'only'> {
  /** Checks or categories that must pass. The audit runs no other checks. Default: every check that applies. */
  readonly checks?: readonly CheckName[] | Readonly<Partial<Record<CheckName, Assertion>>> | undefined;
}

/**
 * Audits a site in a separate process.
 * @throws AuditError if there is no scorecard: `target_unreachable`, `target_blocked`, `usage` …
 */
export declare function audit(site: string | URL, options?: AuditOptions): Promise<Envelope>;

/**
 * Returns what changed between two scorecards, like the command `compare`.
 * @throws AuditError `invalid_scorecard`
 */
export declare function compare(before: ScorecardJson, after: ScorecardJson): CompareDocument;

/**
 * Audits a site, or uses a given scorecard, and asserts that the expectations are met.
 * @returns the scorecard
 * @throws AssertionError of node:assert with the evidence of each failure and how to fix it
 * @throws AuditError if there is no scorecard, or if a required check has no verdict (kind `no_verdict`)
 */
export declare function expectAgentReady(site: string | URL, options?: ExpectOptions): Promise<Envelope>;
export declare function expectAgentReady<T extends ScorecardJson>(
  scorecard: T,
  options?: Pick<ExpectOptions, 'checks' | 'skip'>,
): Promise<T>;

/** An error that says why there is no scorecard or no verdict. */
export declare class AuditError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  /** A quote from the audited site's response. Untrusted. */
  readonly quote: string | undefined;
  constructor(kind: ErrorKind, message: string);
}
