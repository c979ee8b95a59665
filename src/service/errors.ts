const SERVICE_ERRORS = [
  /** The target is not a public host name on the default port. */
  'invalid_target',
  /** A limit on new audits is reached. `scope` says whose limit: the caller's, the site's or the service's. */
  'audit_limit_reached',
  'target_unreachable',
  /** Bot protection in front of the site blocked every request. */
  'target_blocked',
  'target_declined',
  /** The site did not respond before the audit's deadline. */
  'audit_timeout',
  'cancelled',
  'invalid_arguments',
  /** The caller or its network has reached the limit on reads per minute. */
  'rate_limited',
  'withdrawn',
  /** Audits on request are switched off, or the service cannot count or store them. */
  'service_unavailable',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERRORS)[number];

export const LIMIT_SCOPES = ['caller', 'target', 'service'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** An error whose message is safe to show, because it contains no text from audited sites (.github/DECISIONS.md, "MCP"). */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterS: number | undefined;
  /** Whose limit is reached; set only for `audit_limit_reached`. */
  readonly scope: LimitScope | undefined;
  /** Untrusted text quoted from the audited site, as in `AuditError`. */
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
