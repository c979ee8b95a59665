/** What changed between two audits, and whether the site or the rules made the difference. */

import { SCORE_OF } from '../../definitions/score-names.ts';
import type { Comparison } from '../../scorecard/compare.ts';
import { instant, signed } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { scrolling, statusCell } from './table.ts';

const CAUSES = {
  site: 'the site',
  rules: 'the rules',
  both: 'both',
  unclear: 'unclear',
  peers: 'different sites',
} as const;
const WAYS = { better: 'Better', worse: 'Worse', neutral: 'Neither' } as const;

export function changes({ from, score, changes: changed, explanation, cause }: Comparison): Markup {
  const causes = cause === 'both';
  return html`<p>
      Compared with ${instant(from.scored_at)}: ${SCORE_OF.relative} ${signed(score.relative.change)}, ${SCORE_OF.global} ${signed(score.global.change)}. ${explanation}
    </p>
    ${
      changed.length > 0 &&
      scrolling(
        'Changed checks',
        html`<table>
          <thead><tr><th scope="col">Check</th><th scope="col">Was</th><th scope="col">Is</th><th scope="col">Change</th>${causes && html`<th scope="col">Cause</th>`}</tr></thead>
          <tbody>
            ${changed.map(
              (change) => html`<tr>
                <th scope="row"><a href="#check-${change.id}">${change.label}</a></th>
                <td>${statusCell(change.from.status)}</td>
                <td>${statusCell(change.to.status)}</td>
                <td>${WAYS[change.direction]}</td>
                ${causes && html`<td>${CAUSES[change.cause]}</td>`}
              </tr>`,
            )}
          </tbody>
        </table>`,
      )
    }`;
}
