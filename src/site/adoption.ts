/** The figures of the adoption page, made once in a build, and the edition of the dataset. */

import { RULE_SETS } from '../definitions/rules.ts';
import { type Adoption, adoptionOf } from '../view/adoption.ts';
import type { Edition } from '../view/dataset.ts';
import { dayOf } from '../view/verdict-periods.ts';
import { catalogDigest } from './catalog.ts';
import { originOf } from './respond.ts';

let figures: Promise<Adoption> | undefined;

/** How many sites pass each check, day by day. */
export function adoptionFigures(): Promise<Adoption> {
  figures ??= catalogDigest().then(({ counted }) => adoptionOf(counted));
  return figures;
}

/** The version of a dataset in which there is no audit yet: the day of the first rules. */
const NO_AUDIT = RULE_SETS.map(({ date }) => date).toSorted()[0] ?? '';

/** Which state of the dataset the site publishes. */
export async function datasetEdition(site: URL | undefined): Promise<Edition> {
  const [first = NO_AUDIT, last = NO_AUDIT] = (await catalogDigest()).scoredAt;
  return { from: dayOf(first), version: dayOf(last), origin: originOf(site) };
}
