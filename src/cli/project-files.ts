/** Files of a project that a command keeps as they should be: what is there, what is done to it, and how that is said. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FileError } from '../errors.ts';
import type { PendingFile } from '../files.ts';
import type { Session } from './context.ts';
import { beginOutput, checkFile } from './files.ts';
import { notice, type Output, print } from './output.ts';

/** A file as it should be, and as it is. */
export interface WantedFile {
  readonly path: string;
  readonly text: string;
  /** What is there now; `undefined` when nothing is. */
  readonly present: string | undefined;
}

/** What a command does to a file of a project. */
type FileAction = 'created' | 'updated' | 'unchanged';

export function actionOf({ text, present }: WantedFile): FileAction {
  return present === text ? 'unchanged' : present === undefined ? 'created' : 'updated';
}

/**
 * What is there under the name; `checkFile` says later why nothing can be.
 *
 * @throws FileError
 */
export async function presentText(session: Session, path: string): Promise<string | undefined> {
  const place = resolve(session.context.cwd, path);
  try {
    return (await stat(place)).isFile() ? await readFile(place, 'utf8') : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code)))
      return undefined;
    throw new FileError(`Cannot read ${path}`, error);
  }
}

/**
 * Writes the files that are not as they should be: where one cannot be begun, none is written.
 *
 * @param options `dir`: the folder of the project; `dryRun`: finds out only whether they could be written
 * @throws AuditError for what the disk refuses, with `dryRun` too
 */
export async function writeFiles(
  session: Session,
  files: readonly WantedFile[],
  { dryRun, dir: within }: { readonly dryRun: boolean; readonly dir: string },
): Promise<void> {
  const options = { force: true, folders: true, within };
  const changed = files.filter((file) => actionOf(file) !== 'unchanged');
  for (const { path } of changed) await checkFile(session, path, options);
  if (dryRun) return;
  const begun: { readonly pending: PendingFile; readonly text: string }[] = [];
  try {
    for (const { path, text } of changed)
      begun.push({ pending: await beginOutput(session, path, options), text });
    for (const { pending, text } of begun) await pending.commit(text);
  } catch (error) {
    await Promise.all(begun.map(({ pending }) => pending.discard()));
    throw error;
  }
}

const DID = { created: 'created', updated: 'updated', unchanged: 'unchanged' } as const;
const WOULD = {
  created: 'would create',
  updated: 'would update',
  unchanged: 'unchanged   ',
} as const;

/** Prints a line for each file. */
export function printFiles(
  files: readonly { readonly path: string; readonly action: FileAction }[],
  dryRun: boolean,
  output: Output,
): void {
  const words = dryRun ? WOULD : DID;
  for (const { path, action } of files)
    print(output, `${words[action].padEnd(words.unchanged.length)} ${path}`);
  if (dryRun) notice(output, 'Nothing was written (--dry-run).');
}
