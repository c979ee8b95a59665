/** A whole catalog, visited in this thread. */
import { type ListedTarget, visitCatalog, visitTargets } from '../results/scored.ts';

/** Visits every target that has a scorecard, or that lets no audit see it, in no order, and gives those that wait. */
export const eachListed = (folder: string, visit: (listed: ListedTarget) => void | Promise<void>) =>
  visitCatalog(folder, (targets) => visitTargets(folder, targets, visit));
