/** A day in small of all that the service stores: mixed use on a store that fails now and then, and nothing stays for ever. */
import { expect, it } from 'vitest';
import { KEEP_MS } from '../limits.ts';
import { memoryStore } from './store.ts';
import { mixedUse } from './testing/mixed-use.ts';
import { walk } from './testing/walk.ts';

const START = Date.parse('2026-11-22T08:40:00.000Z');
const DAY = 24 * 60 * 60_000;

it('a store that comes and goes keeps nothing without an end', async () => {
  let now = START;
  let isDown = () => false;
  const memory = memoryStore();
  const gate = async () => {
    if (isDown()) throw new Error('read ECONNRESET');
  };
  const store = {
    ...memory,
    read: (key: string) => gate().then(() => memory.read(key)),
    write: (...given: Parameters<typeof memory.write>) =>
      gate().then(async () => {
        const etag = await memory.write(...given);
        // Half of what fails was carried out all the same.
        await gate();
        return etag;
      }),
    remove: (key: string) => gate().then(() => memory.remove(key)),
  };
  const use = mixedUse({ store: () => store, now: () => now, instances: 2, callers: 40, hosts: 40 });
  isDown = () => Math.random() < 0.1;
  const answers = new Set<string>();
  for (let i = 0; i < 5; i++) {
    for (const answer of await Promise.all(Array.from({ length: 12 }, use.call))) answers.add(answer);
    await use.settled();
    await walk(memory);
    now += 20 * 60_000;
  }
  expect(answers).toContain('live');
  expect(answers).toContain('service_unavailable');
  isDown = () => false;
  now += KEEP_MS + DAY;
  // Each sweep works off so many: a few do it.
  for (let i = 0; i < 5; i++) await use.instances[0]?.kept.expiry.sweep();
  const { ends, notes } = await walk(memory);
  expect([ends.size, notes.size]).toEqual([0, 0]);
});
