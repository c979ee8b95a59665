/** Processes that store at once, of which one is killed: what was said to be stored is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectKept, startWriter } from './testing/store-writers.ts';

it('nothing is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  try {
    const writers = [1, 2].map((number) => startWriter(folder, number, 15));
    const killed = startWriter(folder, 3, 1_000);
    await killed.first;
    killed.child.kill('SIGKILL');
    await Promise.all([...writers, killed].map(({ ended }) => ended));
    for (const { acknowledged } of writers) expect(acknowledged()).toHaveLength(15);
    await expectKept(
      folder,
      [...writers, killed].flatMap((writer) => writer.acknowledged()),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
