/** Where the MCP endpoint was looked for, and what was found. */
import type { McpDiscovery } from '../../scorecard/schema.ts';
import type { ScorecardView } from '../../view/scorecard.ts';
import { capitalized } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { scrolling } from './table.ts';

export function mcpSection({ mcp: { endpoint, state, attempts } }: ScorecardView): Markup {
  return html`<section aria-labelledby="mcp-endpoint">
    <h2 id="mcp-endpoint">MCP endpoint</h2>
    ${
      endpoint === null
        ? html`<p>${capitalized(state)}.</p>`
        : html`<p>The endpoint that the MCP checks called is <code>${endpoint}</code>.</p>`
    }
    ${
      attempts.length > 0 &&
      html`<details class="data"><summary>Where it was looked for</summary>${scrolling(
        'Discovery attempts',
        html`<table>
          <thead><tr><th scope="col">Where it was looked for</th><th scope="col">Endpoint</th><th scope="col">What happened</th></tr></thead>
          <tbody>
            ${attempts.map(
              (attempt) =>
                html`<tr><td><samp>${attempt.source}</samp></td><td><samp>${attempt.endpoint ?? 'none named'}</samp></td><td>${whatHappened(attempt)}</td></tr>`,
            )}
          </tbody>
        </table>`,
      )}</details>`
    }
  </section>`;
}

function whatHappened({ blocked, probed }: McpDiscovery): string {
  if (blocked !== undefined) return `not called: ${blocked}`;
  if (probed === 'GET') return 'read: names no endpoint';
  return probed === undefined ? 'not called' : `called with ${probed}`;
}
