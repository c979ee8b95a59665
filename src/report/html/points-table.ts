/** Renders the points behind both scores, by level and status. */

import { LEVELS_WORTH } from '../../audit/check-texts/counts.ts';
import { POINTS } from '../../audit/check-texts/points.ts';
import { KEYWORDS, SCORE_OF, type Status } from '../../audit/check-texts/vocabulary.ts';
import type { Result, Scorecard } from '../../audit/scorecard/schema.ts';
import { pointsBehind, pointsOf, uncountedText } from '../../audit/scorecard/score.ts';
import { KEYWORD_WORDS } from '../../audit/scorecard/words.ts';
import { scrolling, statusCell } from './elements.ts';
import { html, type Markup } from './markup.ts';

/** Returns a section with the table of points; `undefined` if the current formula does not give the scorecard's scores. */
export function pointsSection(scorecard: Scorecard): Markup | undefined {
  const { results, score } = scorecard;
  const all = pointsBehind(scorecard);
  if (all === undefined) return undefined;
  const { rows, earned, counted } = pointsTable(results);
  return html`<section aria-labelledby="scores-in-points">
    <h2 id="scores-in-points">How these scores are made</h2>
    <details class="data">
      <summary>The points behind ${score.relative}% and ${score.global}%</summary>
    <p>
      ${LEVELS_WORTH} What passes earns its points, what is broken costs three quarters of
      them, and a SHOULD that is missing or noncompliant weighs half in the relative score. ${uncountedText()} <a href="/methodology">How scores are made</a>.
    </p>
    <p>
      <b>${score.relative}% ${SCORE_OF.relative}</b>: ${pointsText(earned)} points earned of the ${pointsText(counted)} that count here.
      <b>${score.global}% ${SCORE_OF.global}</b>: ${pointsText(earned)} points earned of the ${all} that all ${results.length} checks are worth.${earned < 0 && ' A score is never below 0.'}
    </p>
    ${scrolling(
      'Points',
      html`<table>
        <thead><tr><th scope="col">Level</th><th scope="col">Status</th><th scope="col" class="num">Checks × points</th><th scope="col" class="num">Earned</th><th scope="col" class="num">Counted</th></tr></thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr>
              <td>${KEYWORD_WORDS[row.keyword]}</td>
              <td>${statusCell(row.status)}</td>
              <td class="num">${row.count} × ${POINTS[row.keyword]}</td>
              <td class="num">${pointsText(row.earned)}</td>
              <td class="num">${pointsText(row.counted)}</td>
            </tr>`,
          )}
        </tbody>
        <tfoot><tr><th scope="row" colspan="3">Sum</th><td class="num">${pointsText(earned)}</td><td class="num">${pointsText(counted)}</td></tr></tfoot>
      </table>`,
    )}
    </details>
  </section>`;
}

const COUNTED: readonly Status[] = ['pass', 'broken', 'noncompliant', 'absent'];

function pointsTable(results: readonly Pick<Result, 'keyword' | 'status'>[]) {
  const rows = KEYWORDS.flatMap((keyword) =>
    COUNTED.flatMap((status) => {
      const count = results.filter((result) => result.keyword === keyword && result.status === status).length;
      if (count === 0) return [];
      const each = pointsOf({ keyword, status });
      return [{ keyword, status, count, earned: count * each.earned, counted: count * each.counted }];
    }),
  );
  return {
    rows,
    earned: sum(rows.map(({ earned }) => earned)),
    counted: sum(rows.map(({ counted }) => counted)),
  };
}

function pointsText(points: number): string {
  return String(points).replace('-', '−');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
