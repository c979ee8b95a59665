import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../src/demo/index.ts';

function start(...argv: string[]): SpawnSyncReturns<string> {
  const script = fileURLToPath(new URL('start.ts', import.meta.url));
  return spawnSync(process.execPath, [script, ...argv], { encoding: 'utf8', timeout: 60_000 });
}

describe('npm start', () => {
  it('shows a summary of every demo site and ends by itself', () => {
    const { status, stdout, stderr } = start();
    expect([status, stderr.split('\n').length]).toEqual([0, DEMO_SITES.length + 1]);
    for (const { title } of DEMO_SITES) expect(stdout).toContain(title);
    expect(stdout).toContain('npm run -s audit -- https://your.site');
  });

  it('shows the whole scorecard of a site that is named', () => {
    const { status, stdout } = start('docs');
    expect(status).toBe(0);
    expect(stdout).toContain('Discoverability');
    expect(stdout).not.toContain('Tidewatch');
  });

  it('says what may be asked for', () => {
    const { status, stdout } = start('--help');
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      'Usage: npm start -- [site...] [--serve] [--no-color]',
    ]);
  });

  it.each([['nosuch'], ['--nosuch']])('refuses %s with the usage', (argument) => {
    const { status, stdout, stderr } = start(argument);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(argument);
    expect(stderr).toContain('Usage:');
  });
});
