/** Sites that upset whatever reads them, audited by the command line and by the scheduled run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { Store } from '../results/store.ts';
import { runCatalog } from '../run/run.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { cli, startCli } from '../testing/cli.ts';
import { until } from '../testing/clock.ts';
import { auditorsOf, makeAuditorsMisbehave, misbehavingEnv, upsettingSite } from '../testing/misbehaving.ts';
import { serveSite } from '../testing/serve.ts';

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

  it('says so where an audit takes too much memory', async () => {
    await using site = await upsettingSite('fills its heap');
    const run = await cli([site.url, '--json'], { env });
    expect(run.code).toBe(69);
    expect(JSON.parse(run.stderr)).toMatchObject({
      kind: 'no_verdict',
      message: expect.stringContaining('more memory than an audit may use'),
    });
  });
});

it('the scheduled run notes the failure, and goes on', async () => {
  const endMisbehaving = makeAuditorsMisbehave(LABEL);
  try {
    await using fatal = await upsettingSite('aborts');
    await using good = await serveSite({ '/': { type: 'text/html', body: '<h1>Home</h1>' } });
    const store = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
    await store.open();
    const targets = [fatal, good].map(({ url }): ListedHost => {
      const { host } = new URL(url);
      return { host, name: host, description: 'A site for a test.', category: 'api', url };
    });
    const outcomes = await runCatalog(targets, {
      store,
      concurrency: 1,
      limits: LIMITS,
      network: 'any',
      resolver: 'http://127.0.0.1:9/',
      baseUrl: 'https://catalog.example',
      keepRecordings: false,
    });
    expect(outcomes).toMatchObject([{ outcome: 'failed', kind: 'internal' }, { outcome: 'scored' }]);
    expect(await nothingLeft()).toBe(true);
  } finally {
    endMisbehaving();
  }
});
