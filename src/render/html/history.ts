/** A target's scores over time. */
import type { HistoryEntry } from '../../catalog/schema.ts';
import { historyPlot } from '../../site/plots.ts';
import { instant } from '../labels.ts';
import { html, type Markup } from './markup.ts';
import { scrolling } from './table.ts';

const WIDTH = 560;
const HEIGHT = 120;

/** The plot with its table; nothing where there is no history. */
export function historyFigure(history: readonly HistoryEntry[]): Markup | undefined {
  const { points, ruleChanges } = historyPlot(history, { width: WIDTH, height: HEIGHT });
  const line = (of: 'relative' | 'global') =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x} ${point[of]}`).join('');
  const last = history.at(-1);
  const end = points.at(-1);
  const first = history[0];
  if (first === undefined || last === undefined || end === undefined) return undefined;
  // The labels at the lines' ends are kept apart.
  const apart = Math.max(0, 13 - Math.abs(end.global - end.relative)) / 2;
  return html`<figure class="plot">
    <figcaption>Scores over time <span>${history.length} audits from ${instant(first.scored_at)} to ${instant(last.scored_at)}; solid is global, dashed is relative${ruleChanges.length > 0 && ', dotted verticals mark new versions of the rules'}.</span></figcaption>
    <svg viewBox="-24 -16 ${WIDTH + 100} ${HEIGHT + 28}" role="img" aria-label="Global ${first.global} to ${last.global}, relative ${first.relative} to ${last.relative}. The table below has every audit.">
      ${[0, 50, 100].map((value) => {
        const y = HEIGHT - (value / 100) * HEIGHT;
        return html`<line class="axis" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}" /><text x="-6" y="${y + 4}" text-anchor="end">${value}</text>`;
      })}
      ${ruleChanges.map(
        ({ x, label }) =>
          html`<line class="rule" x1="${x}" x2="${x}" y1="0" y2="${HEIGHT}" /><text x="${x}" y="-5" text-anchor="middle">${label}</text>`,
      )}
      <path class="line-relative" d="${line('relative')}" />
      <path class="line-global" d="${line('global')}" />
      <circle class="dot-relative" cx="${end.x}" cy="${end.relative}" r="3" />
      <circle class="dot-global" cx="${end.x}" cy="${end.global}" r="3" />
      <text x="${WIDTH + 8}" y="${end.relative + 4 - apart}">relative ${last.relative}</text>
      <text x="${WIDTH + 8}" y="${end.global + 4 + apart}">global ${last.global}</text>
    </svg>
    <details class="data">
      <summary>The plot as a table</summary>
      ${scrolling('Scores over time', tableOf(history))}
    </details>
  </figure>`;
}

/** The newest first. */
function tableOf(history: readonly HistoryEntry[]): Markup {
  return html`<table>
    <thead><tr><th scope="col">Audited</th><th scope="col" class="num">Global</th><th scope="col" class="num">Relative</th><th scope="col">Rules</th></tr></thead>
    <tbody>
      ${history
        .toReversed()
        .map(
          (entry) =>
            html`<tr><td>${instant(entry.scored_at)}</td><td class="num">${entry.global}</td><td class="num">${entry.relative}</td><td>standard ${entry.spec_version}, schema ${entry.schema_version}</td></tr>`,
        )}
    </tbody>
  </table>`;
}
