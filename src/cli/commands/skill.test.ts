import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INSTALLED_NAME } from '../../base/package.ts';
import { runCli } from '../../testing/cli.ts';
import { emptiedFolder } from '../../testing/shared.ts';

const folder = emptiedFolder('skill');

const CLAUDE = '.claude/skills/agent-readiness/SKILL.md';

describe('skill install --dry-run', () => {
  it('prints the planned changes without making them', async () => {
    const install = (...more: string[]) => runCli(['skill', 'install', 'claude', '--dir', folder, ...more]);
    expect(await install('--dry-run')).toEqual({
      code: 0,
      stdout: `would create ${join(folder, CLAUDE)}\n`,
      stderr: 'Nothing was written (--dry-run).\n',
    });
    expect(readdirSync(folder)).toEqual([]);
    expect((await install()).stdout).toBe(`created   ${join(folder, CLAUDE)}\n`);
    expect((await install('--dry-run')).stdout).toMatch(/^unchanged +\//);
    writeFileSync(join(folder, CLAUDE), 'mine');
    expect((await install('--dry-run', '--force')).stdout).toMatch(/^would update \//);
    expect(readFileSync(join(folder, CLAUDE), 'utf8')).toBe('mine');
  });
});

it('warns that the commands name a checkout, unless they name the installed package', async () => {
  const install = (program: string) =>
    runCli(['skill', 'install', 'claude', '--dir', folder, '--force'], { program });
  const checkout = 'npm --prefix /auditor run -s audit --';
  const { code, stderr } = await install(checkout);
  expect(code).toBe(0);
  expect(stderr).toMatch(`name this checkout: ${checkout}\n`);
  expect(stderr).toMatch(/from a deployment instead: npx .*https:\/\/<deployment>\/cli\.tgz skill install/);
  expect((await install(INSTALLED_NAME)).stderr).toBe('');
});

describe('a path that cannot be written to', () => {
  const places = ['/proc', '/proc/self', '/sys', '/dev/full', '/dev/null/x'];

  it.each(places)('reports %s, in a dry run too', async (place) => {
    for (const more of [[], ['--dry-run']]) {
      const run = await runCli(['skill', 'install', 'claude', '--dir', place, '--json', ...more]);
      expect(run.stdout, more.join()).toBe('');
      expect(JSON.parse(run.stderr), more.join()).toMatchObject({
        error: true,
        message: expect.stringMatching(
          new RegExp(
            `^Cannot write ${join(place, CLAUDE)}: (?:the file system is read-only|part of the path is a file)`,
          ),
        ),
      });
      expect([2, 77]).toContain(run.code);
    }
  });

  it('writes nothing at all if one path fails', async () => {
    writeFileSync(join(folder, '.gemini'), 'a file');
    const run = await runCli(['skill', 'install', '--all', '--dir', folder]);
    expect(run.stderr).toMatch(/^error: Cannot write .*\.gemini.*: part of the path is a file/);
    expect(run.code).toBe(2);
    expect(readdirSync(folder)).toEqual(['.gemini']);
  });

  it('is reported if something other than a file has the name', async () => {
    mkdirSync(join(folder, CLAUDE), { recursive: true });
    const other = join(folder, '.cursor/skills/agent-readiness');
    mkdirSync(other, { recursive: true });
    await using socket = createServer();
    await once(socket.listen(join(other, 'SKILL.md')), 'listening');
    for (const host of ['claude', 'cursor']) {
      const run = await runCli(['skill', 'install', host, '--dir', folder, '--force']);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr, host).toContain('it exists and is not a regular file');
    }
  });
});
