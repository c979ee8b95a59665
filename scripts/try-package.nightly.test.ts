import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { packCli } from '../src/site/command-line/pack.ts';

const SCRIPT = fileURLToPath(new URL('./try-package.ts', import.meta.url));

it('finds the packed command good, and a package that is not one bad', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tried-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'cli.tgz');
  await writeFile(file, await packCli('https://site.test'));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [SCRIPT, file]);
  expect(stdout).toMatch(/^\d+ verdicts, the same in the replay, on Node \d+/);
  await writeFile(file, 'no package');
  await expect(run(process.execPath, [SCRIPT, file])).rejects.toThrow();
}, 60_000);
