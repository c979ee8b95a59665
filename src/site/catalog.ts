/** The catalog as the pages see it: what they need of a target is small. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { RULE_SETS } from '../audit/check-texts/rule-sets.ts';

import type { Edition } from '../catalog/dataset-columns.ts';
import { originOf } from './respond.ts';
import type { Digest } from './targets/whole.ts';

/** All that the build knows of the whole catalog; read once. */
export async function catalogDigest(): Promise<Digest> {
  // As it is, past the bundler: the integration has the same module.
  const build = pathToFileURL(join(process.cwd(), 'src/site/targets/build.ts')).href;
  return ((await import(/* @vite-ignore */ build)) as typeof import('./targets/build.ts')).digestOfPass();
}

/** The version of a dataset in which there is no audit yet: the day of the first rules. */
const NO_AUDIT = RULE_SETS.map(({ date }) => date).toSorted()[0] ?? '';

/** Which state of the dataset the site publishes. */
export async function datasetEdition(site: URL | undefined): Promise<Edition> {
  const [first = NO_AUDIT, last = NO_AUDIT] = (await catalogDigest()).scoredAt;
  return { from: first.slice(0, 10), version: last.slice(0, 10), origin: originOf(site) };
}
