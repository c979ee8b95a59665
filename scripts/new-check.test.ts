import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newCheck } from './new-check.ts';

const ROOT = new URL('../', import.meta.url);
const ASKED = { id: 'brand-new', family: 'discoverability', keyword: 'may', principle: 'P4' };
const FAMILIES = [
  'discoverability',
  'llms',
  'markdown',
  'html-content',
  'bot-crawl-policy',
  'api',
  'mcp-http',
  'webmcp',
  'agent-discovery-auth',
];

let folder: string;
let root: URL;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'new-check-'));
  root = pathToFileURL(`${folder}/`);
  await Promise.all([
    ...['src/catalogue', 'src/checks'].map((path) =>
      cp(new URL(path, ROOT), new URL(path, root), { recursive: true }),
    ),
    mkdir(new URL('content/checks/', root), { recursive: true }),
  ]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it.each(FAMILIES)(
  'writes the stubs of a check into the family %s, as code that can be read',
  async (family) => {
    const written = newCheck({ ...ASKED, family }, root);
    expect(written).toHaveLength(5);
    for (const path of written) {
      const text = await readFile(new URL(path, root), 'utf8');
      expect(text, path).toContain('brand-new');
      if (path.endsWith('.ts')) expect(() => stripTypeScriptTypes(text), path).not.toThrow();
    }
    const [, deciders = ''] = written;
    expect(await readFile(new URL(deciders, root), 'utf8')).toMatch(
      /import \{[^}]*\bcheck\b[^}]*\} from '\.\/check\.ts'/,
    );
  },
);

it.each([
  [{ id: 'Brand New' }, /is no id/],
  [{ id: 'robots' }, /There is a check named robots/],
  [{ family: 'nothing' }, /is no family/],
  [{ keyword: 'could' }, /must, should, may/],
  [{ principle: 'P0' }, /P1/],
])('refuses %o and writes nothing', async (wrong, message) => {
  expect(() => newCheck({ ...ASKED, ...wrong }, root)).toThrow(message);
  expect(await readFile(new URL('src/catalogue/discoverability.ts', root), 'utf8')).not.toContain(
    'brand-new',
  );
});
