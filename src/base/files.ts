/** Files that are written whole or not at all, and the folders that they are in. */
import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError } from './errors.ts';

/**
 * The absolute path of one that a person typed or a configuration names. A backslash separates folders on every system, because
 * projects and their pipelines are shared with Windows; a name that has one of its own cannot be typed elsewhere.
 */
export function pathFrom(folder: string, path: string): string {
  return resolve(folder, path.replaceAll('\\', sep));
}

/** A file that appears under its name only when it is complete. */
export interface PendingFile {
  /** Where its bytes are until then. Code that ends the process before `commit` removes it. */
  readonly temporary: string;
  /**
   * Writes the content, whole or in parts, and gives the file its name in one step: whoever reads it, or ends this
   * process, finds the old bytes or the new ones. After a failure nothing is left of it.
   *
   * @throws FileError
   */
  commit(content: string | Iterable<string> | Readable): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Begins a file: a temporary one beside it, so that a folder that cannot be written to is known before any work is
 * done. What is there under the name is replaced.
 *
 * @param options `locked`: the caller holds the lock of the file, so that its temporary name is nobody else's and what an
 *   earlier process left under it is replaced. `folders` makes the folders that are missing; `name`: what messages call it;
 *   `secret`: only the caller can read it
 * @throws FileError
 */
export async function beginFile(
  path: string,
  { locked = false, folders = false, name = path, secret = false } = {},
): Promise<PendingFile> {
  const folder = dirname(resolve(path));
  const unique = locked ? '' : `.${randomUUID().slice(0, 8)}`;
  const temporary = join(folder, `.${basename(path)}${unique}.tmp`);
  const failed = (error: unknown) => new FileError(`Cannot write ${name}`, error);
  let file: FileHandle;
  try {
    if (folders) await makeFolders(folder);
    // Exclusive: a link under this name is not followed.
    if (locked) {
      await unlink(temporary).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
    file = await open(temporary, 'wx', secret ? 0o600 : 0o644);
  } catch (error) {
    throw failed(error);
  }
  const discard = async () => {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
  };
  return {
    temporary,
    discard,
    async commit(content) {
      try {
        await file.writeFile(content);
        await file.sync();
        await file.close();
        await rename(temporary, path);
      } catch (error) {
        await discard();
        throw failed(error);
      }
      await syncFolder(folder);
    },
  };
}

/** Makes a rename survive a loss of power, where the platform lets a folder be synced. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r');
    await folder.sync();
  } catch {
    // The file is in place; only its durability at a loss of power is the platform's own.
  }
}

/** Whether an error of the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Whether there is anything at a path. */
export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Removes a file.
 *
 * @returns whether it was there
 * @throws FileError
 */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw new FileError(`Cannot remove ${path}`, error);
  }
}

/**
 * Makes a folder that can be written to, and those that it is in.
 *
 * @throws FileError
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(resolve(path));
    await access(path, constants.W_OK);
  } catch (error) {
    throw new FileError(`Cannot write to ${path}`, error);
  }
}

/**
 * Node's own recursive mkdir never ends where the file system answers ENOENT below a folder that is there, as /proc
 * does.
 */
async function makeFolders(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another run may have made it in between; a file in its place is told of as what it is.
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (isFolder) return;
    const inItsPlace = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw inItsPlace ? Object.assign(new Error('a file', { cause: error }), { code: 'ENOTDIR' }) : error;
  }
}
