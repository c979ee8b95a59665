/**
 * The package as a library. Whatever is wrong with the audited site is data; an `AuditError` says why there is no scorecard.
 * All texts that quote a site are untrusted.
 */

import type { CheckId } from '../../audit/check-texts/index.ts';
import type { CategoryId } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import type { ErrorKind } from '../../base/errors.ts';
import type { Assertion } from '../../report/gate/vocabulary.ts';
import type { CompareDocument } from '../documents.ts';

/** The id of a check or of a category; a name that is neither is an error when the audit begins. */
export type CheckName = CheckId | CategoryId | (string & Record<never, never>);

/** A scorecard as JSON has it, of any version: what `audit` gives, or the command with `--json`. */
export type ScorecardJson = { readonly scorecard: object };

/** The options of the command line. The configuration file and the variables `AUDIT_*` are not read. */
export interface AuditOptions {
  /** What kind of site it is. Default: what it shows. */
  readonly siteType?: 'content' | 'api' | undefined;
  /** Runs these checks or categories only. */
  readonly only?: readonly CheckName[] | undefined;
  /** Leaves these checks or categories out. */
  readonly skip?: readonly CheckName[] | undefined;
  /** Of the whole audit, in milliseconds; what it cuts off is `skip`. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** Request headers for a protected site, sent to its own origin only. They appear in no scorecard and in no argument. */
  readonly headers?: Readonly<Record<string, string | (() => string | Promise<string>)>> | undefined;
  /** The MCP endpoint, where nothing on the site leads to it: a path or a URL. */
  readonly mcpEndpoint?: string | undefined;
  /** The address that a preview gives as its own: `https://example.com`. */
  readonly canonicalOrigin?: string | undefined;
  /** The addresses that may be connected to. Default: `auto`, private ones only if the site itself is private. */
  readonly network?: 'public' | 'any' | 'auto' | undefined;
  /** The DNS-over-HTTPS resolver, or `off`. */
  readonly resolver?: string | undefined;
  /** Ends the audit; the error's kind is `interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExpectOptions extends Omit<AuditOptions, 'only'> {
  /**
   * The checks or categories that must pass; no others run. `pass` is not met by what does not apply. Default: whatever applies
   * to the site must pass.
   */
  readonly checks?: readonly CheckName[] | Readonly<Partial<Record<CheckName, Assertion>>> | undefined;
}

/**
 * Audits a site, in processes of their own.
 *
 * @throws AuditError where there is no scorecard: `target_unreachable`, `target_blocked`, `usage` …
 */
export declare function audit(site: string | URL, options?: AuditOptions): Promise<Envelope>;

/**
 * What changed between two scorecards, as the command `compare` tells it.
 *
 * @throws AuditError `invalid_scorecard`
 */
export declare function compare(before: ScorecardJson, after: ScorecardJson): CompareDocument;

/**
 * Audits a site, or takes a scorecard, and holds it to what is expected.
 *
 * @returns the scorecard
 * @throws AssertionError of node:assert that tells of each failure what was seen and how to fix it
 * @throws AuditError where there is no scorecard, and `no_verdict` where what must hold could not be seen
 */
export declare function expectAgentReady(site: string | URL, options?: ExpectOptions): Promise<Envelope>;
export declare function expectAgentReady<T extends ScorecardJson>(
  scorecard: T,
  options?: Pick<ExpectOptions, 'checks' | 'skip'>,
): Promise<T>;

/** Why there is no scorecard, or no verdict. */
export declare class AuditError extends Error {
  readonly kind: ErrorKind;
  /** What to do instead. */
  readonly hint: string | undefined;
  /** What the audited site said. Untrusted. */
  readonly quote: string | undefined;
  constructor(kind: ErrorKind, message: string);
}
