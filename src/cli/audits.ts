/** How this command line makes audits: each in a process of its own, unless its caller has another way. */

import type { AuditJob } from '../isolation/job.ts';
import type { AuditHooks, RunAudit } from '../isolation/run-audit.ts';
import type { Session } from './context.ts';

const shared = async () => (await import('../isolation/auditors.ts')).sharedAuditors;

/** Starts the process of the first audit, which loads its code while this one does. */
export async function prepareAudit({ context }: Session): Promise<void> {
  if (context.audit === undefined) (await shared()).prepare();
}

/** Makes an audit, which ends with the run. */
export async function makeAudit(
  { context }: Session,
  job: AuditJob,
  hooks: AuditHooks,
): ReturnType<RunAudit> {
  const audit = context.audit ?? (await shared()).audit;
  return audit(job, { ...hooks, signal: context.signal });
}
