/** Where the configuration file of a project is, and whose: on a machine with other users it may be a stranger's. */
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shellWord } from '../../base/escape.ts';
import { pathFrom } from '../../base/files.ts';
import { plain } from '../../base/text.ts';
import { CliError } from '../errors.ts';

/** The file that counts, and who named it; `found` where nobody did. */
export interface ConfigFile {
  readonly path: string;
  readonly by: 'flag' | 'env' | 'found';
}

/** The names under which a configuration is found without being told of. */
const CONFIG_NAMES = ['json', 'ts', 'mts'].map((ending) => `agent-readiness.config.${ending}`);

/**
 * The nearest configuration file: in the folder, or in one that it is in, up to the home folder or the root of the file
 * system. It counts within the project only.
 *
 * @throws CliError `configuration` where one folder has two, and for one above the project
 */
export async function findConfig(folder: string, home = homedir()): Promise<ConfigFile | undefined> {
  const root = await projectRoot(folder, home);
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = await inFolder(at);
    if (found !== undefined && isWithin(root, at)) return { path: found, by: 'found' };
    if (found !== undefined) throw above(found, root);
    if (at === resolve(home) || at === dirname(at)) return undefined;
  }
}

/** The root of the repository that a folder is in; the folder itself where it is in none. */
export async function projectRoot(folder: string, home = homedir()): Promise<string> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if ((await stat(join(at, '.git')).catch(() => undefined)) !== undefined) return at;
    if (at === resolve(home) || at === dirname(at)) return resolve(folder);
  }
}

/** Whether a path is that of a folder, or of something in it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Others may write to folders that many projects are in: to /tmp everybody. */
function above(path: string, root: string): CliError {
  return new CliError(
    'configuration',
    `The configuration ${path} is not read: it is outside of the project, which is ${root}.`,
    {
      hint: `If it is yours, name it: --config ${shellWord(path)}, or the variable AUDIT_CONFIG. Or go by none: --no-config.`,
    },
  );
}

async function inFolder(folder: string): Promise<string | undefined> {
  const paths = CONFIG_NAMES.map((name) => join(folder, name));
  const there = await Promise.all(paths.map(isFile));
  const [found, second] = paths.filter((_, i) => there[i]);
  if (second === undefined) return found;
  throw new CliError(
    'configuration',
    `${folder} has two configuration files: ${basename(found ?? '')} and ${basename(second)}.`,
    {
      hint: 'Delete one of them, or name the one to use with --config.',
    },
  );
}

/** A folder that the caller may not read has no configuration for that caller. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

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
 * Refuses a path that leads out of the project of a configuration that was found, or into its `.git`: such a file may be part
 * of a stranger's pull request, and it says what is read and written on the machine of others. Links are followed.
 *
 * @param file the configuration
 * @param paths as the configuration has them, by field
 * @throws CliError `configuration`
 */
export async function refuseOutside(
  file: string,
  name: string,
  paths: readonly (readonly [field: string, path: string])[],
): Promise<void> {
  const root = await realpath(await projectRoot(dirname(file)));
  for (const [field, path] of paths) {
    const real = await realOf(pathFrom(dirname(file), path));
    const isGits = isWithin(join(root, '.git'), real);
    if (isWithin(root, real) && !isGits) continue;
    throw new CliError(
      'configuration',
      `“${field}” of ${name} leads to ${plain(real, 200)}, ${isGits ? 'among the files of git' : `outside of the project (${root})`}.`,
      {
        hint: `If you trust the configuration, name it: --config ${shellWord(name)}. Or go by none: --no-config.`,
      },
    );
  }
}

/** The real path of a file that may not be there yet. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // A link to nothing is where a new file would be written.
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return realOf(resolve(dirname(path), target));
    return dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path));
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
