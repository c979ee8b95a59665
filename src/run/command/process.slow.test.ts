/** The scheduled run as a process: what ends it, and a disk that is full. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedSchema } from '../../scorecard/record.ts';
import { cli, smallSite, stallingSite, startCli } from '../../testing/cli.ts';
import type { TestSite } from '../../testing/serve.ts';
import { emptiedFolder } from '../../testing/shared.ts';

const program = fileURLToPath(new URL('../../../scripts/audit-catalog.ts', import.meta.url));

const folder = emptiedFolder('catalog');
let sites: TestSite[];

beforeAll(async () => {
  sites = await Promise.all([smallSite(), smallSite()]);
});

beforeEach(() => {
  mkdirSync(join(folder, 'targets'));
  for (const { url } of sites) addTarget(url);
});

afterAll(() => Promise.all(sites.map((site) => site[Symbol.asyncDispose]())));

function addTarget(url: string): void {
  const { host } = new URL(url);
  const target = { host, name: host, description: 'A site for a test.', category: 'api', url };
  writeFileSync(join(folder, 'targets', `${host.replace(':', '%3a')}.json`), JSON.stringify(target));
}

function args(...more: string[]): string[] {
  const at = (name: string) => join(folder, name);
  const places = ['--targets', at('targets'), '--recordings', at('recordings'), '--results', at('results')];
  return [...places, '--network', 'any', ...more];
}

/** The stored files by their names; each must be whole. */
function results(): Record<string, string> {
  const path = join(folder, 'results');
  const names = readdirSync(path).filter((file) => file.endsWith('.json') && !file.startsWith('.'));
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(path, name), 'utf8');
      expect(storedSchema.safeParse(JSON.parse(text)).success, name).toBe(true);
      return [name, text];
    }),
  );
}

describe('audit:catalog', () => {
  it('loses nothing when it is killed or can write no more, and the next run finds all in order', async () => {
    expect((await cli(args('--keep-recordings'), { program })).code).toBe(0);
    const before = results();
    expect(Object.keys(before)).toHaveLength(2);
    const { child, done } = startCli(args('--keep-recordings'), { program });
    await Promise.race([once(sites[0]?.server ?? child, 'request'), done]);
    child.kill('SIGKILL');
    await done;
    expect(Object.keys(results())).toEqual(Object.keys(before));
    // Under another address the results are other ones. A limit on the size of files fails the write in its middle.
    const command = [process.execPath, program, ...args('--base-url', 'https://other.example')];
    const failed = promisify(execFile)('bash', ['-c', 'ulimit -f 8; exec "$@"', 'bash', ...command]);
    await expect(failed).rejects.toMatchObject({
      code: 74,
      stderr: expect.stringMatching(
        /error: Cannot write .*: the file would be larger than is allowed here\./,
      ),
    });
    expect(results()).toEqual(before);
    expect(readdirSync(join(folder, 'results')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const judged = await cli(args('--rejudge', '--json'), { program });
    expect(JSON.parse(judged.stdout)).toMatchObject({ counts: { failed: 0 } });
  });

  it('ends at once on Ctrl-C, and says that what was scored is stored', async () => {
    await using slow = await stallingSite();
    addTarget(slow.url);
    const { child, done } = startCli(args('--concurrency', '1'), { program });
    await slow.stalled;
    child.kill('SIGINT');
    const { code, stderr } = await done;
    expect(code).toBe(130);
    expect(stderr).toContain('everything scored before that is stored');
  });
});
