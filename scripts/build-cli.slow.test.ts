import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCli } from '../src/site/command-line/bundle.ts';
import { cli, smallSite } from '../src/testing/cli.ts';

let folder: string;
let program: string;

beforeAll(async () => {
  // Far from any node_modules: what runs here needs nothing that is not in the bundle.
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  await buildCli(join(folder, 'bin'));
  program = join(folder, 'bin', 'cli.js');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the bundle', () => {
  it('is a program', () => {
    expect(statSync(program).mode & 0o111).toBe(0o111);
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('audits, records, replays and installs the skill', async () => {
    await using site = await smallSite();
    const har = join(folder, 'site.har');
    const live = await cli([site.url, '--har', har, '--json'], { program, cwd: folder });
    expect(live).toMatchObject({ code: 0, stderr: '' });
    const replayed = await cli(['--replay', har, '--json']);
    expect(replayed.stdout).toBe(live.stdout);
    expect((await cli(['skill', 'install'], { program, cwd: folder })).code).toBe(0);
    expect(existsSync(join(folder, '.agents/skills/agent-readiness/SKILL.md'))).toBe(true);
  });
});
