/** The page of a target: its scorecard, or why there is none. */

import { evidencePage } from '../../render/html/evidence.ts';
import { unscoredPage } from '../../render/html/listing-state.ts';
import type { PageContent } from '../../render/html/page.ts';
import { scorecardPage } from '../../render/html/scorecard.ts';
import type { ListedTarget } from '../../results/scored.ts';
import type { Store } from '../../results/store.ts';
import { provenanceOf } from '../../run/provenance.ts';
import { siteContact } from '../contact.ts';

/** @param site the address of the site; no slash at the end */
export function pageOf(listed: ListedTarget, site: string): PageContent {
  const { target, latest, history, failure, listingState } = listed;
  if (latest === null) return unscoredPage({ target, listingState, site });
  return scorecardPage({
    envelope: latest,
    site,
    listing: { target, history, failure },
    contact: siteContact(),
  });
}

/**
 * What the verdicts of its scorecard rest on, where a recording tells; the function makes the page of others.
 *
 * @param store with the recordings
 */
export async function evidenceOf(
  { target, latest }: ListedTarget,
  store: Store,
  site: string,
): Promise<PageContent | undefined> {
  if (latest === null) return undefined;
  const provenance = await provenanceOf(target, latest, store);
  if (provenance === undefined) return undefined;
  return evidencePage({ target, envelope: latest, site, provenance, contact: siteContact() });
}
