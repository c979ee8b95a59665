/** Where the configuration file of a project is. */
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CliError } from '../errors.ts';
import type { ConfigFile } from './load.ts';

/** The names under which a configuration is found without being told of. */
const CONFIG_NAMES = ['agent-readiness.config.json', 'agent-readiness.config.ts'] as const;

/**
 * The nearest configuration file: in the folder, or in one that it is in, up to the home folder or the root of the file
 * system.
 *
 * @throws CliError `configuration` where one folder has two
 */
export async function findConfig(folder: string, home = homedir()): Promise<ConfigFile | undefined> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = await inFolder(at);
    if (found !== undefined) return { path: found, by: 'found' };
    if (at === resolve(home) || at === dirname(at)) return undefined;
  }
}

async function inFolder(folder: string): Promise<string | undefined> {
  const paths = CONFIG_NAMES.map((name) => join(folder, name));
  const there = await Promise.all(paths.map(isFile));
  const [found, second] = paths.filter((_, i) => there[i]);
  if (second === undefined) return found;
  throw new CliError(
    'configuration',
    `${folder} has two configuration files: ${CONFIG_NAMES.join(' and ')}.`,
    {
      hint: 'Delete one of them, or name the one to use with --config.',
    },
  );
}

/** A folder that the caller may not read has no configuration for that caller. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
