import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../testing/cli.ts';
import { scratchFolder } from '../../testing/shared.ts';

const cwd = scratchFolder('refuse-path');
for (const name of ['dist', 'site.example']) mkdirSync(join(cwd, name));
for (const name of ['README.md', 'site.har', 'card.json', 'dist/index.html'])
  writeFileSync(join(cwd, name), '');

const SERVE =
  /Serve it with a web server on this machine, then type its address: .+ http:\/\/localhost:3000\./;

describe('a path in place of a URL', () => {
  it.each([
    ['./dist', 'folder', SERVE],
    ['dist', 'folder', /For a host of that name, type https:\/\/dist\.\n/],
    ['dist/', 'folder', SERVE],
    ['.', 'folder', SERVE],
    ['dist/index.html', 'file', SERVE],
    ['README.md', 'file', /For a host of that name, type https:\/\/README\.md\.\n/],
    ['site.har', 'file', / --replay and its name\./],
    ['card.json', 'file', / fix and its name\./],
    ['/no/such/folder', 'path', SERVE],
    ['file:///tmp/site', 'path', SERVE],
  ])('%s is refused as a %s, with a hint', async (typed, kind, hint) => {
    const { code, stderr } = await runCli([typed, '--dry-run'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`“${typed}” is a ${kind}, not the address`)]);
    expect(stderr).toMatch(hint);
  });

  it.each(['site.example', 'https://dist', 'localhost:3000'])('%s is accepted as a target', async (typed) => {
    expect((await runCli([typed, '--dry-run'], { cwd })).code).toBe(0);
  });

  it.each([[['']], [['  ']], [['fix', '']]])('%j is refused as empty', async (args) => {
    const { code, stderr } = await runCli(args, { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/address is empty\.\nIf a variable contains it/),
    ]);
  });

  it('is refused by fix if it is a folder', async () => {
    expect((await runCli(['fix', 'dist'], { cwd })).stderr).toContain('“dist” is a folder');
  });
});
