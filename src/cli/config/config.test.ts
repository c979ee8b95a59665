import { chmodSync, chownSync, lchownSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AuditError } from '../../base/errors.ts';
import { projectsIn } from '../../testing/shared.ts';
import { formatError } from '../errors.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { type ConfigFile, findConfig } from './find.ts';
import { loadConfig } from './load.ts';

const project = projectsIn('config');

const JSON_NAME = 'agent-readiness.config.json';
const TS_NAME = 'agent-readiness.config.ts';
const MTS_NAME = 'agent-readiness.config.mts';

async function refusal(promise: Promise<unknown>): Promise<{ text: string; code: number }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AuditError)) throw new Error(`not refused: ${String(error)}`);
  return {
    text: formatError(error, { format: 'text', color: false, verbose: false }),
    code: exitCodeOf(error),
  };
}

function load(root: string, path: string, by: ConfigFile['by'] = 'found') {
  return loadConfig({ path, by }, root);
}

describe('findConfig', () => {
  it('finds the nearest file in the folder or its parents', async () => {
    const root = project({
      '.git/HEAD': '',
      [JSON_NAME]: {},
      [`a/${TS_NAME}`]: 'export default {};',
      'a/b/c/x': '',
    });
    expect(await findConfig(join(root, 'a/b/c'))).toEqual({ path: join(root, 'a', TS_NAME), by: 'found' });
    expect(await findConfig(root)).toEqual({ path: join(root, JSON_NAME), by: 'found' });
  });

  it.each([
    ['above the repository', 'a/b', 'a'],
    ['above a folder outside any repository', 'c/d', 'c/d'],
  ])('refuses a file %s, because others may have put it there', async (_, from, root) => {
    const top = project({ [JSON_NAME]: {}, 'a/.git': 'gitdir: elsewhere', 'a/b/x': '', 'c/d/x': '' });
    const { text, code } = await refusal(findConfig(join(top, from)));
    expect(code).toBe(78);
    expect(text).toContain(
      `${join(top, JSON_NAME)} is not read: it is outside of the project, which is ${join(top, root)}.\n`,
    );
    expect(text).toContain(`--config ${join(top, JSON_NAME)}`);
  });

  it('does not look above the home folder', async () => {
    const root = project({ [JSON_NAME]: {}, [`home/${JSON_NAME}`]: {}, 'other/a/x': '' });
    expect(await findConfig(join(root, 'home'), join(root, 'home'))).toMatchObject({
      path: join(root, 'home', JSON_NAME),
    });
    expect(await findConfig(join(root, 'other/a'), join(root, 'other'))).toBeUndefined();
  });

  it('refuses two files in one folder, and ignores a folder with the name', async () => {
    const two = project({ [JSON_NAME]: {}, [MTS_NAME]: 'export default {};' });
    const { text, code } = await refusal(findConfig(two));
    expect(code).toBe(78);
    expect(text).toContain(`two configuration files: ${JSON_NAME} and ${MTS_NAME}.`);
    const none = project({ [`${JSON_NAME}/x`]: '' });
    expect(await findConfig(none, none)).toBeUndefined();
  });
});

