/** The closed set of ways in which the service refuses or fails a call. */

export const SERVICE_ERRORS = [
  /** Not a public host name on the default port. */
  'invalid_target',
  /** The caller's fresh audits of the last hour are used up. */
  'audit_limit_reached',
  /** The site gave no answer. */
  'target_unreachable',
  /** Something before the site turned every request away. */
  'target_blocked',
  /** The site gave no answer before the audit's deadline. */
  'audit_timeout',
  /** The caller left before the audit ended. */
  'cancelled',
  /** Live audits are switched off, cannot be metered, or cannot be stored. */
  'service_unavailable',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERRORS)[number];

/** An error that a caller is meant to read: what failed, why, and what to do (contract: decisions.md, "MCP"). */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  /** After how many whole seconds the same call may succeed. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ServiceErrorCode,
    message: string,
    options: { retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
  }
}
