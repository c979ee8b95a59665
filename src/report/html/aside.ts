import { formPath } from '../../audit/scorecard/address.ts';
import { LIVE_RESULT_DAYS } from '../../base/limits.ts';
import { BADGE_LABEL, badgeText } from '../badge.ts';
import { siteFeed } from '../feed.ts';
import { html, type Markup } from './markup.ts';

interface AsideParts {
  /** The page's path. Its other formats are below this path. `undefined` if the page has no other formats. */
  readonly path: string | undefined;
  /** Set only for catalog scorecards: the URL of the latest audit that a visitor requested, which may be newer. */
  readonly newer: string | undefined;
  readonly shared: Markup | undefined;
}

export function scorecardAside({ path, newer, shared }: AsideParts): Markup | undefined {
  if (path === undefined && shared === undefined) return undefined;
  return html`<aside class="about" aria-label="About this scorecard">
    ${
      path !== undefined &&
      html`<section class="no-print">
      <h2>The same for agents</h2>
      <ul class="plain">
        <li><a href="${formPath(path, 'md')}" type="text/markdown">Markdown</a></li>
        <li><a href="${formPath(path, 'json')}" type="application/json">JSON</a></li>
      </ul>
      ${newer !== undefined && html`<p class="small soft">The latest audit on request, if there is one: <code>${newer}</code></p>`}
    </section>`
    }
    ${shared}
  </aside>`;
}

/** Renders ways to share a scorecard: its link, a comparison and a badge. For the kind `separate`, renders only the link. */
export function shareLinks(options: {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  readonly score: number;
  /** `listed`: from the catalog. `live`: from an audit on request. `separate`: like `live`, but not at `/score/<host>`. */
  readonly kind: 'listed' | 'live' | 'separate';
}): Markup {
  const { host, path, url, score, kind } = options;
  return html`<section class="no-print">
      <h2>Share and compare</h2>
      <pre id="link" class="wrapped">${url}</pre>
      <p><button type="button" data-copy="link" hidden>Copy the link</button></p>
      ${kind !== 'separate' && html`<p class="small"><a href="/compare?t=${encodeURIComponent(host)}">Compare with another site</a></p>`}
      ${kind === 'listed' && followLinks(host)}
    </section>
    ${kind !== 'separate' && badgeSection({ path, url, score, isLive: kind === 'live' })}`;
}

const ALT = BADGE_LABEL;

/** Returns the badge as text to copy in several formats. `url` is the scorecard's page. */
export function badgeForms(url: string) {
  const image = `${url}/badge.svg`;
  const shield = `https://img.shields.io/endpoint?url=${encodeURIComponent(`${url}/shield.json`)}`;
  return [
    { id: 'badge-markdown', name: 'Markdown', text: `[![${ALT}](${image})](${url})` },
    {
      id: 'badge-html',
      name: 'HTML',
      text: `<a href="${url}"><img src="${image}" alt="${ALT}" height="20"></a>`,
    },
    {
      id: 'badge-rst',
      name: 'reStructuredText',
      text: `.. image:: ${image}\n   :target: ${url}\n   :alt: ${ALT}`,
    },
    { id: 'badge-shields', name: 'shields.io, in Markdown', text: `[![${ALT}](${shield})](${url})` },
  ];
}

export function badgeSection(options: {
  path: string;
  url: string;
  score: number;
  isLive?: boolean;
}): Markup {
  const { path, url, score, isLive = false } = options;
  return html`<section class="no-print">
    <h2>Badge</h2>
    <p><img src="${path}/badge.svg" alt="Badge: ${badgeText(score)}" height="20" /></p>
    ${isLive && html`<p class="small">It shows the newest audit of this site, for ${LIVE_RESULT_DAYS} days after it was made.</p>`}
    ${badgeForms(url).map(
      ({ id, name, text }, i) => html`<details class="data"${i === 0 && html` open`}>
      <summary>${name}</summary>
      ${html`<pre id="${id}" class="wrapped">${text}</pre>`}
      <button type="button" data-copy="${id}" hidden>Copy as ${name}</button>
    </details>`,
    )}
  </section>`;
}

export function followLinks(host: string): Markup {
  const { href, type } = siteFeed({ host, name: host });
  return html`<p class="small">Changes of this site: <a href="${href}" type="${type}">Atom</a></p>`;
}