describe('loadConfig', () => {
  it('reads JSON with or without a byte order mark, and returns its path', async () => {
    const root = project({
      [`a/${JSON_NAME}`]: `\uFEFF{"$schema":"https://x.example/s.json","siteType":"api"}`,
    });
    expect(await load(root, `a/${JSON_NAME}`)).toEqual({
      path: join(root, 'a', JSON_NAME),
      name: `a/${JSON_NAME}`,
      folder: join(root, 'a'),
      values: { $schema: 'https://x.example/s.json', siteType: 'api' },
      by: 'found',
    });
  });

  it.each([
    ['{ "a": 1, }', /JSON at position .*\nJSON has no comments/],
    ['', /Unexpected end of JSON input/],
    [[], /the configuration takes an object, not \[\]/],
    [
      { siteTyp: 'api' },
      /“siteTyp” is not a field of the configuration\.\nDid you mean siteType\?.*\nAllowed: .*siteType/,
    ],
    [{ siteType: 'blog' }, /siteType does not take “blog”\.\n.*\nAllowed: content, api\n/],
    [{ failOn: ['broken', 'belwo'] }, /failOn\[1\] does not take “belwo”\.\nDid you mean below\?/],
    [{ failOn: [] }, /failOn takes at least 1 item, not \[\]/],
    [{ thresholds: { relative: 101 } }, /thresholds\.relative must be at most 100, not 101/],
    [{ thresholds: { global: 1.5 } }, /thresholds\.global takes a whole number, not 1\.5/],
    [
      { thresholds: { total: 5 } },
      /“total” is not a field of thresholds\.\n.*\nAllowed: relative, global, categories/,
    ],
    [
      { assertions: { 'llms-text': 'pass' } },
      /“llms-text” is not a field of assertions\.\nDid you mean llms-txt\?/,
    ],
    [
      { waivers: [{ check: 'robot' }] },
      /waivers\[0\]\.check does not take “robot”\.\nwaivers\[0\]\.reason is missing\.\nwaivers\[0\]\.expires is missing\.\nDid you mean robots\?/,
    ],
    [
      { waivers: [{ check: 'robots', reason: '', expires: '2026-02-30' }] },
      /reason takes at least 1 character, not “”\.\n.*expires takes a day that exists, as YYYY-MM-DD, not “2026-02-30”/,
    ],
    [{ files: { 'robots.txt': 'a' } }, /“robots\.txt” cannot be a name in files: /],
  ])('refuses %j with an error that names the file and the field', async (content, message) => {
    const { text, code } = await refusal(load(project({ [JSON_NAME]: content }), JSON_NAME));
    expect(code).toBe(78);
    expect(text).toMatch(/^error: (Cannot load )?agent-readiness\.config\.json: /);
    expect(text).toMatch(message);
  });

  it('reports the encoding of TypeScript in UTF-16', async () => {
    const root = project({});
    writeFileSync(join(root, TS_NAME), Buffer.from('\ufeffexport default {};', 'utf16le'));
    const { text, code } = await refusal(load(root, TS_NAME));
    expect(code).toBe(78);
    expect(text).toMatch(/^error: Cannot load .*: it is UTF-16, and Node reads UTF-8\.\nSave it as UTF-8\./);
  });

  it('truncates values in errors, and lists at most five problems', async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x${i}`, 1]));
    expect((await refusal(load(project({ [JSON_NAME]: many }), JSON_NAME))).text).toContain('… and 4 more.');
    const hostile = { siteType: `\u001b[2J${'x'.repeat(500)}` };
    const { text } = await refusal(load(project({ [JSON_NAME]: hostile }), JSON_NAME));
    expect(text).not.toContain('\u001b');
    expect(text.length).toBeLessThan(400);
  });

  it('reads the default export of TypeScript with types and imports', async () => {
    const root = project({
      [TS_NAME]:
        "import { site } from './site.ts';\nconst target: string = site;\nexport default { target };\n",
      'site.ts': "export const site: string = 'x.example';\n",
    });
    expect((await load(root, TS_NAME)).values).toEqual({ target: 'x.example' });
  });

  it.each([
    ['export const a = 1;', /has no default export\.\nWrite export default/],
    ['export default {', /Cannot load agent-readiness\.config\.ts: /],
    ["import './missing.ts';\nexport default {};", /Cannot load agent-readiness\.config\.ts: .*missing/],
    ["throw new Error('no');", /Cannot load agent-readiness\.config\.ts: no\.\n/],
    ['export default () => ({});', /takes an object, not function/],
  ])('refuses TypeScript such as %j', async (source, message) => {
    const { text, code } = await refusal(load(project({ [TS_NAME]: source }), TS_NAME));
    expect(code).toBe(78);
    expect(text).toMatch(message);
  });

  it('reports an unreadable file, with an exit code that depends on who named it', async () => {
    const root = project({ 'a.yaml': 'a: 1', 'big.json': ' '.repeat(1024 * 1024 + 1), 'folder.json/x': '' });
    expect(await refusal(load(root, 'none.json', 'flag'))).toMatchObject({ code: 2 });
    expect(await refusal(load(root, 'none.json', 'env'))).toMatchObject({
      code: 78,
      text: expect.stringContaining('AUDIT_CONFIG'),
    });
    expect(await refusal(load(root, 'folder.json', 'flag'))).toMatchObject({ code: 2 });
    expect(await refusal(load(root, 'big.json'))).toMatchObject({
      code: 78,
      text: expect.stringContaining('larger than 1 MiB'),
    });
    expect(await refusal(load(root, 'a.yaml'))).toMatchObject({
      code: 78,
      text: expect.stringContaining('.json, .ts or .mts'),
    });
  });
});

/** The user `nobody` on Debian. */
const STRANGER = 65534;
const USER = process.geteuid?.() ?? 0;

describe('an automatically found configuration', () => {
  afterEach(() => vi.unstubAllEnvs());

  const MODE = 'can be written by other users \\(mode';
  it.each<[string, (file: string, root: string) => void, string | undefined]>([
    [
      'is refused if everybody may write to it, as in GitLab’s checkouts',
      (file) => chmodSync(file, 0o666),
      `it ${MODE} 666\\)`,
    ],
    [
      'is refused in a folder that everybody may write to',
      (_, root) => chmodSync(root, 0o777),
      `its folder .+ ${MODE} 777\\)`,
    ],
    [
      'is read in a folder like /tmp, whose files only their owners may replace',
      (_, root) => chmodSync(root, 0o1777),
      undefined,
    ],
    ['is read if only the caller may write to it', (file) => chmodSync(file, 0o600), undefined],
  ])('%s', isReadOrRefused);

  it.skipIf(USER !== 0).each<[string, (file: string, root: string) => void, string | undefined]>([
    [
      'is refused if it belongs to another user, as in GitHub’s containers',
      (file) => chownSync(file, STRANGER, 0),
      'it belongs to user 65534, and you are user 0',
    ],
    [
      'is refused in a folder of another user',
      (_, root) => chownSync(root, STRANGER, 0),
      'its folder .+ belongs to user 65534, and you are user 0',
    ],
    [
      'is refused if it is another user’s link',
      (file, root) => linked(file, root, STRANGER, 0),
      'it belongs to user 65534, and you are user 0',
    ],
    [
      'is refused if it links to another user’s file',
      (file, root) => linked(file, root, 0, STRANGER),
      'it belongs to user 65534, and you are user 0',
    ],
    ['is refused if a group may write to it', (file) => chmodSync(file, 0o664), `it ${MODE} 664\\)`],
    [
      'is read if it belongs to the user who called sudo',
      (file) => {
        chownSync(file, STRANGER, STRANGER);
        chmodSync(file, 0o664);
        vi.stubEnv('SUDO_UID', `${STRANGER}`);
      },
      undefined,
    ],
  ])('%s', isReadOrRefused);

  function linked(file: string, root: string, ofLink: number, ofFile: number): void {
    rmSync(file);
    writeFileSync(join(root, 'shared.json'), '{}');
    chownSync(join(root, 'shared.json'), ofFile, 0);
    symlinkSync('shared.json', file);
    lchownSync(file, ofLink, 0);
  }

  async function isReadOrRefused(
    _: string,
    prepare: (file: string, root: string) => void,
    why: string | undefined,
  ): Promise<void> {
    const root = project({ [JSON_NAME]: '{}' });
    prepare(join(root, JSON_NAME), root);
    // A configuration that the caller names is not checked.
    for (const by of ['flag', 'env'] as const) await load(root, JSON_NAME, by);
    if (why === undefined) {
      expect((await load(root, JSON_NAME)).values).toEqual({});
      return;
    }
    const { text, code } = await refusal(load(root, JSON_NAME));
    expect(code).toBe(78);
    expect(text).toMatch(
      new RegExp(`^error: The configuration ${JSON_NAME} is not read: ${why}\\.\n.*--config ${JSON_NAME}`),
    );
  }
});

describe('paths in an automatically found configuration', () => {
  const FIELDS = (path: string): readonly object[] => [
    { baseline: path },
    { outputFiles: { json: path } },
    { headers: [`X-Preview=file:${path}`] },
  ];

  it('must be inside its project, even through links', async () => {
    const root = project({ '.git/HEAD': '' });
    const outside = project();
    symlinkSync(outside, join(root, 'linked'));
    symlinkSync(join(outside, 'not-there-yet'), join(root, 'dangling'));
    const file = join(root, 'agent-readiness.config.json');
    const load = (by: 'found' | 'flag') => loadConfig({ path: file, by }, root);
    for (const path of ['../x', join(outside, 'x'), 'linked/x', 'linked/new/x', 'dangling', '.git/HEAD']) {
      for (const values of FIELDS(path)) {
        writeFileSync(file, JSON.stringify(values), { mode: 0o600 });
        await expect(load('found'), path).rejects.toThrow(/outside of the project|of git/);
        await expect(load('flag')).resolves.toMatchObject({ values });
      }
    }
    for (const values of FIELDS('reports/x')) {
      writeFileSync(file, JSON.stringify(values), { mode: 0o600 });
      await expect(load('found')).resolves.toMatchObject({ values });
    }
  });
});
