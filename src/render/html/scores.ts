/** The two scores, and all checks at a glance. */
import type { StoredScorecard } from '../../scorecard/stored.ts';
import type { ScorecardView, ScoreView } from '../../view/scorecard.ts';
import { html, type Markup } from './markup.ts';
import { stripPlot } from './strip.ts';
import { statusWord } from './table.ts';

export function scoresOverview(
  { global, relative, counts }: ScorecardView,
  { results }: StoredScorecard,
): Markup {
  const label = `${results.length} checks: ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
  return html`<dl class="scores">
      ${figure(global, 'global-ready')}
      ${figure(relative, 'relative')}
    </dl>
    ${stripPlot(results, { label, large: true })}
    <ul class="strip-key">
      ${counts.map(({ status, count, word }) => html`<li>${statusWord(status)}<span><b>${count}</b> ${word}</span></li>`)}
    </ul>`;
}

function figure({ value, meaning }: ScoreView, name: string): Markup {
  return html`<div>
    <dd class="figure">${value}<small>%</small></dd>
    <dt>${name}</dt>
    <dd class="what">${meaning}</dd>
    <dd class="what" aria-hidden="true"><svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none"><rect class="track" width="100" height="6" /><rect class="value" width="${value}" height="6" /></svg></dd>
  </div>`;
}
