/** Results that say nothing of the site. */
import { isStatus } from './schema.ts';

/** Whether the check was not run, or could not be, or says what this version does not know. */
export function isUnseen({ status }: { readonly status: string }): boolean {
  return status === 'error' || status === 'skip' || !isStatus(status);
}
