/** The catalog as the pages see it: what they need of a target is small. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RULE_SETS } from '../definitions/rules.ts';
import type { DataFile } from '../results/dataset-files.ts';
import type { ListedHost } from '../scorecard/record.ts';
import type { SiteChange } from '../view/changes.ts';
import type { Edition } from '../view/dataset.ts';
import type { Apart, Listed } from '../view/listed.ts';
import { originOf } from './respond.ts';
import type { Digest } from './targets/whole.ts';

/** All that the build knows of the whole catalog; read once. */
async function catalogDigest(): Promise<Digest> {
  // As it is, past the bundler: the integration has the same module.
  const build = pathToFileURL(join(process.cwd(), 'src/site/targets/build.ts')).href;
  return ((await import(/* @vite-ignore */ build)) as typeof import('./targets/build.ts')).digestOfPass();
}

/** All targets that are ranked, in the order of the ranking. */
export async function listedTargets(): Promise<readonly Listed[]> {
  return (await catalogDigest()).listed;
}

/** All that are listed apart, those that refuse the auditor first, then by name. */
export async function apartTargets(): Promise<readonly Apart[]> {
  return (await catalogDigest()).apart;
}

/** Those that nothing is known of yet, in the order of the list. */
export async function waitingTargets(): Promise<readonly ListedHost[]> {
  return (await catalogDigest()).waiting;
}

/** What changed in the catalog, the newest first, as much of it as is published. */
export async function recentChanges(): Promise<readonly SiteChange[]> {
  return (await catalogDigest()).changes;
}

/** The files of the dataset. */
export async function datasetFiles(): Promise<readonly DataFile[]> {
  return (await catalogDigest()).files;
}

/** The version of a dataset in which there is no audit yet: the day of the first rules. */
const NO_AUDIT = RULE_SETS.map(({ date }) => date).toSorted()[0] ?? '';

/** Which state of the dataset the site publishes. */
export async function datasetEdition(site: URL | undefined): Promise<Edition> {
  const [first = NO_AUDIT, last = NO_AUDIT] = (await catalogDigest()).scoredAt;
  return { from: first.slice(0, 10), version: last.slice(0, 10), origin: originOf(site) };
}
