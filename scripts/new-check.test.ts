import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { definitionOf } from '../src/definitions/index.ts';
import { newCheck } from './new-check.ts';

const ROOT = new URL('../', import.meta.url);
const ASKED = { id: 'brand-new', family: 'discoverability', keyword: 'may', principle: 'P4' };
/** The rooms of families: each has the same files. */
const ROOMS = ['src/definitions', 'src/checks', 'src/examples'];

let folder: string;
let root: URL;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'new-check-'));
  root = pathToFileURL(`${folder}/`);
  await Promise.all([
    ...[...ROOMS, 'src/demo'].map((path) =>
      cp(new URL(path, ROOT), new URL(path, root), { recursive: true }),
    ),
    mkdir(new URL('content/checks/', root), { recursive: true }),
  ]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** The ids of each file of a room, by its name. */
async function familiesIn(room: string): Promise<Record<string, string[]>> {
  const files = (await readdir(new URL(room, ROOT))).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const entries = files.map(async (name) => {
    const words = (await read(`${room}/${name}`)).matchAll(
      /^ {2,4}(?:id: |check\()?'?([a-z0-9-]+)'?(?:,|: (?:\[|cases\())/gm,
    );
    const ids = [...words].map(([, word = '']) => word).filter((word) => definitionOf(word) !== undefined);
    return [name.slice(0, -'.ts'.length), ids] as const;
  });
  return Object.fromEntries((await Promise.all(entries)).filter(([, ids]) => ids.length > 0));
}

it('has families of the same names, with the same checks, in every room', async () => {
  const [documents = {}, ...others] = await Promise.all(ROOMS.map(familiesIn));
  expect(Object.keys(documents).length).toBeGreaterThan(10);
  for (const families of others) expect(families).toEqual(documents);
});

it('writes the stubs of a check into every family, as code that can be read', async () => {
  for (const family of Object.keys(await familiesIn('src/definitions'))) {
    const id = `brand-new-${family}`;
    const written = newCheck({ ...ASKED, id, family }, root);
    expect(written).toHaveLength(6);
    for (const path of written) {
      const text = await read(path);
      expect(text, path).toContain(id);
      if (path.endsWith('.ts')) expect(() => stripTypeScriptTypes(text), path).not.toThrow();
    }
    const [, deciders = ''] = written;
    expect(await read(deciders)).toMatch(/import \{[^}]*\bcheck\b[^}]*\} from '\.\/check\.ts'/);
  }
});
