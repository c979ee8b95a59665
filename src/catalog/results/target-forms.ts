/** Builds a target's page and its other formats, for a build or for a request. */

import type { Contact } from '../../report/contact.ts';
import { TARGET_FORMS, type TargetForm, unscoredMarkdown } from '../../report/formats.ts';
import { unscoredPage } from '../../report/html/listing-state.ts';
import type { PageContent } from '../../report/html/page.ts';
import { scorecardPage } from '../../report/html/scorecard.ts';
import type { ListedTarget } from './scored.ts';

export type TargetFormName = keyof typeof TARGET_FORMS;

/**
 * Builds the page of a target: its scorecard, or the reason why there is none.
 * @param site the origin of the site, without a slash at the end
 * @param contact where to report wrong verdicts
 */
export function pageOf(listed: ListedTarget, site: string, contact: Contact): PageContent {
  const { target, latest, history, failure, listingState } = listed;
  if (latest === null) return unscoredPage({ target, listingState, site });
  return scorecardPage({ envelope: latest, site, listing: { target, history, failure }, contact });
}

/** Returns a target in a format other than HTML. A target without a scorecard has only Markdown, which gives the reason. */
export function formOf(
  { target, latest, listingState }: ListedTarget,
  name: TargetFormName,
  site: string,
): string | undefined {
  if (latest === null) return name === 'md' ? unscoredMarkdown(target, listingState, site) : undefined;
  const { textOf }: TargetForm = TARGET_FORMS[name];
  return textOf(latest, listingState);
}

/** Returns all formats of a target by name, except the HTML page. */
export function formatsOf(
  listed: ListedTarget,
  site: string,
): readonly (readonly [name: string, text: string])[] {
  return (Object.keys(TARGET_FORMS) as TargetFormName[]).flatMap((name) => {
    const text = formOf(listed, name, site);
    return text === undefined ? [] : [[name, text]];
  });
}
