/** Files that are written whole or not at all. */

import { access, constants, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileError } from '../cli/errors.ts';

/** The name of a host's files; what file systems may refuse (the colon of a port) is percent-encoded. */
export function fileNameOf(host: string): string {
  return host.replace(/[^a-z0-9._-]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The host that `fileNameOf` has named a file after. */
export function hostOf(fileName: string): string {
  return fileName.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Makes a folder that can be written to, and those that it is in. Node's own recursive mkdir never ends where the file
 * system answers ENOENT below a folder that is there, as /proc does.
 *
 * @throws CliError
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeFolders(resolve(path));
    await access(path, constants.W_OK);
  } catch (error) {
    throw fileError(`Cannot write to ${path}`, error);
  }
}

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

/**
 * Replaces a file in one step: whoever reads it, or ends this process, finds the old bytes or the new ones.
 * The caller holds the lock of the file, so that its temporary name is nobody else's, and what an earlier run left
 * under that name is replaced.
 *
 * @throws CliError
 */
export async function replaceFile(path: string, bytes: string | Readable): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  try {
    let file: FileHandle | undefined;
    try {
      file = await open(temporary, 'w', 0o644);
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file?.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileError(`Cannot write ${path}`, error);
  }
  await syncFolder(dirname(path));
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
