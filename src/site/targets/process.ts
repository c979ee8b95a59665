/** The process of the pass, which Astro's build starts: its memory is free again before the pages are bundled. */

import { type PassOrder, passCatalog } from './pass.ts';
import { workedOf } from './worked.ts';

// Whoever started it is gone, or has heard of it.
process.once('disconnect', () => process.exit());
process.once('message', async (order: PassOrder) => {
  const say = (progress: string) => void process.stderr.write(`Reading the catalog: ${progress}\n`);
  const answer = await workedOf(passCatalog(order, say));
  process.send?.(answer, () => process.disconnect());
});
