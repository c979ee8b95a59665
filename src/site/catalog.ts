import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { RULE_SETS } from '../audit/check-texts/rule-sets.ts';

import type { Edition } from '../catalog/dataset-columns.ts';
import { webAddress } from '../report/contact.ts';
import { originOf } from './respond.ts';
import type { Digest } from './targets/whole.ts';

/** Returns the data for pages about the whole catalog. A build reads the catalog only once. */
export async function catalogDigest(): Promise<Digest> {
  // Imported by URL, so that it is not bundled: pages and the Astro integration must share one module instance.
  const build = pathToFileURL(join(process.cwd(), 'src/site/targets/build.ts')).href;
  return ((await import(/* @vite-ignore */ build)) as typeof import('./targets/build.ts')).digestOfPass();
}

/** The dataset's version before the first audit: the date of the first rules. */
const NO_AUDIT = RULE_SETS.map(({ date }) => date).toSorted()[0] ?? '';

/** @throws Error if `DATASET_URL` is not a web address */
export async function datasetEdition(site: URL | undefined): Promise<Edition> {
  const { scoredAt, files } = await catalogDigest();
  const [first = NO_AUDIT, last = NO_AUDIT] = scoredAt;
  return {
    from: first.slice(0, 10),
    version: last.slice(0, 10),
    origin: originOf(site),
    place: datasetPlace(files.length > 0),
  };
}

/**
 * Returns where the dataset is: `site` if the build wrote its files, otherwise the URL of its index, from DATASET_URL.
 * @throws Error if DATASET_URL is not a web address
 */
export function datasetPlace(isOnSite: boolean, setting = process.env.DATASET_URL ?? ''): Edition['place'] {
  const index = webAddress('DATASET_URL', setting);
  if (isOnSite) return 'site';
  return index === '' ? undefined : { index: new URL(index).href };
}
