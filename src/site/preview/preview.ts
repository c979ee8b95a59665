/** The preview image of a target, and that of all other pages. */

import { CHECK_COUNT } from '../../definitions/index.ts';
import type { ListedTarget } from '../../results/scored.ts';
import { changesOf } from '../../view/changes.ts';
import { STATE_WORDS } from '../../view/listing-state.ts';
import { scorecardCard, siteCard } from './card.ts';
import { loadType } from './type.ts';

/** As SVG. @param site the address of the catalog */
export async function previewOf(listed: ListedTarget, site: string): Promise<string> {
  const { target, latest, listingState } = listed;
  // What was found last of the site itself, or of the rules, is what the image shows.
  const last = changesOf(target, listed, listingState).find(({ score }) => score !== undefined);
  return scorecardCard(
    {
      name: target.name,
      host: target.host,
      score: listingState === undefined ? latest?.scorecard.score : undefined,
      state: listingState && STATE_WORDS[listingState.state],
      results: listingState === undefined ? (latest?.scorecard.results ?? []) : [],
      since: listingState?.since ?? last?.at ?? latest?.freshness.scored_at ?? '',
      site: new URL(site).host,
    },
    await loadType(),
  );
}

/** As SVG. @param site the address of the catalog */
export async function sitePreview(site: string): Promise<string> {
  return siteCard(
    {
      title: 'How ready is your site for AI agents?',
      lines: [`${CHECK_COUNT} checks, the evidence for each verdict,`, 'and a guide to each fix.'],
      site: new URL(site).host,
    },
    await loadType(),
  );
}
