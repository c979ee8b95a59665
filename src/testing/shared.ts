/** Shared resources of the tests in one file, which end with them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** Returns a function that creates folders with the named files; content other than text is written as JSON. */
export function projectsIn(name: string): (files?: Readonly<Record<string, unknown>>) => string {
  const folder = scratchFolder(name);
  return (files = {}) => {
    const root = mkdtempSync(join(folder, 'project-'));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return root;
  };
}

export function shared<T extends AsyncDisposable>(server: T): T {
  afterAll(() => server[Symbol.asyncDispose]());
  return server;
}
