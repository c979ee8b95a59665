/** A whole catalog, visited in this thread; and long ones that are made of one scorecard. */

import type { ListedHost } from '../audit/scorecard/record.ts';
import { type Listed, scoredOf } from '../catalog/listed.ts';
import { folderSource, type ListedTarget, visitCatalog, visitTargets } from '../catalog/results/scored.ts';
import { envelopeFor } from './envelopes.ts';

/** Visits every target that has a scorecard, or that lets no audit see it, in no order, and gives those that wait. */
export async function eachListed(folder: string, visit: (listed: ListedTarget) => void | Promise<void>) {
  const source = folderSource(folder);
  return visitCatalog(await source.targets(), (targets) => visitTargets(source, targets, visit));
}

/** So many targets: `<name>-0.example` and on. */
export function manyHosts(name: string, count: number): ListedHost[] {
  return Array.from({ length: count }, (_, i) => ({
    host: `${name}-${i}.example`,
    name: `Site ${i}`,
    description: 'A site of the test.',
    category: 'api',
  }));
}

/** So many ranked sites, all with the same scorecard. */
export function manyListed(count: number): Listed[] {
  const scored = scoredOf(envelopeFor());
  return manyHosts('site', count).map((target) => ({ target, scored }));
}
