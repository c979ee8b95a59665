/** Loads each chosen site's scorecard once: the catalog's scorecard, otherwise the stored live scorecard. */

import type { Site } from '../../catalog/compare-choice.ts';
import type { ComparedCard } from '../../catalog/matrix.ts';

export interface CardColumn {
  readonly site: Site;
  readonly card: ComparedCard | undefined;
  /** Set if no scorecard is stored. */
  readonly isMissing?: boolean;
}

class NotStored extends Error {}

const loads = new Map<string, Promise<ComparedCard>>();

export function isAsked({ host }: Site): boolean {
  return loads.has(host);
}

export async function columnOf(site: Site): Promise<CardColumn> {
  const { host } = site;
  try {
    const load = loads.get(host) ?? fetchCard(host);
    loads.set(host, load);
    return { site, card: await load };
  } catch (error) {
    // Forget the failure, so that choosing the site again sends another request.
    loads.delete(host);
    return { site, card: undefined, isMissing: error instanceof NotStored };
  }
}

/** Loads a scorecard of any version. The build and the service convert older scorecards to the current form. */
async function fetchCard(host: string): Promise<ComparedCard> {
  const answer = await fetch(`/score/${encodeURIComponent(host)}/json`);
  if (answer.status === 404) throw new NotStored();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
}

/** Returns the day of an audit, such as `2026-11-21`. */
export function cardDayOf(instant: string): string {
  return instant.slice(0, 10);
}
