/**
 * Files that grow with the catalog and that the function reads: the index of sites, every scorecard (or the record of every
 * target, where its files are left to the function), and what changed. Netlify puts the files of this folder into the deploy's own store in Blobs. The store lives as long as the deploy, so a rollback finds its
 * own files again (https://docs.netlify.com/build/frameworks/frameworks-api/, "Netlify Blobs"). The files add nothing to the
 * size of the function's bundle or to the time of its start.
 */
import { link, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import {
  changesFileOf,
  indexedHosts,
  SITE_INDEX,
  type SiteIndex,
  scoredHosts,
} from '../results/service-files.ts';
import { scorecardFile } from '../service/published.ts';

/** In the repository's folder; empty when Netlify begins a build. */
export const DEPLOY_STORE = '.netlify/v1/blobs/deploy';
/** The name of the file that has a key's content, in a folder named by the key. */
const CONTENT = 'blob';
/** Files that are made at the same time. */
const AT_ONCE = 16;

/**
 * Fills the deploy's store, in place of what was there.
 *
 * @param site the folder of the built site; `service/` beside it has all but the scorecards
 * @param store the folder that is made; on the same disk
 * @returns how many files it has
 * @throws Error where the folder holds no build
 */
export async function writeDeployFiles(site: string, store: string): Promise<number> {
  const service = join(site, '../service');
  const index = JSON.parse(await readFile(join(service, SITE_INDEX), 'utf8')) as SiteIndex;
  const listed = [...indexedHosts(index)];
  const changes = new Set(listed.map(changesFileOf));
  const isMadeOnRequest = index.made_on_request === true;
  // None where the function has the database that the build has read.
  const records = isMadeOnRequest
    ? (await readdir(join(service, 'records'))).map((name) => `records/${name}`)
    : [];
  const scorecards = isMadeOnRequest ? [] : [...scoredHosts(index)].map(scorecardFile);
  const files = [
    ...[SITE_INDEX, ...changes, ...records].map((key) => ({ key, file: join(service, key) })),
    ...scorecards.map((key) => ({ key, file: join(site, key) })),
  ];
  await rm(store, { recursive: true, force: true });
  await pLimit(AT_ONCE).map(files, async ({ key, file }) => {
    const content = join(store, key, CONTENT);
    await mkdir(dirname(content), { recursive: true });
    // A second name of the same bytes.
    await link(file, content);
  });
  return files.length;
}
