/** Files that commands read as input, and those that they write. */
import { rmSync } from 'node:fs';
import { access, constants, lstat, open, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AuditError, FileError } from '../base/errors.ts';
import { beginFile, isMissing, type PendingFile, pathFrom } from '../base/files.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { isWithin, projectRoot } from './config/find.ts';
import type { Session } from './context.ts';
import { CliError } from './errors.ts';
import { textIn } from './file-text.ts';
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
    await using file = await open(pathFrom(options.output.session.context.cwd, path), 'r');
    const facts = await file.stat();
    if (facts.isDirectory()) throw Object.assign(new Error('directory'), { code: 'EISDIR' });
    if (facts.size > INPUT_BYTES) throw tooLarge(what);
    return textIn(await file.readFile(), path, 'usage');
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
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const bytes = await untilAborted(buffer(limited(stdin)), late);
    return textIn(bytes, 'stdin', 'usage');
  } catch (error) {
    if (error === late.reason) {
      stdin.destroy();
      throw new CliError('io', `Cannot read stdin: it did not end within ${timeoutMs / 1000} s.`, {
        hint: 'Name a file, or allow more time with --timeout.',
      });
    }
    throw error instanceof AuditError ? error : new FileError('Cannot read stdin', error);
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

/** How a file is written. */
interface WriteOptions {
  /** Replaces a file that is there. */
  readonly force: boolean;
  /** Makes the folders that are missing. */
  readonly folders?: boolean;
  /** Only the caller can read it. */
  readonly secret?: boolean;
  /** A folder of the project that is written to, where it is not the working directory. */
  readonly within?: string;
}

/**
 * Begins a file that a command was told to write. An interruption removes what there is of it.
 *
 * @param path as it was typed: relative to the working directory, and so named in messages
 * @throws AuditError when the file cannot be written, or is there and `force` is not given
 */
export async function beginOutput(
  session: Session,
  path: string,
  options: WriteOptions,
): Promise<PendingFile> {
  const place = await placeOf(session, path, options);
  const { folders = false, secret = false } = options;
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
 * @throws AuditError
 */
export async function checkFile(session: Session, path: string, options: WriteOptions): Promise<void> {
  const place = await placeOf(session, path, options);
  const { folders = false } = options;
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

/**
 * Where a file is written that may be.
 *
 * @throws CliError `usage` for one that is there, `not_permitted` where its folder is not in the project that it seems to be in
 */
async function placeOf(
  { context: { cwd } }: Session,
  path: string,
  { force, within = '.' }: WriteOptions,
): Promise<string> {
  const place = pathFrom(cwd, path);
  await refuseLinkOut(await projectRoot(pathFrom(cwd, within)), place, path);
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined) return place;
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
  return place;
}

/**
 * A project is often somebody else's work: a folder in it that is a link could lead a file anywhere. What is outside of it
 * the caller has named, and a link in place of the file itself is replaced and not followed.
 */
async function refuseLinkOut(root: string, place: string, path: string): Promise<void> {
  if (!isWithin(root, place)) return;
  const realRoot = await realpath(root).catch(() => root);
  for (let at = dirname(place); at !== root && isWithin(root, at); at = dirname(at)) {
    const link = (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true;
    const to = link ? await realpath(at).catch(() => undefined) : undefined;
    if (to === undefined || isWithin(realRoot, to)) continue;
    throw new CliError(
      'not_permitted',
      `Cannot write ${path}: ${relative(root, at)} is a link that leads out of the project, to ${to}.`,
      {
        hint: 'Name the folder that it leads to, if that is where the file belongs, or put a folder in place of the link.',
      },
    );
  }
}
