/** What the fuzzer found is fed for ever, and so are the shapes that are hardest for each reader. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Case } from './feed.ts';
import { CASES } from './run.ts';
import { TARGETS } from './targets/index.ts';
import { Thread } from './thread.ts';

/** Enough that what is quadratic does not come back: the bench has them at their full size. */
const SHAPE_CHARS = 256 * 1024;
const TIMEOUT_MS = 120_000;

const names = (await readdir(CASES)).filter((name) => name.endsWith('.json'));

describe('what the fuzzer found', () => {
  it.each(names)('%s', { timeout: TIMEOUT_MS }, async (name) => {
    const { target, input } = JSON.parse(await readFile(new URL(name, CASES), 'utf8')) as Case;
    await using thread = new Thread();
    const { why } = await thread.obey({ do: 'try', target, input });
    expect(why).toBeUndefined();
  });
});

describe('the hardest shapes keep every promise, whatever they are read by', () => {
  it.each(TARGETS)('$name', { timeout: TIMEOUT_MS }, async ({ worst, run }) => {
    for (const [shape, make] of Object.entries(worst)) {
      await expect(Promise.resolve(run(make(SHAPE_CHARS))), shape).resolves.toBeUndefined();
    }
  });
});
