/** Writes files completely or not at all, and creates missing folders. */
import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError } from './errors.ts';

/** A file that appears under its name only when it is complete. */
export interface PendingFile {
  /** The path of the temporary file. Code that ends the process before `commit` must remove it. */
  readonly temporary: string;
  /**
   * Writes the content, whole or in parts, and renames the file in one step: readers find either the old bytes or the new
   * ones, even if the process ends early. If writing fails, removes the temporary file.
   *
   * @throws FileError
   */
  commit(content: string | Iterable<string> | Readable): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Starts a file: creates a temporary one next to it, so that a folder without write permission is detected before any work.
 * Replaces an existing file of that name.
 *
 * @param options `locked`: the caller holds the lock of the file, so no other process uses its temporary name, and a leftover
 *   is replaced; `folders`: create missing folders; `name`: its name in messages; `secret`: only the caller can read it
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
    // The flag `wx` does not follow a link under this name.
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

/** Syncs a folder, so that a rename in it survives a power failure, if the platform can do that. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r');
    await folder.sync();
  } catch {
    // The file is already in place. Only whether it survives a power failure depends on the sync.
  }
}

/** Returns whether a file system error says that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns whether a file, a folder or a link exists at a path. */
export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Removes a file.
 * @returns whether it existed
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
 * Creates a writable folder, including any missing parents.
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

/** Node's recursive mkdir never ends if the file system returns ENOENT below an existing folder, as /proc does. */
async function makeFolders(path: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have created the folder meanwhile. If a file has its name, the error says so.
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (isFolder) return;
    const inItsPlace = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw inItsPlace ? Object.assign(new Error('a file', { cause: error }), { code: 'ENOTDIR' }) : error;
  }
}
