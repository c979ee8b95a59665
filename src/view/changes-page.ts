/** What the page of changes shows, in all its forms. */
import type { About } from './about.ts';
import type { SiteChange } from './changes.ts';

/** So many changes are on the page, the newest ones. */
const SHOWN = 100;

export const ABOUT_CHANGES: About = {
  title: 'What changed',
  description:
    'Scores and verdicts that changed in the catalog, sites that can no longer be audited, and new rules. Also as Atom and JSON.',
};

/** @param changes the newest first */
export function shownChanges(changes: readonly SiteChange[]): readonly SiteChange[] {
  return changes.slice(0, SHOWN);
}

export function changesLead(changes: readonly SiteChange[]): string {
  if (changes.length === 0)
    return 'Nothing has changed yet. When an audit finds something new at a site of the catalog, it appears here and in the feed.';
  const which = changes.length > SHOWN ? `The last ${SHOWN} changes` : 'All changes';
  return `${which} in the catalog: scores and verdicts, sites that can no longer be audited, and new rules. A change of the rules is never counted as a change of a site.`;
}
