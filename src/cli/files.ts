/** Files that are read as input, and files that are written whole or not at all. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, constants, type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CliError, fileError } from './errors.ts';
import { undoOnExit } from './interrupt.ts';
import { note, type Output } from './output.ts';

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
 * @throws CliError when it cannot be read, is too large, or stdin is a terminal and nobody may be asked
 */
export async function readInput(path: string, options: ReadOptions): Promise<string> {
  if (path === STDIN) return readStdin(options);
  const what = `Cannot read ${path}`;
  try {
    await using file = await open(path, 'r');
    const facts = await file.stat();
    if (facts.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (facts.size > INPUT_BYTES) throw tooLarge(what);
    return await file.readFile('utf8');
  } catch (error) {
    throw error instanceof CliError ? error : fileError(what, error);
  }
}

async function readStdin({ output, timeoutMs }: ReadOptions): Promise<string> {
  if (process.stdin.isTTY === true && !output.interactive) {
    throw new CliError(
      'usage',
      'Nothing is piped into stdin, and --no-interactive forbids to wait for typing.',
      {
        hint: 'Name a file, or pipe one in: … < scorecard.json',
      },
    );
  }
  if (process.stdin.isTTY === true) note(output, 'Reading from the terminal; Ctrl-D ends it.');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = timeoutMs / 1000;
    timer = setTimeout(() => {
      process.stdin.destroy();
      reject(
        new CliError('io', `Cannot read stdin: it did not end within ${seconds} s.`, {
          hint: 'Name a file, or allow more time with --timeout.',
        }),
      );
    }, timeoutMs);
  });
  try {
    const bytes = await Promise.race([buffer(limited(process.stdin)), late]);
    return bytes.toString('utf8');
  } catch (error) {
    throw error instanceof CliError ? error : fileError('Cannot read stdin', error);
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
    hint: 'Pass a scorecard or a recording that this command line made.',
  });
}

/** A file that appears under its name only when it is complete. */
export interface PendingFile {
  /** Writes the text, whole or in parts, and gives the file its name. After a failure nothing is left of it. */
  commit(text: string | Iterable<string>): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Begins a file: a temporary one beside it, so that a folder that cannot be written to is known before any work is
 * done. An interruption removes it.
 *
 * @param options `force` replaces a file that is there; `folders` makes the folders that are missing
 * @throws CliError when the file cannot be written, or is there and `force` is not given
 */
export async function beginFile(
  path: string,
  options: { force: boolean; folders?: boolean },
): Promise<PendingFile> {
  await refuseToReplace(path, options.force);
  const what = `Cannot write ${path}`;
  const folder = dirname(resolve(path));
  const temporary = join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  let file: FileHandle;
  try {
    if (options.folders === true) await mkdir(folder, { recursive: true });
    file = await open(temporary, 'wx', 0o644);
  } catch (error) {
    throw fileError(what, error);
  }
  const remove = () => rmSync(temporary, { force: true });
  const keep = undoOnExit(remove);
  const discard = async () => {
    await file.close().catch(() => undefined);
    remove();
    keep();
  };
  return {
    discard,
    async commit(text) {
      try {
        await file.writeFile(text);
        await file.sync();
        await file.close();
        await rename(temporary, path);
        keep();
      } catch (error) {
        await discard();
        throw fileError(what, error);
      }
    },
  };
}

/**
 * Finds out whether a file could be begun, without touching anything.
 *
 * @throws CliError
 */
export async function checkFile(path: string, options: { force: boolean }): Promise<void> {
  await refuseToReplace(path, options.force);
  try {
    await access(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw fileError(`Cannot write ${path}`, error);
  }
}

/** @throws CliError */
async function refuseToReplace(path: string, force: boolean): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return;
  if (!facts.isFile()) {
    throw new CliError('usage', `Cannot write ${path}: it is there and is not a regular file.`, {
      hint: 'Name a file that is to be made.',
    });
  }
  if (!force) {
    throw new CliError('usage', `Cannot write ${path}: the file is there already.`, {
      hint: 'Choose another name, or pass --force to replace it.',
    });
  }
}
