/** Writes files completely or not at all, removes files, and creates folders. */
import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError } from './errors.ts';

/** A file that is being written. It appears under its name only when it is complete. */
export interface PendingFile {
  /** The path of the temporary file. Code that ends the process before `commit` must remove the file. */
  readonly temporary: string;
  /**
   * Writes the content to the temporary file, then renames the file in one step. Readers find either the old bytes or the new
   * ones, even if the process ends early. If writing fails, the temporary file is removed.
   * @throws FileError
   */
  commit(content: string | Uint8Array | Iterable<string> | Readable): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Creates a temporary file next to `path`, so that a folder without write permission is detected before any work. `commit`
 * replaces an existing file at `path`.
 * @param options `locked`: the caller has locked the file, so a leftover temporary file is replaced; `folders`: create
 *   missing folders; `name`: the file's name in messages; `secret`: only the current user can read the file; `bulk`: the caller
 *   writes many files and then calls `syncFolder`, which takes longer than writing a small file
 * @throws FileError
 */
export async function beginFile(
  path: string,
  { locked = false, folders = false, name = path, secret = false, bulk = false } = {},
): Promise<PendingFile> {
  const folder = dirname(resolve(path));
  const unique = locked ? '' : `.${randomUUID().slice(0, 8)}`;
  const temporary = join(folder, `.${basename(path)}${unique}.tmp`);
  const failed = (error: unknown) => new FileError(`Cannot write ${name}`, error);
  let file: FileHandle;
  try {
    if (folders) await makeFolders(folder);
    // `wx` never follows a link, but fails for an existing file. A leftover file is therefore removed first.
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
      if (!bulk) await syncFolder(folder);
    },
  };
}

/** Syncs a folder, if the platform can, so that a rename in the folder survives a power failure. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r');
    await folder.sync();
  } catch {
    // Errors are ignored, because the renamed file is already in place. A power failure may still undo the rename.
  }
}

/** Returns whether a file system error says that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns whether a path leads to an existing file or folder. */
export async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Removes a file and returns whether it existed.
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

/** Replaces Node's recursive mkdir, which never ends if a file system (such as /proc) returns ENOENT below a folder. */
async function makeFolders(path: string): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory() === true) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have created the folder meanwhile. If the path is a file, ENOTDIR is clearer than EEXIST.
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    if (isFolder) return;
    const inItsPlace = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw inItsPlace ? Object.assign(new Error('a file', { cause: error }), { code: 'ENOTDIR' }) : error;
  }
}
