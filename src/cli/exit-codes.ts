import type { AuditError, ErrorKind } from '../base/errors.ts';

/** The exit code of an audit without a result (EX_UNAVAILABLE in sysexits.h). A failing result has the code 1. */
export const NO_VERDICT = 69;

/** The exit codes, as in `content/principles/p2.mdx` and sysexits.h. Interrupted programs have the codes that shells use. */
export const EXIT_CODES = [
  { code: 0, meaning: 'success' },
  { code: 1, meaning: 'failure: the site was audited, and does not meet its requirements' },
  {
    code: 2,
    meaning:
      'usage: an unknown command or option, a bad argument, or a file that does not exist, already exists or has the wrong content',
  },
  {
    code: NO_VERDICT,
    meaning:
      'no verdict: the site could not be audited (unreachable, refused, cut short), or a recording is incomplete',
  },
  { code: 70, meaning: 'a bug in the auditor' },
  {
    code: 74,
    meaning: 'reading or writing failed, for example because the disk is full or stdin does not end',
  },
  {
    code: 77,
    meaning:
      'not permitted: by --network, by the permissions of a file, or because a link points outside the project',
  },
  { code: 78, meaning: 'configuration: an environment variable or the configuration file has a bad value' },
  {
    code: 130,
    meaning: 'interrupted by Ctrl-C (143: by SIGTERM, 129: by SIGHUP, 141: the reader closed the pipe)',
  },
] as const;

/** The exit code of each kind of error. Only a site that does not meet the requirements has the code 1. */
const CODES: Readonly<Record<ErrorKind, number>> = {
  usage: 2,
  invalid_target: 2,
  invalid_recording: 2,
  invalid_scorecard: 2,
  not_found: 2,
  not_permitted: 77,
  configuration: 78,
  target_unreachable: NO_VERDICT,
  target_blocked: NO_VERDICT,
  target_declined: NO_VERDICT,
  incomplete_recording: NO_VERDICT,
  audit_timeout: NO_VERDICT,
  no_verdict: NO_VERDICT,
  below_threshold: 1,
  interrupted: 130,
  io: 74,
  internal: 70,
};

export function exitCodeOf({ kind }: AuditError): number {
  return CODES[kind];
}
