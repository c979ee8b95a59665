/** Reads the input files of commands, and writes their output files. */
import { rmSync } from 'node:fs';
import { access, constants, lstat, open, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AuditError, FileError } from '../base/errors.ts';
import { beginFile, isMissing, type PendingFile } from '../base/files.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { isWithin, projectRoot } from './config/find.ts';
import { pathFrom, type Session } from './context.ts';
import { CliError } from './errors.ts';
import { textIn } from './file-text.ts';
import { notice, type Output } from './output.ts';

/** The maximum size of input, in bytes. Recordings are smaller: they contain at most 48 MiB of bodies, some in base64. */
const INPUT_BYTES = 256 * 1024 * 1024;

const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/?$/;
const FILE_END = /\.(?:jsonl?|har|gz|txt)$/i;

/** Returns whether an argument is a URL or a host, not the name of a file. */
function namesSite(path: string): boolean {
  return /^https?:/.test(path) || (HOST.test(path) && !FILE_END.test(path));
}

export const STDIN = '-';

export function nameOf(path: string): string {
  return path === STDIN ? 'stdin' : path;
}

export interface ReadOptions {
  readonly output: Output;
  readonly timeoutMs: number;
}

/**
 * Reads the text of a file, or of stdin for `-`.
 * @throws AuditError if the text is unreadable or too large, or if stdin is a terminal and the run is not interactive
 */
export async function readInput(path: string, options: ReadOptions): Promise<string> {
  if (path === STDIN) return readStdin(options);
  if (path === '') {
    throw new CliError('usage', 'The name of a file is empty.', {
      hint: 'Name a file, or type “-” for stdin. In a script, a variable may be empty.',
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
    if (error instanceof AuditError) throw error;
    if (isMissing(error) && namesSite(path)) {
      throw new CliError('usage', `${what}: this command reads files, not sites.`, {
        hint: 'Audit each site first, and keep its scorecard: <url> --json > before.json',
      });
    }
    throw new FileError(what, error);
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

interface WriteOptions {
  readonly force: boolean;
  readonly folders?: boolean;
  /** Whether only the caller may read the file. */
  readonly secret?: boolean;
  /** A folder in the project. Links in the file's path must not lead out of that project. Default: the working directory. */
  readonly within?: string;
}

/**
 * Starts writing a command's output file. An interruption removes the unfinished file.
 * @param path the path as typed, relative to the working directory; error messages quote it
 * @throws AuditError if the file cannot be written, or exists and `force` is not set
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

/** The `statfs` types of Linux's virtual file systems in which no file can be created: proc, sysfs, cgroup. */
const KERNEL_FILES = new Set([0x9fa0, 0x62656572, 0x63677270]);

/**
 * Checks that a file can be written, without changing it.
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
    // The check of permissions below is not enough, because root passes it in these file systems too.
    if (KERNEL_FILES.has((await statfs(folder)).type)) {
      throw Object.assign(new Error('no disk'), { code: 'EROFS' });
    }
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new FileError(`Cannot write ${path}`, error);
  }
}

/**
 * Returns the absolute path of a file that may be written.
 * @throws CliError `usage` if the file exists and `force` is not set; `not_permitted` if a link leads out of the project
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

/** Rejects a path if a link in it leads out of the project. Links in a cloned project are untrusted. */
async function refuseLinkOut(root: string, place: string, path: string): Promise<void> {
  if (!isWithin(root, place)) return;
  const realRoot = await realpath(root).catch(() => root);
  for (let at = dirname(place); at !== root && isWithin(root, at); at = dirname(at)) {
    const link = (await lstat(at).catch(() => undefined))?.isSymbolicLink() === true;
    const to = link ? await realpath(at).catch(() => undefined) : undefined;
    if (to === undefined || isWithin(realRoot, to)) continue;
    throw new CliError(
      'not_permitted',
      `Cannot write ${path}: ${relative(root, at)} is a link to a path outside the project: ${to}.`,
      {
        hint: 'If the file belongs there, name that folder. Otherwise replace the link with a folder.',
      },
    );
  }
}
