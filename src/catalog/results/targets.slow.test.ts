/** A list with more files than a process may open. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { manyHosts } from '../../testing/listed.ts';
import { scratchFolder } from '../../testing/shared.ts';

const folder = scratchFolder('targets');
const run = promisify(execFile);
const MODULE = new URL('./targets.ts', import.meta.url).href;

it.skipIf(process.platform === 'win32')('reads a list with more files than a process may open', async () => {
  for (const target of manyHosts('site', 300))
    await writeFile(join(folder, `${target.host}.json`), JSON.stringify(target));
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
