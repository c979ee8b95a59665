/** Reads the reports of the job with the audit. The pull request's code ran there, so they may contain anything. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, nameOfAudit } from '../runner.ts';

/**
 * Returns a file of the artifact; `undefined` if it is missing, not a regular file, or too large.
 *
 * @param max in bytes
 */
export function reportNamed(file: string, max: number): string | undefined {
  const path = join(env('RUNNER_TEMP'), nameOfAudit(), file);
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size <= max ? readFileSync(path, 'utf8') : undefined;
}
