/** What to fix first: the failures by what fixing them gains. */

import type { StoredEnvelope } from '../../scorecard/stored.ts';
import { fixPrompt } from '../../view/fix-prompt.ts';
import type { ScorecardView } from '../../view/scorecard.ts';
import { gained } from '../../view/words.ts';
import { promptDetails } from './check.ts';
import { html, type Markup } from './markup.ts';
import { levelWord, scrolling, statusWord } from './table.ts';

const SHOWN = 8;
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
  const prompt = fixPrompt(envelope);
  const more = advice.length - SHOWN;
  return html`<section aria-labelledby="fix-first">
    <h2 id="fix-first">What to fix first</h2>
    ${scrolling(
      'What to fix first, as a table',
      html`<table>
        <thead><tr><th scope="col" class="num wide">#</th><th scope="col">Check</th><th scope="col">Now</th><th scope="col" class="wide">Level</th>${forecast && html`<th scope="col" class="num">Relative</th><th scope="col" class="num">Global</th>`}</tr></thead>
        <tbody>
          ${advice.slice(0, SHOWN).map(
            ({ failure, gain }, i) => html`<tr>
              <td class="num wide">${i + 1}</td>
              <th scope="row"><a href="#check-${failure.id}">${failure.label}</a></th>
              <td>${statusWord(failure.status)}</td>
              <td class="wide">${levelWord(failure.keyword)}</td>
              ${gain !== undefined && html`<td class="num">${gained(gain.relative)}</td><td class="num">${gained(gain.global)}</td>`}
            </tr>`,
          )}
        </tbody>
      </table>`,
    )}
    <p>
      ${more > 0 && `These are worth most; ${more} more are listed with their checks below. `}${outlook}
    </p>
    ${
      prompt !== undefined &&
      (evidencePath === undefined
        ? promptDetails({ summary: ONE_PROMPT, id: 'prompt-all', prompt })
        : html`<p><a href="${evidencePath}#all">${ONE_PROMPT}</a></p>`)
    }
  </section>`;
}
