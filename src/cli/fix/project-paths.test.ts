import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectPaths } from './project-paths.ts';

async function pathsOf(manifest: object, folders: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'paths-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    for (const one of folders) await mkdir(join(folder, one), { recursive: true });
    return await projectPaths(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const NEXT = { dependencies: { next: '16' } };

it.each([
  ['the usual one', ['app'], []],
  ['the one in src', ['src/app'], [['app/', 'src/app/']]],
  ['the usual one where both are there', ['app', 'src/app'], []],
  ['a file with types', ['docusaurus.config.ts'], [['docusaurus.config.js', 'docusaurus.config.ts']]],
])('finds the place of a project: %s', async (_, folders, renamed) => {
  expect(await pathsOf(NEXT, folders)).toEqual({ publicFolder: 'public', renamed });
});

it('knows no public folder without a framework', async () => {
  expect(await pathsOf({}, [])).toEqual({ publicFolder: undefined, renamed: [] });
});
