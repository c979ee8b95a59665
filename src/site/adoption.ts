/** The figures of the adoption page, and the files of the dataset: each made once in a build. */

import { RULE_SETS } from '../definitions/rules.ts';
import { type DataFile, dataFiles } from '../results/dataset.ts';
import { type Adoption, adoptionOf } from '../view/adoption.ts';
import type { Edition } from '../view/dataset.ts';
import { dayOf } from '../view/verdict-periods.ts';
import { catalogPast } from './catalog.ts';
import { originOf } from './respond.ts';

let figures: Promise<Adoption> | undefined;
let files: Promise<readonly DataFile[]> | undefined;

/** How many sites pass each check, day by day. */
export function adoptionFigures(): Promise<Adoption> {
  figures ??= catalogPast().then(adoptionOf);
  return figures;
}

/** Every file of the dataset. */
export function datasetFiles(): Promise<readonly DataFile[]> {
  files ??= Promise.all([catalogPast(), adoptionFigures()]).then(([past, adoption]) =>
    dataFiles(past, adoption),
  );
  return files;
}

/** The version of a dataset in which there is no audit yet: the day of the first rules. */
const NO_AUDIT = RULE_SETS.map(({ date }) => date).toSorted()[0] ?? '';

/** Which state of the dataset the site publishes. */
export async function datasetEdition(site: URL | undefined): Promise<Edition> {
  const { scores } = await catalogPast();
  const days = scores.map(({ scored_at }) => dayOf(scored_at)).toSorted();
  return { from: days[0] ?? NO_AUDIT, version: days.at(-1) ?? NO_AUDIT, origin: originOf(site) };
}
