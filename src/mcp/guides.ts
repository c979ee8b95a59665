/** The guide of a check, looked up by an id that callers choose. */

import { nearest } from '../parse/nearest.ts';
import type { CheckRates } from '../results/downloads.ts';
import type { Library } from '../service-api.ts';

interface FoundGuide {
  readonly check: CheckRates['checks'][number];
  /** Markdown. */
  readonly guide: string;
}

/** By its id, in any case. Only ids of the check definitions reach the published files. */
export async function guideNamed(library: Library, id: string): Promise<FoundGuide | undefined> {
  const { checks } = await library.checks();
  const wanted = id.trim().toLowerCase();
  const check = checks.find((one) => one.id === wanted);
  const guide = check && (await library.guide(check.id));
  return check && guide !== undefined ? { check, guide } : undefined;
}

/** At most three ids that are spelt like this one. */
export async function similarIds(library: Library, id: string): Promise<string[]> {
  const { checks } = await library.checks();
  return nearest(
    id,
    checks.map((check) => check.id),
  );
}
