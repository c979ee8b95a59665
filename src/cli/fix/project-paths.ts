/** Where the project in a folder has what guides name by its usual path. */
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectPaths } from '../../view/fix-snippets.ts';
import { publicFolderOf } from './public-folder.ts';

/** What guides name, and where else it is: where that is there and the first is not. */
const ELSEWHERE: readonly (readonly [named: string, other: string])[] = [
  // A file is named whole, a folder with its slash.
  ['app/', 'src/app/'],
  ['docusaurus.config.js', 'docusaurus.config.ts'],
  ['src/pages/index.js', 'src/pages/index.tsx'],
  ['astro.config.mjs', 'astro.config.ts'],
];

/** Looks at the names of the files of a folder. */
export async function projectPaths(folder: string): Promise<ProjectPaths> {
  const isThere = (path: string) =>
    lstat(join(folder, path)).then(
      () => true,
      () => false,
    );
  const textOf = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined);
  const renamed: (readonly [string, string])[] = [];
  for (const pair of ELSEWHERE) {
    const [named, other] = pair;
    if (!(await isThere(named)) && (await isThere(other))) renamed.push(pair);
  }
  return { publicFolder: await publicFolderOf(isThere, textOf), renamed };
}
