import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { whyNotUtf8 } from '../../base/decode-text.ts';
import { FileError } from '../../base/errors.ts';
import { shellWord } from '../../base/escape.ts';
import { plain } from '../../base/text.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import { type Config, configSchema } from '../../report/gate/config.ts';
import { pathFrom } from '../context.ts';
import { CliError } from '../errors.ts';
import { textIn } from '../file-text.ts';
import { type ConfigFile, refuseOutside, refuseStrangers } from './find.ts';
import { invalidConfig } from './problems.ts';

export interface LoadedConfig {
  readonly path: string;
  /** The name of the file in messages. */
  readonly name: string;
  /** The file's folder. Paths in the file are relative to this folder. */
  readonly folder: string;
  readonly values: Config;
  readonly by: ConfigFile['by'];
  /** Set in a dry run, which does not execute a configuration in TypeScript. `values` is then empty. */
  readonly unread?: true;
}

const TYPESCRIPT = /\.m?ts$/;
/** The start of Node's error message for an ES module in a package with `"type": "commonjs"`. */
const READ_AS_COMMONJS = /^(?:Unexpected token 'export'|Cannot use import statement outside a module)/;
const MAX_BYTES = 1024 * 1024;
/** The time limit for loading a configuration in TypeScript, in milliseconds. */
const IMPORT_MS = 10_000;

/**
 * Reads a configuration.
 * @param folder the working directory
 * @param options `timeoutMs`: the time limit for loading TypeScript, at most 10 s; `dryRun`: executes no module
 * @throws CliError `configuration` for an invalid or untrusted configuration; FileError if a named file cannot be read
 */
export async function loadConfig(
  file: ConfigFile,
  folder: string,
  { timeoutMs = IMPORT_MS, dryRun = false } = {},
): Promise<LoadedConfig> {
  const path = pathFrom(folder, file.path);
  const name = shownPath(path, folder);
  const { by } = file;
  await mustBeReadable(path, name, by);
  if (by === 'found') {
    const wayOut = `If you trust it, name it: --config ${shellWord(name)}. Or ignore it: --no-config.`;
    await refuseStrangers(path, `The configuration ${name}`, wayOut);
  }
  if (dryRun && TYPESCRIPT.test(path)) {
    return { path, name, folder: dirname(path), values: {}, by, unread: true };
  }
  const data = await dataOf(path, name, Math.min(timeoutMs, IMPORT_MS));
  const checked = configSchema.safeParse(data);
  if (!checked.success) throw invalidConfig(name, data, checked.error.issues);
  if (by === 'found') await refuseOutside(path, name, pathsIn(checked.data));
  return { path, name, folder: dirname(path), values: checked.data, by };
}

/** Returns the paths of files that an audit reads or writes, with the field that names each. */
function pathsIn({ baseline, outputFiles = {}, headers = [] }: Config): (readonly [string, string])[] {
  return [
    ...(baseline === undefined ? [] : [['baseline', baseline] as const]),
    ...Object.values(outputFiles).map((path) => ['outputFiles', path] as const),
    ...headers.flatMap((header) => {
      const path = /^[^=]+=file:(.+)$/.exec(header)?.[1];
      return path === undefined ? [] : [['headers', path] as const];
    }),
  ];
}

/** Returns the path relative to the working directory if that is shorter. */
function shownPath(path: string, folder: string): string {
  const from = relative(folder, path);
  return from !== '' && from.length < path.length ? from : path;
}

async function mustBeReadable(path: string, name: string, by: ConfigFile['by']): Promise<void> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (facts.size <= MAX_BYTES) return;
  } catch (error) {
    const unreadable = new FileError(`Cannot read the configuration ${name}`, error);
    if (by === 'flag') throw unreadable;
    throw new CliError('configuration', unreadable.message, {
      hint: by === 'env' ? 'AUDIT_CONFIG names this file.' : 'Check its permissions, or pass --no-config.',
      cause: error,
    });
  }
  throw new CliError('configuration', `The configuration ${name} is larger than 1 MiB.`, {
    hint: 'Name the right file with --config.',
  });
}

