/** What runs an audit, whoever asks for it and wherever it runs. */
import type { AuditEvent, AuditOutcome } from '../audit.ts';
import { type Sign, type SigningKey, signer } from '../io/signing.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { AuditJob, Missing } from './job.ts';

/** What is told of an audit, and asked, while it runs. */
export interface AuditHooks {
  /** Ends the audit at once with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: AuditEvent) => void) | undefined;
  /**
   * Given, when the audit begins, what makes a scorecard of what was seen so far: cut short, and `undefined` before the site
   * has answered.
   */
  readonly onBegin?: (partialResult: () => Envelope | undefined) => void;
  /** As in `AuditWorld`; what it throws ends the audit. */
  readonly admit?: ((origin: URL) => Promise<boolean>) | undefined;
  /** Signs what goes out under the auditor's name: here, because the key is not for where hostile input is read. */
  readonly sign?: Sign | undefined;
  /** Given the recording of an audit that fails, where one was asked for, before its error is thrown. */
  readonly onFailedRecording?: (recording: readonly Uint8Array[]) => void;
  /** Told of what a recording did not hold, before the audit ends, well or not. */
  readonly onMissing?: (missing: Missing) => void;
}

export interface JobOutcome extends AuditOutcome {
  /** The text of the recording (UTF-8), where one was asked for and the deadline left time for it. */
  readonly recording?: readonly Uint8Array[] | undefined;
}

/** Runs one audit; throws what `audit` throws, and `no_verdict` or `internal` where the process failed that it ran in. */
export type RunAudit = (job: AuditJob, hooks?: AuditHooks) => Promise<JobOutcome>;

/**
 * Audits whose requests are signed in the catalog's name.
 *
 * @param key of the operator; without one nothing is signed
 * @returns the same way to run audits, which signs for a catalog that is published over TLS, as its key directory has to be
 */
export function signedWith(key: SigningKey | undefined, runAudit: RunAudit): RunAudit {
  if (key === undefined) return runAudit;
  return (job, hooks) => {
    const { protocol, origin } = new URL(job.baseUrl);
    if (protocol !== 'https:') return runAudit(job, hooks);
    return runAudit(job, { ...hooks, sign: signer(key, origin, Date.now) });
  };
}
