/** What the tests of one file have in common, and what ends with them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that is stopped after the last test. */
export function shared<T extends AsyncDisposable>(server: T): T {
  afterAll(() => server[Symbol.asyncDispose]());
  return server;
}
