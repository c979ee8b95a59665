/** The closed set of ways in which an audit, a recording or a command can fail. */

export const ERROR_KINDS = [
  'usage',
  'configuration',
  'not_permitted',
  'invalid_target',
  'target_unreachable',
  'target_blocked',
  'target_declined',
  'audit_timeout',
  'interrupted',
  'invalid_recording',
  'incomplete_recording',
  'invalid_scorecard',
  'not_found',
  'below_threshold',
  'io',
  'internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** What is known of a refusal: who turned the auditor away, by which answer, and how often it asked. */
export interface Refusal {
  /** Who refuses, as it reads behind "by": `a Cloudflare challenge`. */
  readonly wall: string;
  /** The answer that shows it. Untrusted: it quotes the audited site. */
  readonly evidence: string;
  /** How many requests the audit made. */
  readonly requests: number;
}

/**
 * An error that is meant to be read: what failed and why (`message`), and what to do instead (`hint`).
 * `kind` is machine-readable and maps to one exit code of the command line.
 */
export class AuditError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  /** Of `target_blocked`. */
  readonly details: Refusal | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { hint?: string; details?: Refusal; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuditError';
    this.kind = kind;
    this.hint = options.hint;
    this.details = options.details;
  }
}

/** @param name of the target */
export function interrupted(name: string): AuditError {
  return new AuditError('interrupted', `The audit of ${name} was interrupted; no scorecard was made.`);
}
