/** What changed since the scorecard before, and whether that says something of the site. */
import type { SinceView } from '../../view/since.ts';
import { plural } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { scrolling, statusCell } from './table.ts';

/** More changes, and those that other rules may have made, are folded: what is to be fixed comes next. */
const MOST_OPEN = 10;

/** The difference in a line, which leads to what changed where anything did. */
export function changesLine({ headline, compared, explanation, rows }: SinceView): Markup {
  return html`<p class="verdict-line"><b>${headline}.</b> ${rows.length > 0 ? html`<a href="#changes">What changed</a>` : html`<span class="soft">${compared} ${explanation}</span>`}</p>`;
}

/** Each change; nothing where nothing changed. */
export function changesSection({ compared, explanation, rows, comparable }: SinceView): Markup | undefined {
  if (rows.length === 0) return undefined;
  const table = html`<table>
      <thead><tr><th scope="col">Check</th><th scope="col">Was</th><th scope="col">Is</th><th scope="col">Change</th></tr></thead>
      <tbody>
        ${rows.map(
          ({ id, title, from, to, way }) => html`<tr>
            <th scope="row"><a href="#check-${id}">${title}</a></th>
            <td>${statusCell(from)}</td>
            <td>${statusCell(to)}</td>
            <td>${way}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  const shown = scrolling('Changed checks', table);
  return html`<section aria-labelledby="changes">
    <h2 id="changes">Since last time</h2>
    <p class="soft">${compared} ${explanation}</p>
    ${comparable && rows.length <= MOST_OPEN ? shown : html`<details class="data"><summary>${plural(rows.length, 'check')} changed</summary>${shown}</details>`}
  </section>`;
}
