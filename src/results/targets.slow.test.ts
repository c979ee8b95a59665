/** A list that is longer than the files that a process may have open. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('./targets.ts', import.meta.url).href;

it.skipIf(process.platform === 'win32')('is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'targets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let i = 0; i < 300; i++) {
    const host = `site-${i}.example`;
    const target = { host, name: host, description: 'A site of the test.', category: 'news' };
    await writeFile(join(folder, `${host}.json`), JSON.stringify(target));
  }
  const program = `const { readTargets } = await import('${MODULE}'); console.log((await readTargets(process.argv[1])).length)`;
  const { stdout } = await run('sh', [
    '-c',
    'ulimit -n 150; exec "$0" --input-type=module -e "$1" "$2"',
    process.execPath,
    program,
    folder,
  ]);
  expect(stdout.trim()).toBe('300');
});
