/** What to fix first: a line for each change, and the brief that has all of them. */

import { definitionOf } from '../../definitions/index.ts';
import { formPath } from '../../scorecard/address.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { type FixGroup, fixList, forecastText } from '../fix-list.ts';
import { briefActions } from './actions.ts';
import { html, type Markup } from './markup.ts';
import { statusCell } from './table.ts';

/** The maximum number of checks that the line of a change names. */
const MOST_CHECKS = 6;

/**
 * Returns the section; `undefined` if nothing failed.
 *
 * @param path of the scorecard; `undefined` for one that is not kept, and so has no brief
 */
export function fixesSection({ scorecard }: Envelope, path: string | undefined): Markup | undefined {
  const groups = fixList(scorecard);
  if (groups.length === 0) return undefined;
  return html`<section aria-labelledby="fix-first">
    <h2 id="fix-first">What to fix first</h2>
    <p class="small soft">In the order to make the changes. ${forecastText(scorecard)}</p>
    ${path !== undefined && briefActions(path, html`<a href="${formPath(path, 'fix')}">What to change, on one page</a>`)}
    <ol class="fixes">${groups.map((group) => fixItem(group, path && formPath(path, 'fix')))}</ol>
  </section>`;
}

function fixItem({ id, title, failures }: FixGroup, brief: string | undefined): Markup {
  const more = failures.length - MOST_CHECKS;
  const byStatus = Map.groupBy(failures.slice(0, MOST_CHECKS), ({ status }) => status);
  return html`<li>
      <p>${brief === undefined || id === undefined ? title : html`<a href="${brief}#${id}">${title}</a>`}</p>
      <p class="small">${Array.from(
        byStatus,
        ([status, own]) =>
          html`<span>${statusCell(status)} ${own.map((failure) => html`${checkLink(failure.id)} `)}</span>`,
      )}${more > 0 && html`<span class="soft">and ${more} more</span>`}</p>
    </li>`;
}

/** A check that this version knows leads to its guide. */
function checkLink(id: string): Markup {
  const code = html`<code>${id}</code>`;
  return definitionOf(id) === undefined ? code : html`<a href="/fix/${id}">${code}</a>`;
}
