/** Checks the tables of documents that describe the code against the code. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

function tableOf(document: string, head: string): string[][] {
  const text = readFileSync(new URL(`../.github/${document}`, import.meta.url), 'utf8');
  const [, table = ''] = text.split(`${head}\n|---`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('|').map((cell) => cell.trim()));
}

const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('twenty rows name existing files, at most three folders deep, that contain the given name', () => {
  const rows = tableOf('CONTRIBUTING.md', '| you look for | file | name in the file |');
  expect(rows).toHaveLength(20);
  for (const [, question, file, name] of rows) {
    const [path = ''] = codesIn(file);
    const [word = ''] = codesIn(name);
    expect(path.split('/').length, path).toBeLessThanOrEqual(4);
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), question).toContain(word);
  }
});

it('every direct dependency has exactly one row', () => {
  const rows = tableOf(
    'DECISIONS.md',
    '| package | where and for what | what else was tried | what would make us leave it |',
  );
  const names = rows.flatMap(([, name]) => codesIn(name));
  const { dependencies, devDependencies } = manifest;
  expect(names.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
  expect(rows.filter((row) => row.length !== 6 || row.slice(1, 5).includes(''))).toEqual([]);
});

it('every promise about security names tests that exist', () => {
  const rows = tableOf('SECURITY.md', '| promise | test |');
  expect(rows.length).toBeGreaterThan(20);
  for (const [, promise, tests] of rows) {
    const paths = codesIn(tests);
    expect(paths, promise).not.toEqual([]);
    for (const path of paths)
      expect([path, existsSync(new URL(`../${path}`, import.meta.url))]).toEqual([
        expect.stringMatching(/\.test\.ts$/),
        true,
      ]);
  }
});
