/** The closed set of ways in which an audit, a recording or a command can fail. */

export const ERROR_KINDS = [
  'usage',
  'configuration',
  'not_permitted',
  'invalid_target',
  'target_unreachable',
  'target_blocked',
  'audit_timeout',
  'interrupted',
  'invalid_recording',
  'invalid_scorecard',
  'not_found',
  'below_threshold',
  'io',
  'internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Who refused a whole audit, with which answer, and after how many requests that was clear. */
export interface BlockedBy {
  /** Untrusted where it quotes the site. */
  readonly wall: string;
  readonly evidence: string;
  readonly requests: number;
}

/**
 * An error that is meant to be read: what failed and why (`message`), and what to do instead (`hint`).
 * `kind` is machine-readable and maps to one exit code of the command line.
 */
export class AuditError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  /** With `target_blocked`. */
  readonly details: BlockedBy | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { hint?: string; details?: BlockedBy; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuditError';
    this.kind = kind;
    this.hint = options.hint;
    this.details = options.details;
  }
}
