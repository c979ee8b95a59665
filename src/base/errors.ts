/** The errors that audits, recordings and commands throw. */
import { plain } from './text.ts';

/** The maximum length of a quote from an audited site in an error, in characters. */
export const QUOTE_CHARS = 200;

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
  'no_verdict',
  'io',
  'internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** The bot protection that blocked the audit, and the number of requests sent. The response is in the error's `quote`. */
export interface RefusalDetails {
  /** The name of the bot protection, worded to follow "by", for example `a Cloudflare challenge`. */
  readonly wall: string;
  readonly requests: number;
}

/** An error for users. `message` says what failed, `hint` what to do; neither quotes the site. `kind` sets the exit code. */
export class AuditError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
  /** The audited site's response, on one line of at most `QUOTE_CHARS`. Untrusted: show it only if marked as a quote. */
  readonly quote: string | undefined;
  /** Details of the block, set only if `kind` is `target_blocked`. */
  readonly details: RefusalDetails | undefined;
  /** The kind of network failure (`FailureReason` in `io/io.ts`), set if a target is unreachable and sent no response. */
  readonly failure: string | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: {
      readonly hint?: string | undefined;
      readonly quote?: string | undefined;
      readonly details?: RefusalDetails | undefined;
      readonly failure?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AuditError';
    this.kind = kind;
    this.hint = options.hint;
    this.quote = options.quote === undefined ? undefined : plain(options.quote, QUOTE_CHARS);
    this.details = options.details;
    this.failure = options.failure;
  }
}

type FileReason = readonly [kind: ErrorKind, why: string, hint: string];

const FILE_REASONS: Readonly<Record<string, FileReason>> = {
  ENOENT: ['usage', 'there is no such file or folder', 'Check the path.'],
  ENOTDIR: ['usage', 'part of the path is a file, not a folder', 'Check the path.'],
  EISDIR: ['usage', 'it is a folder', 'Name a file.'],
  EACCES: ['not_permitted', 'permission was denied', 'Choose another path, or change the permissions.'],
  EPERM: [
    'not_permitted',
    'the operation is not permitted',
    'Choose another path, or change the permissions.',
  ],
  EROFS: ['not_permitted', 'the file system is read-only', 'Choose a path on another file system.'],
  ENOSPC: ['io', 'no space is left', 'Free some space, or choose a path on another disk.'],
  EDQUOT: ['io', 'the disk quota is used up', 'Free some space, or choose a path on another disk.'],
  EFBIG: [
    'io',
    'the file would exceed the size limit',
    'Raise the limit (ulimit -f), or choose another path.',
  ],
};

/** A failure to read or write a file or folder on this machine. The environment is at fault, not the audited site. */
export class FileError extends AuditError {
  /**
   * @param what the start of the message, for example `Cannot write out.har`
   * @param cause Node's error; its `code` determines the kind, the reason and the hint
   */
  constructor(what: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    const [kind, why, hint] = FILE_REASONS[code] ?? ['io', code, 'Check the path and try again.'];
    super(kind, `${what}: ${why}.`, { hint, cause });
    this.name = 'FileError';
  }
}

export function interrupted(name: string): AuditError {
  return new AuditError('interrupted', `The audit of ${name} was interrupted; no scorecard was made.`);
}
