/** Whose a file is that nobody has named: on a machine with other users it may be a stranger's. */
import { lstat, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../errors.ts';

/**
 * Refuses a file that was found, and that somebody else could have written: it says where secrets are sent and what is
 * written, and a module is executed. What the caller names is the caller's own choice.
 *
 * @param what `The configuration agent-readiness.config.json`
 * @param wayOut what to type to go by the file all the same, or without it
 * @throws CliError `configuration`
 */
export async function refuseStrangers(path: string, what: string, wayOut: string): Promise<void> {
  const real = await realpath(path);
  for (const at of new Set([dirname(path), path, dirname(real), real])) {
    const why = await whyStrange(at);
    if (why === undefined) continue;
    const subject = at === path || at === real ? 'it' : `its folder ${at}`;
    throw new CliError('configuration', `${what} is not read: ${subject} ${why}.`, { hint: wayOut });
  }
}

/**
 * Owners as git has them for repositories (safe.directory): the caller, root, and below `sudo` the user who called it. A group
 * that has its user's number is that user's own, as most Linux systems make one; there files are made for it to write.
 */
async function whyStrange(path: string): Promise<string | undefined> {
  const user = process.geteuid?.();
  // Windows keeps the files of users apart by other means.
  if (user === undefined) return undefined;
  const facts = await lstat(path);
  const { uid, gid, mode } = facts;
  const callers = user === 0 ? [0, Number(process.env.SUDO_UID ?? 0)] : [0, user];
  if (!callers.includes(uid)) return `belongs to user ${uid}, and you are user ${user}`;
  // The mode of a link says nothing; in a folder that is sticky nobody can replace the file of another.
  if (facts.isSymbolicLink() || (facts.isDirectory() && (mode & 0o1000) !== 0)) return undefined;
  const isOwnGroup = gid === uid && uid !== 0;
  if ((mode & (isOwnGroup ? 0o002 : 0o022)) === 0) return undefined;
  return `can be written by others than you (mode ${(mode & 0o777).toString(8)})`;
}
