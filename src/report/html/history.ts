import { SCORE_NAMES, SCORE_OF } from '../../audit/check-texts/vocabulary.ts';
import type { HistoryEntry } from '../../audit/scorecard/record.ts';
import { rulesText } from '../../audit/scorecard/rules.ts';
import { instant } from '../../audit/scorecard/words.ts';
import { historyPlot } from '../plots.ts';
import { scrolling, timeOf } from './elements.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 430;
const HEIGHT = 110;
/** The widths reserved for the names at the ends of the chart's lines, and for the numbers of its axis. */
const NAMES = 150;
const NUMBERS = 34;
/** The minimum distance between the labels of the two lines. It suits small screens, where the labels are largest. */
const APART = 18;
/** The maximum number of audits that the plot marks individually. */
const MARKED = 24;

export function historyFigure(history: readonly HistoryEntry[]): Markup | undefined {
  const { points, ruleChanges } = historyPlot(history, { width: WIDTH, height: HEIGHT });
  const line = (of: 'relative' | 'global') =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x} ${point[of]}`).join('');
  const last = history.at(-1);
  // An audit that was judged again under other rules has one point for each set of rules.
  const audits = new Set(history.map(({ scored_at }) => scored_at)).size;
  const end = points.at(-1);
  const first = history[0];
  if (first === undefined || last === undefined || end === undefined) return undefined;
  // Keeps the two labels at the ends of the lines apart.
  const apart = Math.max(0, APART - Math.abs(end.global - end.relative)) / 2;
  const marked = points.length > MARKED ? [end] : points;
  return html`<figure class="plot history" id="history">
    <figcaption>Scores over time <span>${audits} audits from ${timeOf(first.scored_at, instant(first.scored_at))} to ${timeOf(last.scored_at, instant(last.scored_at))}; solid is ${SCORE_OF.relative}, dashed is ${SCORE_OF.global}${ruleChanges.length > 0 && ', dotted verticals mark new versions of the rules'}.</span></figcaption>
    <svg viewBox="${-NUMBERS} -20 ${NUMBERS + WIDTH + NAMES} ${HEIGHT + 28}" role="img" aria-label="${SCORE_NAMES.relative} ${first.relative}% to ${last.relative}%, ${SCORE_OF.global} ${first.global}% to ${last.global}%. The table below has every audit.">
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
      ${marked.map(
        ({ x, relative, global }) =>
          html`<circle class="dot-relative" cx="${x}" cy="${relative}" r="2.5" /><circle class="dot-global" cx="${x}" cy="${global}" r="2.5" />`,
      )}
      <text x="${WIDTH + 8}" y="${end.relative + 4 - apart}">${last.relative}%<tspan class="wide"> ${SCORE_OF.relative}</tspan></text>
      <text x="${WIDTH + 8}" y="${end.global + 4 + apart}">${last.global}%<tspan class="wide"> ${SCORE_OF.global}</tspan></text>
    </svg>
    <details class="data">
      <summary>The plot as a table</summary>
      ${scrolling('Scores over time', tableOf(history))}
    </details>
  </figure>`;
}

function tableOf(history: readonly HistoryEntry[]): Markup {
  return html`<table>
    <thead><tr><th scope="col">Audited</th><th scope="col" class="num">${SCORE_NAMES.relative}</th><th scope="col" class="num">${SCORE_NAMES.global}</th><th scope="col">Rules</th></tr></thead>
    <tbody>
      ${history
        .toReversed()
        .map(
          (entry) =>
            html`<tr><td>${instant(entry.scored_at)}</td><td class="num">${entry.relative}</td><td class="num">${entry.global}</td><td>${rulesText(entry)}</td></tr>`,
        )}
    </tbody>
  </table>`;
}
