/** The page that says what changed in the catalog, and how to be told. */

import { definitionOf } from '../../definitions/index.ts';
import { changedTitle, changeSentences, changeTitle, KIND_WORDS } from '../../view/change-texts.ts';
import type { ChangedVerdict, SiteChange } from '../../view/changes.ts';
import { instant } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';
import { statusCell, timeOf } from './table.ts';

/** So many verdicts are shown at once; more are folded. */
const SHOWN = 4;

/** The addresses of the feeds, as the page and others name them. */
export const FEED_LINKS = [
  { href: '/changes.atom', type: 'application/atom+xml', label: 'Atom' },
  { href: '/changes.json', type: 'application/json', label: 'JSON' },
] as const;

/** The changes by day, the newest first. */
export function changesList(changes: readonly SiteChange[]): Markup {
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  return html`${days.map(
    ([day, own]) => html`<section aria-labelledby="day-${day}">
      <h2 id="day-${day}">${timeOf(day, day)}</h2>
      ${own.map(changeItem)}
    </section>`,
  )}`;
}

function changeItem(change: SiteChange): Markup {
  const { kind, target, at, verdicts = [] } = change;
  const list = html`<ul>${verdicts.map(verdictItem)}</ul>`;
  return html`<article class="change">
    <h3><a href="/score/${target.host}">${target.name}</a>: ${changeTitle(change)}</h3>
    ${changeSentences(change).map((sentence) => html`<p>${sentence}</p>`)}
    ${verdicts.length > 0 && (verdicts.length > SHOWN ? html`<details class="data"><summary>${verdicts.length} checks</summary>${list}</details>` : list)}
    <p class="soft small"><span class="level">${KIND_WORDS[kind]}</span> ${timeOf(at, instant(at))}</p>
  </article>`;
}

function verdictItem(verdict: ChangedVerdict): Markup {
  const { id, from, to } = verdict;
  const title = changedTitle(verdict);
  const name = definitionOf(id) === undefined ? title : html`<a href="/fix/${id}">${title}</a>`;
  return html`<li>${name} ${statusCell(from)} → ${statusCell(to)}</li>`;
}
