import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packCli } from '../src/site/command-line/pack.ts';
import { scratchFolder } from '../src/testing/shared.ts';

const SCRIPT = fileURLToPath(new URL('./try-package.ts', import.meta.url));
const folder = scratchFolder('tried');

it('accepts the packed command, and rejects a file that is not a package', async () => {
  const file = join(folder, 'cli.tgz');
  await writeFile(file, await packCli('https://site.test'));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [SCRIPT, file]);
  expect(stdout).toMatch(/^\d+ verdicts, the same in the replay, on Node \d+/);
  await writeFile(file, 'no package');
  await expect(run(process.execPath, [SCRIPT, file])).rejects.toThrow();
}, 60_000);
