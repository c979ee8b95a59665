/** What to fix first: the failures by what fixing them recovers. */

import { definitionOf } from '../../definitions/index.ts';
import type { StoredEnvelope } from '../../scorecard/stored.ts';
import type { Advice } from '../../view/advice.ts';
import { fixPrompt } from '../../view/fix-prompt.ts';
import { guidePath } from '../../view/platforms-seen.ts';
import type { ScorecardView } from '../../view/scorecard.ts';
import { headlineOf } from '../../view/title.ts';
import { recovered } from '../../view/words.ts';
import { promptDetails } from './check.ts';
import { html, type Markup } from './markup.ts';
import { prose } from './prose.ts';
import { keywordCell, statusCell } from './table.ts';

const SHOWN = 5;
const ONE_PROMPT = 'One prompt for all of them, for a coding agent';

/**
 * The section; nothing where nothing failed.
 *
 * @param evidencePath of the page with the prompt; without one the prompt stands here
 */
export function fixesSection(
  { fixes }: ScorecardView,
  envelope: StoredEnvelope,
  evidencePath: string | undefined,
): Markup | undefined {
  const { advice, forecast, outlook } = fixes;
  if (advice.length === 0) return undefined;
  const more = advice.length - SHOWN;
  return html`<section aria-labelledby="fix-first">
    <h2 id="fix-first">What to fix first</h2>
    ${forecast && html`<p class="small soft">Points gained, and your score of what applies after this fix and those above it.</p>`}
    <ol class="fixes">${advice.slice(0, SHOWN).map((one) => fixItem(one, envelope))}</ol>
    <p>
      ${more > 0 && `${more} more ${more === 1 ? 'is' : 'are'} listed with the checks below. `}${outlook} ${
        evidencePath !== undefined && html`<a href="${evidencePath}#all">${ONE_PROMPT}</a>`
      }
    </p>
    ${evidencePath === undefined && promptDetails({ summary: ONE_PROMPT, id: 'prompt-all', prompt: fixPrompt(envelope) ?? '' })}
  </section>`;
}

function fixItem({ failure, reason, points, after }: Advice, { scorecard }: StoredEnvelope): Markup {
  const { id, status, keyword } = failure;
  return html`<li>
      <p><a href="#check-${id}">${headlineOf(failure)}</a> ${points !== undefined && html`<span class="gain"><b>${recovered(points)}</b>${after !== undefined && html` <span class="soft">→ ${after.relative}%</span>`}</span>`}</p>
      <p class="small">${statusCell(status)} ${keywordCell(keyword)} ${reason !== undefined && prose(reason)} ${definitionOf(id) !== undefined && html`<a href="${guidePath(id, scorecard)}">How to fix this</a>`}</p>
    </li>`;
}
