/** Audits whose requests are signed in the catalog's name. */
import { type SigningKey, signer } from '../io/signing.ts';
import type { RunAudit } from './run-audit.ts';

/**
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
