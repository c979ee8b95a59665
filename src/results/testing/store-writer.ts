/**
 * A process for the store's stress tests: stores one result after the other, as fast as it can, and says on stdout which are
 * stored. `node store-writer.ts <folder> <number of this process> <results> <host…>`
 */
import { writeSync } from 'node:fs';
import { envelopeFor } from '../../testing/envelopes.ts';
import { goodResult, mergeStored } from '../merge.ts';
import { Store } from '../store.ts';
import { waitForClaim } from './claim.ts';

/** Each process has times of its own, so that no two results are of one time. */
const EPOCH = Date.parse('2026-11-21T00:00:00.000Z');

const [folder = '', number = '0', results = '0', ...hosts] = process.argv.slice(2);
const store = new Store({ results: folder, recordings: folder });
await store.open();
for (let n = 0; n < Number(results); n += 1) {
  const host = hosts[n % hosts.length] ?? '';
  const scoredAt = new Date(EPOCH + Number(number) * 1000 + n).toISOString();
  const envelope = envelopeFor({ target: host, scoredAt });
  // Scores that differ from those before and after, so that no point of the history can be left out.
  envelope.scorecard.score = { relative: n % 100, global: Number(number) % 100 };
  using claim = await waitForClaim(store, host);
  await claim.update((stored) => mergeStored(stored, goodResult(host, envelope)));
  writeSync(1, `${host} ${scoredAt}\n`);
}
