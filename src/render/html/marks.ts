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
  return html`<div><p><a href="#${id}">${name}</a> <span class="soft">${shortCount}</span></p><ul>${results.map(markOf)}</ul></div>`;
}

function markOf({ id, label, status }: StoredResult): Markup {
  return html`<li><a class="m-${statusClass(status)}" href="#check-${id}"><span>${label}: ${statusWord(status)}</span></a></li>`;
}
