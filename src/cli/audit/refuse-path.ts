/** Rejects files and folders typed in place of a site. */
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { hasScheme } from '../../audit/target.ts';
import type { Session } from '../context.ts';
import { CliError, shownName } from '../errors.ts';

/** Text that begins like a path and cannot be a web address. */
const PATH = /^(?:\.{1,2}$|\.{0,2}[\\/]|~|file:|[a-z]:[\\/])/i;

/**
 * Rejects a path that was typed in place of a site's address, and says what to type instead.
 * @throws CliError `usage` for an empty text, for text that begins like a path, and for an existing file or folder. A folder with a dot in its
 *   name is allowed, because it may be named after a site.
 */
export async function refusePath(typed: string, { context: { cwd, program } }: Session): Promise<void> {
  const path = typed.trim();
  if (path === '') {
    throw new CliError('usage', 'Which site? The address is empty.', {
      hint: `If a variable contains it, set the variable. Example: ${program} http://localhost:3000`,
    });
  }
  const facts = hasScheme(path) ? undefined : await stat(resolve(cwd, path)).catch(() => undefined);
  const isFolder = facts?.isDirectory() === true && !/^[^\\/]+\./.test(path);
  if (!PATH.test(path) && !isFolder && facts?.isFile() !== true) return;
  const printable = shownName(path);
  const host = PATH.test(path)
    ? ''
    : ` For a host of that name, type https://${printable.split(/[\\/]/)[0]}.`;
  throw new CliError('usage', `“${printable}” is a ${kindOf(facts)}, not the address of a site.`, {
    hint: nextFor(printable, program) + host,
  });
}

function kindOf(facts: Stats | undefined): string {
  if (facts === undefined) return 'path';
  return facts.isDirectory() ? 'folder' : 'file';
}

function nextFor(path: string, program: string): string {
  if (/\.har$/i.test(path)) return `To judge a recording again, type ${program} --replay and its name.`;
  if (/\.jsonl?$/i.test(path)) return `For the brief of a scorecard, type ${program} fix and its name.`;
  return `Serve it with a web server on this machine, then type its address: ${program} http://localhost:3000.`;
}
