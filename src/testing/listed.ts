/** A whole catalog, visited in this thread. */
import { folderSource, type ListedTarget, visitCatalog, visitTargets } from '../results/scored.ts';

/** Visits every target that has a scorecard, or that lets no audit see it, in no order, and gives those that wait. */
export async function eachListed(folder: string, visit: (listed: ListedTarget) => void | Promise<void>) {
  const source = folderSource(folder);
  return visitCatalog(await source.targets(), (targets) => visitTargets(source, targets, visit));
}
