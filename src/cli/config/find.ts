/** Finds the configuration file of a project and checks its owner: on a shared machine, another user may have written it. */

import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { shellWord } from '../../base/escape.ts';
import { plain } from '../../base/text.ts';
import { pathFrom } from '../context.ts';
import { CliError } from '../errors.ts';

/** A configuration file. `by` says whether a flag or a variable named the file, or whether a search found it. */
export interface ConfigFile {
  readonly path: string;
  readonly by: 'flag' | 'env' | 'found';
}

const CONFIG_NAMES = ['json', 'ts', 'mts'].map((ending) => `agent-readiness.config.${ending}`);

/**
 * Returns the nearest configuration file, in the folder or one of its parents. The search ends at the home folder or the root
 * of the file system. The file must be inside the project.
 *
 * @throws CliError `configuration` if one folder contains two configuration files, or if the file is outside of the project
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

/** Returns the root of the repository that contains a folder; without a repository, the folder itself. */
export async function projectRoot(folder: string, home = homedir()): Promise<string> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if ((await stat(join(at, '.git')).catch(() => undefined)) !== undefined) return at;
    if (at === resolve(home) || at === dirname(at)) return resolve(folder);
  }
}

export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Returns the error for a configuration in a parent folder of the project, such as /tmp, where any user may have written it. */
function above(path: string, root: string): CliError {
  return new CliError(
    'configuration',
    `The configuration ${path} is not read: it is outside of the project, which is ${root}.`,
    {
      hint: `If it is yours, name it: --config ${shellWord(path)}, or the variable AUDIT_CONFIG. Or ignore it: --no-config.`,
    },
  );
}

async function inFolder(folder: string): Promise<string | undefined> {
  const paths = CONFIG_NAMES.map((name) => join(folder, name));
  const isPresent = await Promise.all(paths.map(isFile));
  const [found, second] = paths.filter((_, i) => isPresent[i]);
  if (second === undefined) return found;
  throw new CliError(
    'configuration',
    `${folder} has two configuration files: ${basename(found ?? '')} and ${basename(second)}.`,
    {
      hint: 'Delete one of them, or name the one to use with --config.',
    },
  );
}

/** Returns whether a file exists. A file in an unreadable folder counts as missing. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

/**
 * Rejects an automatically found file that another user could have written. A configuration decides where secrets are sent
 * and which files are written, and Node executes it if it is in TypeScript. A file that the caller names is not checked.
 *
 * @param what how messages name the file, for example `The configuration agent-readiness.config.json`
 * @param wayOut how to use the file anyway, or to run without it
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
 * Rejects paths in an automatically found configuration that lead out of the project or into its `.git`. The configuration
 * may come from an untrusted pull request, and decides which files this machine reads and writes. Links are followed.
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
      `“${field}” of ${name} points to ${plain(real, 200)}, ${isGits ? 'among the files of git' : `outside of the project (${root})`}.`,
      {
        hint: `If you trust the configuration, name it: --config ${shellWord(name)}. Or ignore it: --no-config.`,
      },
    );
  }
}

/** Returns the real path of a file that may not exist yet. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // The path may be a link to a missing file. Writing to the link would create that file, so follow the link.
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return realOf(resolve(dirname(path), target));
    return dirname(path) === path ? path : join(await realOf(dirname(path)), basename(path));
  }
}

/**
 * Returns why a file's owner or mode is not trusted. As in git's safe.directory, trusted owners are the current user, root,
 * and under `sudo` the user who typed it. A group with the same id as the owner is trusted, because most Linux systems give
 * each user such a private group and make files group-writable.
 */
async function whyStrange(path: string): Promise<string | undefined> {
  const user = process.geteuid?.();
  // Windows protects files with access control lists, which are not checked here.
  if (user === undefined) return undefined;
  const facts = await lstat(path);
  const { uid, gid, mode } = facts;
  const callers = user === 0 ? [0, Number(process.env.SUDO_UID ?? 0)] : [0, user];
  if (!callers.includes(uid)) return `belongs to user ${uid}, and you are user ${user}`;
  // A link's mode has no effect. In a folder with the sticky bit, users cannot replace each other's files.
  if (facts.isSymbolicLink() || (facts.isDirectory() && (mode & 0o1000) !== 0)) return undefined;
  const isOwnGroup = gid === uid && uid !== 0;
  if ((mode & (isOwnGroup ? 0o002 : 0o022)) === 0) return undefined;
  return `can be written by other users (mode ${(mode & 0o777).toString(8)})`;
}
