/** What pages are called and what they say of themselves: in the head of the HTML, in the front matter of the Markdown. */

import { CATEGORIES_IN_WORDS, PRINCIPLES_IN_WORDS } from '../definitions/counts.ts';
import { CHECK_COUNT } from '../definitions/index.ts';
import { SCORE_OF, scoresText } from '../definitions/vocabulary.ts';
import type { ListingState } from '../scorecard/listing-state.ts';
import type { ListedHost } from '../scorecard/record.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { SPEC_VERSION } from '../versions.ts';
import { DATA_LICENCE } from './dataset.ts';
import { HOME } from './home.ts';
import type { Listed } from './listed.ts';
import { STATE_WORDS } from './listing-state.ts';
import { checkCount, requirementCounts } from './standard.ts';
import type { PrincipleText } from './texts.ts';
import { instant, plural } from './words.ts';

export interface About {
  readonly title: string;
  readonly description: string;
}

export const ABOUT_HOME: About = { title: HOME.title, description: HOME.description };

export const ABOUT_CHECKS_PAGE: About = {
  title: 'The checks',
  description: `All ${CHECK_COUNT} checks of web sites, in ${CATEGORIES_IN_WORDS} categories: what makes each pass, and the share of audited sites that pass it.`,
};

export const ABOUT_DATASET: About = {
  title: 'The dataset',
  description: `Every verdict and score of the catalog with its history as CSV and Parquet: what each file holds, the licence (${DATA_LICENCE.short}), and how to cite it.`,
};

export const ABOUT_CHANGES: About = {
  title: 'What changed',
  description:
    'Scores and verdicts that changed in the catalog, sites that can no longer be audited, and new rules. Also as Atom and JSON.',
};

export const ABOUT_COMPARE: About = {
  title: 'Compare sites',
  description: `Compare up to four sites: their scores, and each of the ${CHECK_COUNT} checks on which they differ, with the evidence.`,
};

export const ABOUT_PRINCIPLES: About = {
  title: `The ${PRINCIPLES_IN_WORDS} principles`,
  description: `What agents need of a web site and of a command-line program, in ${PRINCIPLES_IN_WORDS} principles, each with its checks for sites and its requirements for programs.`,
};

export function aboutCatalog(listed: readonly Listed[]): About {
  return {
    title: 'The catalog',
    description: `Scorecards of ${listed.length === 0 ? 'web sites' : plural(listed.length, 'site')}: how ready each is for AI agents, by ${CHECK_COUNT} checks, with two scores, evidence and fixes.`,
  };
}

/** @param number of the page, from 2 on */
export function aboutCatalogPage(number: number, pages: number): About {
  return {
    title: `The catalog, page ${number}`,
    description: `Page ${number} of ${pages} of the sites in the catalog, ranked by what applies to each.`,
  };
}

export function aboutPrinciple({ id, name, site, requirements }: PrincipleText): About {
  return {
    title: `${id}: ${name}`,
    description: `What principle ${id} asks of web sites (${checkCount(id)}) and of command-line programs (${plural(requirements.length, 'requirement')}). ${site}`,
  };
}

export function aboutSpec(principles: readonly PrincipleText[]): About {
  const { all, must, should, may } = requirementCounts(principles);
  return {
    title: `The CLI standard, version ${SPEC_VERSION}`,
    description: `What command-line programs need to work with AI agents: all ${all} requirements of version ${SPEC_VERSION}, ${must} MUST, ${should} SHOULD, ${may} MAY, each with a stable id.`,
  };
}

export function aboutScorecard(
  { target, scorecard, freshness }: Envelope,
  listingState: ListingState | undefined,
): About {
  const { score, summary, results } = scorecard;
  const state = listingState && STATE_WORDS[listingState.state];
  return {
    title: `${target}: ${state ?? `${score.relative}% ${SCORE_OF.relative}`}`,
    description: `${state === undefined ? '' : `${target} ${state}; this is its last scorecard. `}How ready ${target} is for AI agents: ${scoresText(score)}; ${summary.pass} of ${results.length} checks pass. Audited at ${instant(freshness.scored_at)}.`,
  };
}

export function aboutUnscored(
  { host, name }: Pick<ListedHost, 'host' | 'name'>,
  { state }: ListingState,
): About {
  return {
    title: `${name}: ${STATE_WORDS[state]}`,
    description: `${name} (${host}) ${STATE_WORDS[state]}: ${state === 'declined' ? 'its owner does not want it scored. How an owner declines, and how to undo that.' : 'no audit could see it, so it has no scorecard. How its owner lets the auditor in.'}`,
  };
}
