/** Tests the scheduled run as a process. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { stallingSite, startCli } from '../../../testing/cli.ts';
import { catalogOfSites } from './testing/catalog.ts';

const program = fileURLToPath(new URL('../../../../scripts/audit-catalog.ts', import.meta.url));

const { addTarget, args } = await catalogOfSites(2);

it('exits immediately on Ctrl-C, and says that finished results are stored', async () => {
  await using slow = await stallingSite();
  addTarget(slow.url);
  const { child, done } = startCli(args('--concurrency', '1'), { program });
  await slow.stalled;
  child.kill('SIGINT');
  const { code, stderr } = await done;
  expect(code).toBe(130);
  expect(stderr).toContain('everything scored before that is stored');
});
