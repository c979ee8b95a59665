/**
 * What changed at each site, for what the service makes of that on request: its feeds. In some hundred
 * files, as each deploy uploads all of them, and one for each site would double what is uploaded.
 */
import { createHash } from 'node:crypto';
import { FEED_ITEMS } from '../render/feed.ts';
import type { SiteChange } from '../view/changes.ts';

/** By host, the newest first; of each as many as a feed has. */
export type ChangesFile = Readonly<Record<string, readonly SiteChange[]>>;

/** The file that has those of a host, in the folder `service` of a build. */
export function changesFileOf(host: string): string {
  return `changes/${createHash('sha256').update(host).digest('hex').slice(0, 2)}.json`;
}

/** All files by their paths. */
export function changesFiles(changes: ReadonlyMap<string, readonly SiteChange[]>): Map<string, ChangesFile> {
  const files = new Map<string, Record<string, readonly SiteChange[]>>();
  for (const [host, all] of changes) {
    const path = changesFileOf(host);
    const file = files.get(path) ?? {};
    file[host] = all.slice(0, FEED_ITEMS);
    files.set(path, file);
  }
  return files;
}
