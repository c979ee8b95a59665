/** The link to itself that each check of a scorecard has at its end. Without scripts, the marks above lead to the same addresses. */
import { element } from './dom.ts';

/** Adds them; their room is there before. */
export function addPermalinks(within: ParentNode): void {
  for (const folded of within.querySelectorAll('.category > div > details')) {
    const { id = '' } = folded.querySelector('dl') ?? {};
    folded.after(element('a', { href: `#${id}`, 'aria-label': `Link to ${id}` }));
  }
}
