/** What changed since the scorecard before, and whether that says something of the site. */
import type { SinceView } from '../../view/since.ts';
import { html, type Markup } from './markup.ts';
import { scrolling, statusCell } from './table.ts';

export function changesSection({ headline, compared, rows }: SinceView): Markup {
  return html`<section aria-labelledby="changes">
    <h2 id="changes">Since last time</h2>
    <p><b>${headline}.</b> <span class="soft">${compared}</span></p>
    ${
      rows.length > 0 &&
      scrolling(
        'Changed checks',
        html`<table>
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
        </table>`,
      )
    }
  </section>`;
}
