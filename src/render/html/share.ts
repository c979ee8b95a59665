/** How others show and follow a scorecard: its badge in the languages of pages, and its feed. */
import { LIVE_RESULT_DAYS } from '../../limits.ts';
import { BADGE_LABEL, badgeText } from '../badge.ts';
import { siteFeed } from '../feed.ts';
import { html, type Markup } from './markup.ts';

/** What the badge is called where images are not shown. */
const ALT = BADGE_LABEL;

/** The badge in each language. @param url of the scorecard's page */
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

/** The badge, and what to paste to show it. */
export function badgeSection(given: { path: string; url: string; score: number; isLive?: boolean }): Markup {
  const { path, url, score, isLive = false } = given;
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

/** Where changes of the site are told. */
export function followLinks(host: string): Markup {
  const { href, type } = siteFeed({ host, name: host });
  return html`<p class="small">Changes of this site: <a href="${href}" type="${type}">Atom</a></p>`;
}
