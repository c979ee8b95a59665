/** The page of a target: its scorecard, or why there is none. */
import type { ListedTarget } from '../../catalog/scored.ts';
import type { PageContent } from '../../render/html/page.ts';
import { scorecardPage } from '../../render/html/scorecard.ts';
import { unseenPage } from '../../render/html/standing.ts';
import { storedProvenance } from '../catalog.ts';

/** @param site the address of the site; no slash at the end */
export async function pageOf(listed: ListedTarget, site: string): Promise<PageContent> {
  const { target, latest, previous, history, failure, standing } = listed;
  if (latest === null) return unseenPage({ target, standing, site });
  return scorecardPage({
    envelope: latest,
    site,
    listing: { target, previous, history, failure },
    provenance: await storedProvenance(target, latest),
  });
}
