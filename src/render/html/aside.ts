/** The column beside a scorecard: its parts, its other forms, its badge. */
import { formPath } from '../../scorecard/address.ts';
import type { CategoryView } from '../../view/scorecard.ts';
import { html, type Markup } from './markup.ts';
import { badgeSection, followLinks } from './share.ts';

/** A section of the page that is not there for every scorecard. */
interface AsidePart {
  readonly id: string;
  readonly name: string;
}

/** What leads to the parts of a scorecard; it stands before them. */
export function scorecardNav(given: {
  readonly categories: readonly CategoryView[];
  /** The sections before those of the categories, and after them. */
  readonly before: readonly AsidePart[];
  readonly after: readonly AsidePart[];
}): Markup {
  const link = ({ id, name }: AsidePart, note?: string) =>
    html`<li><a href="#${id}">${name}</a>${note !== undefined && html` <span class="soft">${note}</span>`}</li>`;
  return html`<nav class="contents no-print" aria-labelledby="on-this-page">
    <h2 id="on-this-page">On this page</h2>
    <ul class="plain">
      ${given.before.map((part) => link(part))}
      ${given.categories.map((category) => link(category, category.shortCount))}
      ${given.after.map((part) => link(part))}
    </ul>
  </nav>`;
}

interface AsideParts {
  /** The path of the page, where its other forms are; left out for one that has none. */
  readonly path: string | undefined;
  /** Of a scorecard of the catalog: where a live one is to be had, if somebody has asked for one. */
  readonly newer: string | undefined;
  /** How it is shown to others; left out for one that is not kept. */
  readonly shared: Markup | undefined;
}

export function scorecardAside({ path, newer, shared }: AsideParts): Markup | undefined {
  if (path === undefined && shared === undefined) return undefined;
  return html`<aside aria-label="About this scorecard">
    ${
      path !== undefined &&
      html`<section class="no-print">
      <h2>The same for agents</h2>
      <ul class="plain">
        <li><a href="${formPath(path, 'md')}" type="text/markdown">Markdown</a></li>
        <li><a href="${formPath(path, 'json')}" type="application/json">JSON</a></li>
      </ul>
      ${newer !== undefined && html`<p class="small soft">Latest audit on request (if any): <code>${newer}</code></p>`}
    </section>`
    }
    ${shared}
  </aside>`;
}

/** How a scorecard is sent to others, compared, followed and shown. What has no plain address has its link alone. */
export function shareLinks(given: {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly score: number;
  /** `live`: kept for a time only; `beside`: at an address that does not name the host alone. */
  readonly kind: 'listed' | 'live' | 'beside';
}): Markup {
  const { host, path, url, score, kind } = given;
  return html`<section class="no-print">
      <h2>Share and compare</h2>
      <pre id="link" class="wrapped">${url}</pre>
      <p><button type="button" data-copy="link" hidden>Copy the link</button></p>
      ${kind !== 'beside' && html`<p class="small"><a href="/compare?t=${encodeURIComponent(host)}">Compare with another site</a></p>`}
      ${kind === 'listed' && followLinks(host)}
    </section>
    ${kind !== 'beside' && badgeSection({ path, url, score, isLive: kind === 'live' })}`;
}
