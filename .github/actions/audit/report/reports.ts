/** The reports that the job with the audit has left. The pull request's code ran there, and could have written anything. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given, nameOfAudit } from '../runner.ts';

/**
 * A file of the artifact; `undefined` if there is none, if it is not a regular file, or if it is too large.
 *
 * @param max in bytes
 */
export function reportNamed(file: string, max: number): string | undefined {
  const path = join(given('RUNNER_TEMP'), nameOfAudit(), file);
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size <= max ? readFileSync(path, 'utf8') : undefined;
}
