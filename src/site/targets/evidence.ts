/** The page with the evidence of a target. */

import { evidencePage } from '../../render/html/evidence.ts';
import type { PageContent } from '../../render/html/page.ts';
import type { ListedTarget } from '../../results/scored.ts';
import type { Store } from '../../results/store.ts';
import { provenanceOf } from '../../run/provenance.ts';
import type { Contact } from '../../view/contact.ts';

/**
 * What the verdicts of its scorecard rest on, where a recording tells; the function makes the page of others.
 *
 * @param store with the recordings
 * @param site the address of the site; no slash at the end
 * @param contact where wrong verdicts are reported
 */
export async function evidenceOf(
  { target, latest }: ListedTarget,
  store: Store,
  site: string,
  contact: Contact,
): Promise<PageContent | undefined> {
  if (latest === null) return undefined;
  const provenance = await provenanceOf(target, latest, store);
  if (provenance === undefined) return undefined;
  return evidencePage({ target, envelope: latest, site, provenance, contact });
}
