/** The fixes of a scorecard, by change: each failure once, in the order of the brief. */
import { formPath } from '../../audit/scorecard/address.ts';
import type { Scorecard } from '../../audit/scorecard/schema.ts';
import type { Cause } from '../../fix/failures.ts';
import { alsoText, FIX_ORDER, type FixGroup, fixList, forecastText } from '../fix-list.ts';
import { type ChecksContext, checkRow } from './checks.ts';
import { briefActions } from './elements.ts';
import { html, type Markup } from './markup.ts';

/** @param path of the scorecard; `undefined` for one that is not stored, and so has no brief */
export function fixesSection(
  scorecard: Scorecard,
  path: string | undefined,
  context: ChecksContext,
): Markup | undefined {
  const groups = fixList(scorecard);
  if (groups.length === 0) return undefined;
  const brief = path && formPath(path, 'fix');
  return html`<section aria-labelledby="to-fix">
    <h2 id="to-fix">What to fix</h2>
    <p class="soft">${FIX_ORDER} ${forecastText(scorecard)}</p>
    ${path !== undefined && briefActions(path, html`<a href="${brief ?? ''}">What to change, on one page</a>`)}
    <ol class="fixes plain">${groups.map((group) => fixItem(group, brief, context))}</ol>
  </section>`;
}

function fixItem(
  { id, title, causes, gain }: FixGroup,
  brief: string | undefined,
  context: ChecksContext,
): Markup {
  return html`<li><h3>${brief === undefined || id === undefined ? title : html`<a href="${brief}#${id}">${title}</a>`}${gain !== '' && html` <small>${gain}</small>`}</h3>${causes.map((cause) => causeRows(cause, context))}</li>`;
}

/** The failure that shows the cause, and the others folded below it. */
function causeRows(cause: Cause, context: ChecksContext): Markup {
  const { failure, also } = cause;
  return html`${checkRow(failure, context)}${
    also.length > 0 &&
    html`<details class="data"><summary>${alsoText(cause)}</summary>${also.map((one) => checkRow(one, context))}</details>`
  }`;
}
