import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../testing/cli.ts';
import { keptByNpm } from './npm.ts';
import { buildProgram } from './program.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-'));
  const scripts = {
    audit: `node ${COMMAND}`,
    chain: `node --version && node ${COMMAND} checks --limit 1`,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** `npm run` with these words, in a project whose script is the audit. */
function npmRun(...words: string[]): Promise<{ code: number; stderr: string }> {
  const env = {
    PATH: [join(process.execPath, '..'), process.env.PATH].join(':'),
    HOME: folder,
    AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
  };
  return new Promise((resolve) => {
    execFile('npm', ['run', '-s', ...words], { cwd: folder, env }, (error, _, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr });
    });
  });
}

describe('options that npm kept for itself', () => {
  it('are an error that says where they belong', async () => {
    const kept = await npmRun('audit', 'http://127.0.0.1:9', '--json', '--fail-under=80');
    expect(kept.code).toBe(2);
    expect(kept.stderr).toMatch(/^error: npm kept --json and --fail-under for itself/m);
    expect(kept.stderr).toContain('npm run -s audit -- <target> --json --fail-under');
    // The value would be taken for a target.
    expect((await npmRun('audit', 'http://127.0.0.1:9', '--har', 'site.har')).stderr).toContain('kept --har');
    expect((await npmRun('audit', 'http://127.0.0.1:9', '--no-interactive')).stderr).toContain(
      'kept --no-interactive',
    );
  });

  it('are none where -- stands before them, and are nobody’s where a script runs more than the audit', async () => {
    const dry = ['http://127.0.0.1:9', '--dry-run'];
    expect((await npmRun('audit', '--', ...dry)).code).toBe(0);
    expect((await npmRun('chain', '--force')).code).toBe(0);
  });

  it('are looked for where npm started the command alone', () => {
    const program = buildProgram('afa');
    const by = (env: Record<string, string>, argv: string[] = []) => keptByNpm(program, argv, env);
    const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'audit-for-agents'" };
    expect(by({ ...npx, npm_config_dry_run: 'true' })?.hint).toContain('afa <target> --dry-run');
    expect(by({ ...npx, npm_config_dry_run: 'true' }, ['--dry-run'])).toBeUndefined();
    expect(by({ ...npx, npm_config_dry_run: '' })).toBeUndefined();
    expect(by({ ...npx, npm_config_color: 'true', npm_config_yes: 'true' })).toBeUndefined();
    expect(by({ npm_config_json: 'true' })).toBeUndefined();
    expect(by({ npm_lifecycle_script: 'vitest run', npm_config_json: 'true' })).toBeUndefined();
  });
});
