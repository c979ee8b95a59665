/** Defines how the command line, the service and the scheduled run start audits. */
import type { AuditEvent, AuditOutcome } from '../audit.ts';
import { type Sign, type SigningKey, signer } from '../io/signing.ts';
import type { Envelope } from '../scorecard/schema.ts';
import type { AuditJob, Missing } from './job.ts';

export interface AuditHooks {
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: AuditEvent) => void) | undefined;
  /** Called when the audit begins. `partialResult` returns a scorecard of the results so far, marked as cut short. */
  readonly onBegin?: (partialResult: () => Envelope | undefined) => void;
  /** Called before the audit follows a redirect to another site. If it returns `false` or throws, the audit ends. */
  readonly admit?: ((origin: URL) => Promise<boolean>) | undefined;
  /** Signs requests. Runs in the main process, because the audit process reads hostile input and must not have the key. */
  readonly sign?: Sign | undefined;
  /** Receives the recording of a failed audit, if one was requested, before the error is thrown. */
  readonly onFailedRecording?: (recording: readonly Uint8Array[]) => void;
  /** When a recording is replayed, receives the requests that it does not contain, before the audit ends or fails. */
  readonly onMissing?: (missing: Missing) => void;
}

export interface JobOutcome extends AuditOutcome {
  /** The recording as text (UTF-8), if it was requested and finished before the deadline. */
  readonly recording?: readonly Uint8Array[] | undefined;
}

/** Runs one audit. Throws the same errors as `audit`, and `no_verdict` or `internal` if the audit process failed. */
export type RunAudit = (job: AuditJob, hooks?: AuditHooks) => Promise<JobOutcome>;

/** Returns a function that runs audits and, if there is a key and `baseUrl` uses `https:`, signs their requests. */
export function signedWith(key: SigningKey | undefined, runAudit: RunAudit): RunAudit {
  if (key === undefined) return runAudit;
  return (job, hooks) => {
    const { protocol, origin } = new URL(job.baseUrl);
    if (protocol !== 'https:') return runAudit(job, hooks);
    return runAudit(job, { ...hooks, sign: signer(key, origin, Date.now) });
  };
}
