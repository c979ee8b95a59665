/** The scheduled run as a process that is killed, and on a full disk. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cli, startCli } from '../../../testing/cli.ts';
import { catalogOfSites } from './testing/catalog.ts';

const program = fileURLToPath(new URL('../../../../scripts/audit-catalog.ts', import.meta.url));

const { folder, sites, args, results } = await catalogOfSites(2);

it('loses no results if it is killed or the disk is full, and the next run completes', async () => {
  expect((await cli(args('--keep-recordings'), { program })).code).toBe(0);
  const before = results();
  expect(Object.keys(before)).toHaveLength(2);
  const { child, done } = startCli(args('--keep-recordings'), { program });
  await Promise.race([once(sites[0]?.server ?? child, 'request'), done]);
  child.kill('SIGKILL');
  await done;
  expect(Object.keys(results())).toEqual(Object.keys(before));
  // Another base URL gives other results. The limit on file sizes makes the write fail in the middle.
  const command = [process.execPath, program, ...args('--base-url', 'https://other.example')];
  const failed = promisify(execFile)('bash', ['-c', 'ulimit -f 8; exec "$@"', 'bash', ...command]);
  await expect(failed).rejects.toMatchObject({
    code: 74,
    stderr: expect.stringMatching(/error: Cannot write .*: the file would exceed the size limit\./),
  });
  expect(results()).toEqual(before);
  expect(readdirSync(join(folder, 'results')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const judged = await cli(args('--rejudge', '--json'), { program });
  expect(JSON.parse(judged.stdout)).toMatchObject({ counts: { failed: 0 } });
});