async function dataOf(path: string, name: string, timeoutMs: number): Promise<unknown> {
  if (path.endsWith('.json')) return parsed(path, name);
  if (TYPESCRIPT.test(path)) return imported(path, name, timeoutMs);
  throw new CliError('configuration', `The configuration ${name} is neither JSON nor TypeScript.`, {
    hint: 'Name a file that ends with .json, .ts or .mts.',
  });
}

async function parsed(path: string, name: string): Promise<unknown> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new FileError(`Cannot read the configuration ${name}`, error);
  });
  const text = textIn(bytes, `the configuration ${name}`, 'configuration');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unloadable(name, error, 'JSON has no comments and no comma before a closing bracket.');
  }
}

async function imported(path: string, name: string, timeoutMs: number): Promise<unknown> {
  if (!process.features.typescript) {
    throw new CliError(
      'configuration',
      `Node ${process.version} cannot load ${name}: it does not read TypeScript.`,
      {
        hint: 'Use Node 22.19 or newer, or write the configuration as agent-readiness.config.json.',
      },
    );
  }
  const late = AbortSignal.timeout(timeoutMs);
  // Keeps the process running, because neither the signal's timer nor a pending import does so.
  const held = setInterval(() => undefined, timeoutMs);
  const loaded = await quietly(() => untilAborted<Module>(import(pathToFileURL(path).href), late))
    .catch(async (error: unknown) => {
      if (error !== late.reason) {
        const misread = await wrongEncoding(path, name, error);
        if (misread !== undefined) throw misread;
        if (error instanceof SyntaxError && READ_AS_COMMONJS.test(error.message)) {
          const cause = new Error(
            'it is an ES module, and "type": "commonjs" in package.json says otherwise',
          );
          throw unloadable(name, cause, `Rename it to ${basename(path, '.ts')}.mts.`);
        }
        throw unloadable(name, error, 'It must be a module that Node runs as it is: export default { … }.');
      }
      const seconds = timeoutMs / 1000;
      throw new CliError('configuration', `Cannot load ${name}: it did not finish within ${seconds} s.`, {
        hint: 'A configuration should not wait for anything.',
      });
    })
    .finally(() => clearInterval(held));
  const { default: value } = loaded;
  if (value === undefined) {
    throw new CliError('configuration', `${name} has no default export.`, {
      hint: 'Write export default { … } in it.',
    });
  }
  return value;
}

/** Returns an error if the module, or the package.json above it, is not UTF-8. */
async function wrongEncoding(path: string, name: string, error: unknown): Promise<CliError | undefined> {
  const [, packageJson] = /^Invalid package config (.+package\.json)/.exec((error as Error).message) ?? [];
  const file = packageJson ?? path;
  const why = whyNotUtf8(await readFile(file).catch(() => new Uint8Array()));
  if (why === undefined) return undefined;
  const which = packageJson === undefined ? 'it' : plain(packageJson, 200);
  return new CliError('configuration', `Cannot load ${name}: ${which} is ${why}, and Node reads UTF-8.`, {
    hint: `Save ${packageJson === undefined ? 'it' : 'that file'} as UTF-8.`,
    cause: error,
  });
}

type Module = Readonly<Record<string, unknown>>;

/** Suppresses Node's warnings about the module type, which would mix with the program's own output on stderr. */
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  try {
    return await load();
  } finally {
    // Wait, because Node emits the warning in the next turn of the event loop.
    await setImmediate();
    for (const listener of listeners) process.on('warning', listener);
  }
}

function unloadable(name: string, error: unknown, hint: string): CliError {
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new CliError('configuration', `Cannot load ${name}: ${plain(why).replace(/\.$/, '')}.`, {
    hint,
    cause: error,
  });
}
