/** The layers: what is enforced and what is drawn follow one list, the list has every room, and Biome heeds it. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forbiddenTo, LAYERS, OUTSIDE } from './layers.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (name: string) => readFile(join(ROOT, name), 'utf8');

it('gives every file of the source a place', async () => {
  const listed = [...LAYERS, ...OUTSIDE.map(({ rooms }) => rooms)].flatMap((rooms) =>
    Object.values(rooms).flat(),
  );
  const entries = await readdir(join(ROOT, 'src'), { withFileTypes: true });
  // What is not code is imported as it is: files for browsers, styles.
  const there = entries
    .map((entry) => `src/${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .filter((path) => !path.endsWith('.test.ts') && !['src/public/', 'src/styles/'].includes(path));
  expect(listed.toSorted()).toEqual([...there, 'functions/', 'scripts/'].toSorted());
});

it('forbids a room what stands above it and beside it', () => {
  expect(forbiddenTo('view')).toEqual(expect.arrayContaining(['src/render/', 'src/site/', 'src/demo/']));
  expect(forbiddenTo('view')).not.toContain('src/scorecard/');
  expect(forbiddenTo('mcp')).toEqual(expect.arrayContaining(['src/cli/', 'src/service/', 'src/app/']));
  expect(forbiddenTo('app')).not.toContain('src/demo/');
});

/** A line that a file of this path begins with, and whether it breaks a rule. */
const IMPORTS: readonly (readonly [path: string, line: string, breaks: boolean])[] = [
  ['src/parse/upwards.ts', "import { a } from '../io/a.ts';", true],
  ['src/walls/upwards.ts', "import { a } from '../../io/a.ts';", true],
  ['src/parse/type.ts', "import type { A } from '../evidence/a.ts';", true],
  ['src/parse/exported.ts', "export { a } from '../probes/a.ts';", true],
  ['src/parse/dynamic.ts', "const { a } = await import('../checks/a.ts');", true],
  ['src/errors.ts', "import { a } from './parse/a.ts';", true],
  ['src/audit.ts', "import { a } from './render/a.ts';", false],
  ['src/scorecard/audit.ts', "import { a } from '../audit.ts';", true],
  ['src/mcp/peer.ts', "import { a } from '../cli/a.ts';", true],
  ['src/site/browser/peer.ts', "import { a } from '../../service/a.ts';", true],
  ['src/site/component.astro', "import { a } from '../app/a.ts';", true],
  ['src/pages/page.astro', "import { a } from '../site/a.ts';", false],
  ['src/cli/testing.ts', "import { a } from '../testing/a.ts';", true],
  ['src/cli/own-testing.ts', "import { a } from './testing/a.ts';", true],
  ['src/cli/of-test.ts', "import { a } from './a.test.ts';", true],
  ['src/run/demo.ts', "import { a } from '../demo/a.ts';", true],
  ['src/app/demo.ts', "import { a } from '../demo/a.ts';", false],
  ['src/app/script.ts', "import { a } from '../../scripts/a.ts';", true],
  ['functions/site.ts', "import { a } from '../src/site/a.ts';", false],
  ['functions/bench.ts', "import { a } from '../src/bench/a.ts';", true],
  ['src/run/below.ts', "import { a } from '../catalog/a.ts';", false],
  ['src/parse/below.test.ts', "import { a } from '../app/a.ts';", false],
  ['src/mcp/testing/any.ts', "import { a } from '../../cli/a.ts';", false],
  ['src/checks/cycle-one.ts', "import type { Two } from './cycle-two.ts';", true],
  ['src/checks/cycle-two.ts', "import type { One } from './cycle-one.ts';", true],
];

let folder: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'layers-')));
  await cp(join(ROOT, '.layers.json'), join(folder, '.layers.json'));
  const config = { ...JSON.parse(await read('biome.json')), vcs: { enabled: false } };
  await writeFile(join(folder, 'biome.json'), JSON.stringify(config));
  for (const [path, line] of IMPORTS) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path.endsWith('.astro') ? `---\n${line}\n---\n` : `${line}\n`);
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('is broken by what Biome refuses, and by nothing else', async () => {
  const program = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles'];
  const refused = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [program, 'lint', ...rules, '--reporter=github', '--max-diagnostics=none', '.'],
      { cwd: folder },
      (_error, stdout) => resolve(stdout),
    );
  });
  const files = [...refused.matchAll(/file=([^,]+)/g)].map(([, file = '']) => relative(folder, file));
  expect([...new Set(files)].toSorted()).toEqual(
    IMPORTS.flatMap(([path, , breaks]) => (breaks ? [path] : [])).toSorted(),
  );
});
