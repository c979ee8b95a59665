/** Files that commands read as input, and those that they write. */
import { rmSync } from 'node:fs';
import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AuditError, FileError } from '../errors.ts';
import { beginFile, isMissing, type PendingFile } from '../files.ts';
import type { Session } from './context.ts';
import { CliError } from './errors.ts';
import { notice, type Output } from './output.ts';

/** A recording holds up to 48 MiB of bodies, in base64 where they are not text. */
const INPUT_BYTES = 256 * 1024 * 1024;

/** The name by which a command line speaks of stdin. */
export const STDIN = '-';

export function nameOf(path: string): string {
  return path === STDIN ? 'stdin' : path;
}

export interface ReadOptions {
  readonly output: Output;
  /** How long stdin may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The text of a file, or of stdin for `-`.
 *
 * @throws AuditError when it cannot be read, is too large, or stdin is a terminal and nobody may be asked
 */
export async function readInput(path: string, options: ReadOptions): Promise<string> {
  if (path === STDIN) return readStdin(options);
  if (path === '') {
    throw new CliError('usage', 'The name of a file is empty.', {
      hint: 'Name a file, or type “-” for stdin. In a script, a variable may have nothing in it.',
    });
  }
  const what = `Cannot read ${path}`;
  try {
    await using file = await open(resolve(options.output.session.context.cwd, path), 'r');
    const facts = await file.stat();
    if (facts.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (facts.size > INPUT_BYTES) throw tooLarge(what);
    return await file.readFile('utf8');
  } catch (error) {
    throw error instanceof AuditError ? error : new FileError(what, error);
  }
}

async function readStdin({ output, timeoutMs }: ReadOptions): Promise<string> {
  const { stdin } = output.session.context;
  if (stdin.isTTY === true && !output.interactive) {
    throw new CliError(
      'usage',
      'Nothing is piped into stdin, and --no-interactive forbids waiting for typing.',
      {
        hint: 'Name a file, or pipe one in: … < scorecard.json',
      },
    );
  }
  if (stdin.isTTY === true) notice(output, 'Reading from the terminal; Ctrl-D ends it.');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = timeoutMs / 1000;
    timer = setTimeout(() => {
      stdin.destroy();
      reject(
        new CliError('io', `Cannot read stdin: it did not end within ${seconds} s.`, {
          hint: 'Name a file, or allow more time with --timeout.',
        }),
      );
    }, timeoutMs);
  });
  try {
    const bytes = await Promise.race([buffer(limited(stdin)), late]);
    return bytes.toString('utf8');
  } catch (error) {
    throw error instanceof AuditError ? error : new FileError('Cannot read stdin', error);
  } finally {
    clearTimeout(timer);
  }
}

async function* limited(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > INPUT_BYTES) throw tooLarge('Cannot read stdin');
    yield chunk;
  }
}

function tooLarge(what: string): CliError {
  return new CliError('usage', `${what}: it is larger than ${INPUT_BYTES / 1024 / 1024} MiB.`, {
    hint: 'Pass a scorecard or a recording made by this command.',
  });
}

/**
 * Begins a file that a command was told to write. An interruption removes what there is of it.
 *
 * @param options `force` replaces a file that is there; `folders` makes the folders that are missing; `secret`: only the caller can
 *   read it
 * @param path as it was typed: relative to the working directory, and so named in messages
 * @throws AuditError when the file cannot be written, or is there and `force` is not given
 */
export async function beginOutput(
  session: Session,
  path: string,
  { force, folders = false, secret = false }: { force: boolean; folders?: boolean; secret?: boolean },
): Promise<PendingFile> {
  const place = resolve(session.context.cwd, path);
  await refuseToReplace(place, path, force);
  const file = await beginFile(place, { folders, name: path, secret });
  const settled = session.undoOnStop(() => rmSync(file.temporary, { force: true }));
  return {
    temporary: file.temporary,
    commit: (content) => file.commit(content).finally(settled),
    discard: () => file.discard().finally(settled),
  };
}

/** `statfs` types of what Linux shows as files and nobody can add to: proc, sysfs, cgroup. */
const KERNEL_FILES = new Set([0x9fa0, 0x62656572, 0x63677270]);

/**
 * Finds out whether a file could be begun, without touching anything.
 *
 * @param options as those of `beginOutput`
 * @throws AuditError
 */
export async function checkFile(
  { context }: Session,
  path: string,
  { force, folders = false }: { force: boolean; folders?: boolean },
): Promise<void> {
  const place = resolve(context.cwd, path);
  await refuseToReplace(place, path, force);
  const missing = (folder: string) => stat(folder).then(() => false, isMissing);
  try {
    let folder = dirname(place);
    while (folders && (await missing(folder))) folder = dirname(folder);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
    // The permissions let root write there.
    if (KERNEL_FILES.has((await statfs(folder)).type)) {
      throw Object.assign(new Error('no disk'), { code: 'EROFS' });
    }
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new FileError(`Cannot write ${path}`, error);
  }
}

/** @throws CliError `usage` */
async function refuseToReplace(place: string, path: string, force: boolean): Promise<void> {
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined) return;
  if (!facts.isFile()) {
    throw new CliError('usage', `Cannot write ${path}: it exists and is not a regular file.`, {
      hint: 'Name a new file.',
    });
  }
  if (!force) {
    throw new CliError('usage', `Cannot write ${path}: the file already exists.`, {
      hint: 'Choose another name, or pass --force to overwrite it.',
    });
  }
}
