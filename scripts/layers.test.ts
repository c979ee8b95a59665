/** The code follows the rules of `rooms.ts`, and violations are found. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allViolations, exportedTwice, violations } from './layers.ts';

it('every file imports only rooms and packages that its room may use', () => {
  expect(allViolations(join(import.meta.dirname, '..'))).toEqual([]);
});

it.each([
  ['src/audit/parse/a.ts', "import { a } from '../io/a.ts';", 'parse may not import io'],
  ['src/audit/parse/a.ts', "import type { A } from '../evidence/a.ts';", 'parse may not import evidence'],
  ['src/audit/parse/a.ts', "export { a } from '../probes/a.ts';", 'parse may not import probes'],
  ['src/audit/parse/a.ts', "const { a } = await import('../checks/a.ts');", 'parse may not import checks'],
  ['src/service/a.ts', "import {\n  a,\n} from '../audit/parse/html.ts';", 'service may not import parse'],
  ['src/service/a.ts', "import { plain } from '../base/text.ts';", undefined],
  ['src/report/html/a.ts', "import { a } from '../../catalog/rate.ts';", 'report may not import catalog'],
  ['src/audit/checks/a.ts', "import { readFile } from 'node:fs/promises';", 'node:fs/promises'],
  ['src/audit/checks/a.ts', "import { request } from 'undici';", 'the package undici'],
  ['src/audit/checks/a.ts', 'const now = new Date();', 'uses the clock'],
  ['src/audit/checks/a.ts', '// const now = new Date();\n/* Date.now() */', undefined],
  ['src/report/a.ts', "import { a } from '../testing/a.ts';", 'for tests'],
  ['src/elsewhere/a.ts', '', 'in no room'],
])('judges %s with %j', (path, text, problem) => {
  const found = violations(path, text).join('\n');
  if (problem === undefined) expect(found).toBe('');
  else expect(found).toContain(problem);
});

it('no name is exported by two files', () => {
  const files = new Map([
    ['src/a.ts', 'export function one(a: string): void;\nexport function one(a: number): void {}'],
    ['src/b.ts', 'export const two = 1;'],
    ['src/site/pages/c.ts', 'export const two = 1;'],
  ]);
  expect(exportedTwice(files)).toEqual([]);
  expect(exportedTwice(files.set('src/d.ts', 'export type one = 1;'))).toEqual([
    'one is defined in src/a.ts and src/d.ts',
  ]);
});
