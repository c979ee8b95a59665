/** Sites that crash or hang the reader, audited by the command line. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, startCli } from '../../testing/cli.ts';
import { until } from '../../testing/clock.ts';
import { auditorsOf, misbehavingEnv, upsettingSite } from '../../testing/misbehaving.ts';

const LABEL = `ways-in-${process.pid}`;
const env = misbehavingEnv(LABEL);
const nothingLeft = () => until(async () => (await auditorsOf(LABEL)).length === 0);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ways-in-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const)('ends by %s, and the process that audits with it', async (signal, code) => {
    await using site = await upsettingSite('hangs');
    const { child, done } = startCli([site.url], { env });
    expect(await until(() => site.asked.includes('GET /robots.txt'))).toBe(true);
    expect(await auditorsOf(LABEL)).toHaveLength(1);
    child.kill(signal);
    expect((await done).code).toBe(code);
    expect(await nothingLeft()).toBe(true);
  });

  it('ends the replay of a recording whose reader hangs', async () => {
    const har = join(folder, 'upsetting.har');
    {
      await using site = await upsettingSite('hangs');
      expect((await cli([site.url, '--har', har])).code).toBe(0);
    }
    const run = await cli(['--replay', har, '--timeout', '1', '--json'], { env });
    expect(run.code).toBe(69);
    expect(JSON.parse(run.stderr)).toMatchObject({ kind: 'audit_timeout' });
    expect(await nothingLeft()).toBe(true);
  });
});
