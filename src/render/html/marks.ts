/** All checks at a glance: a mark each, which leads to its check, under the name of its category. */
import type { StoredResult } from '../../scorecard/stored.ts';
import type { CategoryView, ScorecardView } from '../../view/scorecard.ts';
import { statusClass, statusWord } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';

/** The marks. Whoever goes by keyboard can skip them. */
export function marks({ categories }: ScorecardView): Markup {
  return html`<a class="skip-marks" href="#all-checks">Skip the marks</a><div class="marks">${categories.map(categoryMarks)}</div>`;
}

function categoryMarks({ id, name, results, shortCount }: CategoryView): Markup {
  return html`<div><p><a href="#${id}">${name}</a> <span class="soft">${shortCount}</span></p><p>${results.map(markOf)}</p></div>`;
}

/** It is named by the id: a page has many, and the label stands below. */
function markOf({ id, status }: StoredResult): Markup {
  return html`<a class="m-${statusClass(status)}" href="#check-${id}"><span>${id}: ${statusWord(status)}</span></a>`;
}
