/** The closed set of ways in which an audit, a recording or a command can fail. */

export const ERROR_KINDS = [
  'usage',
  'configuration',
  'not_permitted',
  'invalid_target',
  'target_unreachable',
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

/**
 * An error that is meant to be read: what failed and why (`message`), and what to do instead (`hint`).
 * `kind` is machine-readable and maps to one exit code of the command line.
 */
export class AuditError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuditError';
    this.kind = kind;
    this.hint = options.hint;
  }
}
