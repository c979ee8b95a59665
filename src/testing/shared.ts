/** What the tests of one file have in common, and what ends with them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same, emptied after each test. */
export function emptiedFolder(name: string): string {
  const folder = scratchFolder(name);
  afterEach(() => {
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true, force: true });
  });
  return folder;
}

/** A server that is stopped after the last test. */
export function shared<T extends AsyncDisposable>(server: T): T {
  afterAll(() => server[Symbol.asyncDispose]());
  return server;
}
