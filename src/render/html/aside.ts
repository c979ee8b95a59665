/** What stands beside a scorecard: its parts, its other forms, its badge. */
import { formPath } from '../../scorecard/address.ts';
import type { CategoryView } from '../../view/scorecard.ts';
import { html, type Markup } from './markup.ts';

/** A section of the page that is not there for every scorecard. */
export interface Part {
  readonly id: string;
  readonly name: string;
}

export interface AsideParts {
  readonly categories: readonly CategoryView[];
  /** The sections before those of the categories. */
  readonly parts: readonly Part[];
  /** The path of the page, where its other forms are; left out for one that has none. */
  readonly path: string | undefined;
  /** What only scorecards of the catalog have. */
  readonly listed: Markup | undefined;
}

export function scorecardAside({ categories, parts, path, listed }: AsideParts): Markup {
  return html`<aside aria-label="About this scorecard">
    <div class="sticky">
      <nav class="no-print" aria-labelledby="on-this-page">
        <h2 id="on-this-page">On this page</h2>
        <ul class="plain">
          ${parts.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}
          ${categories.map(
            ({ id, name, shortCount }) =>
              html`<li><a href="#${id}">${name}</a> <span class="soft">${shortCount}</span></li>`,
          )}
          <li><a href="#mcp-endpoint">MCP endpoint</a></li>
        </ul>
      </nav>
      ${
        path !== undefined &&
        html`<section>
        <h2>The same for agents</h2>
        <ul class="plain">
          <li><a href="${formPath(path, 'md')}" type="text/markdown">Markdown</a></li>
          <li><a href="${formPath(path, 'json')}" type="application/json">JSON</a></li>
        </ul>
      </section>`
      }
      ${listed}
      <section>
        <p class="small soft">A verdict is wrong? <a href="/methodology#a-wrong-verdict">Say so</a>.</p>
      </section>
    </div>
  </aside>`;
}

/** How others may show and compare a scorecard of the catalog. */
export function catalogLinks(given: { host: string; path: string; url: string; global: number }): Markup {
  const { host, path, url, global } = given;
  const badge = `[![agent-ready](${url}/badge.svg)](${url})`;
  const shield = `[![agent-ready](https://img.shields.io/endpoint?url=${encodeURIComponent(`${url}/shield.json`)})](${url})`;
  return html`<section class="no-print">
      <h2>Compare</h2>
      <p class="small"><a href="/compare?t=${encodeURIComponent(host)}">Compare with another site</a></p>
    </section>
    <section class="no-print">
      <h2>Badge</h2>
      <p><img src="${path}/badge.svg" alt="Badge: agent-ready ${global}%" height="20" /></p>
      <pre id="badge" class="wrapped">${badge}</pre>
      <p><button type="button" data-copy="badge" hidden>Copy as Markdown</button></p>
      <details class="data">
        <summary>As a shields.io badge</summary>
        <pre id="shield" class="wrapped">${shield}</pre>
        <button type="button" data-copy="shield" hidden>Copy as Markdown</button>
      </details>
    </section>`;
}
