/** Visits a whole catalog in this thread, and creates long lists from one scorecard. */

import type { ListedHost } from '../audit/scorecard/record.ts';
import { type Listed, scoredOf } from '../catalog/listed.ts';
import { folderSource, type ListedTarget, visitCatalog, visitTargets } from '../catalog/results/scored.ts';
import { envelopeFor } from './envelopes.ts';

/** Visits every target with a scorecard or a listing state, in no order; returns those that wait for their first audit. */
export async function eachListed(
  folder: string,
  visit: (listed: ListedTarget) => void | Promise<void>,
  onInvalid: (message: string) => void = () => undefined,
) {
  const source = folderSource(folder, onInvalid);
  return visitCatalog(await source.targets(), (targets) => visitTargets(source, targets, visit));
}

/** Returns this many targets: `<name>-0.example` and following. */
export function manyHosts(name: string, count: number): ListedHost[] {
  return Array.from({ length: count }, (_, i) => ({
    host: `${name}-${i}.example`,
    name: `Site ${i}`,
    description: 'A site of the test.',
    category: 'api',
  }));
}

/** Returns this many ranked sites with the same scorecard. */
export function manyListed(count: number): Listed[] {
  const scored = scoredOf(envelopeFor());
  return manyHosts('site', count).map((target) => ({ target, scored }));
}
