/** The verdict in a sentence, the two scores, and all checks at a glance. */

import type { Result } from '../../scorecard/schema.ts';
import type { CategoryView, ScorecardView, ScoreView } from '../../view/scorecard.ts';
import { STATUS_WORDS } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { stripKey } from './status-bar.ts';

export function scoresOverview(view: ScorecardView): Markup {
  return html`${verdictLine(view)}
    <dl class="scores">
      ${figure(view.relative)}
      ${figure(view.global)}
    </dl>
    ${marks(view)}
    ${stripKey(view.counts)}`;
}

function verdictLine({ verdict }: ScorecardView): Markup {
  return html`<p class="verdict-line"><b>${verdict.what}.</b></p>`;
}

function figure({ name, value, meaning }: ScoreView): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd><span class="figure">${value}<small>%</small></span></dd>
    <dd class="what">${meaning}</dd>
    <dd class="what" aria-hidden="true"><svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none"><rect class="track" width="100" height="6" /><rect class="value" width="${value}" height="6" /></svg></dd>
  </div>`;
}

/** All checks at a glance: a mark each, which leads to its check, under the name of its category. Whoever goes by keyboard can skip them. */
function marks({ categories }: ScorecardView): Markup {
  return html`<a class="skip-marks" href="#all-checks">Skip the marks</a><div class="marks">${categories.map(categoryMarks)}</div>`;
}

function categoryMarks({ id, name, results, shortCount }: CategoryView): Markup {
  return html`<div><p><a href="#${id}">${name}</a> <span class="soft">${shortCount}</span></p><p>${results.map(markOf)}</p></div>`;
}

/** It is named by the id: a page has many, and the label stands below. What does not apply is marked without a word. */
function markOf({ id, status }: Result): Markup {
  return html`<a${status !== 'n_a' && html` class="m-${status}"`} href="#check-${id}"><i>${id}: ${STATUS_WORDS[status]}</i></a>`;
}
