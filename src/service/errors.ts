/** The closed set of ways in which the service refuses or fails a call. */

const SERVICE_ERRORS = [
  /** Not a public host name on the default port. */
  'invalid_target',
  /** Fresh audits of the last hour are used up: the caller's, those of the site, or all (`scope`). */
  'audit_limit_reached',
  /** The site did not answer. */
  'target_unreachable',
  /** Something before the site turned every request away. */
  'target_blocked',
  /** The site's owner declines audits. */
  'target_declined',
  /** The site did not answer before the audit's deadline. */
  'audit_timeout',
  /** The caller left before the audit ended. */
  'cancelled',
  /** A tool does not take these arguments. */
  'invalid_arguments',
  /** More reads in a minute than one caller, or its network, has. */
  'rate_limited',
  /** Live audits are switched off, cannot be metered, or cannot be stored. */
  'service_unavailable',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERRORS)[number];

/** Whose fresh audits are used up. */
export const LIMIT_SCOPES = ['caller', 'target', 'service'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/**
 * An error for the caller to read: what failed, why, and what to do, in words of this project alone (.github/DECISIONS.md,
 * "MCP").
 */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  /** After how many whole seconds the same call may succeed. */
  readonly retryAfterS: number | undefined;
  /** Of `audit_limit_reached`. */
  readonly scope: LimitScope | undefined;
  /** What the audited site said, as `AuditError` has it. Untrusted. */
  readonly quote: string | undefined;

  constructor(
    code: ServiceErrorCode,
    message: string,
    options: {
      readonly retryAfterS?: number | undefined;
      readonly scope?: LimitScope;
      readonly quote?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
    this.scope = options.scope;
    this.quote = options.quote;
  }
}
