/** Results that say nothing of the site. */

/** Statuses that say something. */
const SEEN: ReadonlySet<string> = new Set(['pass', 'noncompliant', 'broken', 'absent', 'n_a']);

/** Whether the check was not run, or could not be, or has a status that this version does not know. */
export function hasNoVerdict({ status }: { readonly status: string }): boolean {
  return !SEEN.has(status);
}
