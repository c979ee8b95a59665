/** Renders the changes of one site since its previous scorecard, and the changes of the whole catalog. */
import { definitionOf } from '../../audit/check-texts/index.ts';
import { RULE_SETS, RULE_SETS_ABOUT } from '../../audit/check-texts/rule-sets.ts';
import { instant } from '../../audit/scorecard/words.ts';
import { plural } from '../../base/text.ts';
import { changedTitle, changeSentences, changeTitle, KIND_WORDS } from '../change-texts.ts';
import type { ChangedVerdict, SiteChange } from '../changes.ts';
import type { SinceView } from '../scorecard-view.ts';
import { prose, scrolling, statusCell, timeOf } from './elements.ts';
import { html, type Markup } from './markup.ts';

/** The maximum number of changes shown unfolded. If the rules or options also changed, all changes are folded. */
const MOST_OPEN = 10;

export function changesLine({ headline, compared, explanation, rows }: SinceView): Markup {
  return html`<p class="verdict-line"><b>${headline}.</b> ${rows.length > 0 ? html`<a href="#changes">What changed</a>` : html`<span class="soft">${compared} ${explanation}</span>`}</p>`;
}

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
  const scrollable = scrolling('Changed checks', table);
  return html`<section aria-labelledby="changes">
    <h2 id="changes">Since last time</h2>
    <p class="soft">${compared} ${explanation}</p>
    ${comparable && rows.length <= MOST_OPEN ? scrollable : html`<details class="data"><summary>${plural(rows.length, 'check')} changed</summary>${scrollable}</details>`}
  </section>`;
}

/** The maximum number of verdicts to list unfolded. A change with more verdicts shows only their number until it is opened. */
const MOST_UNFOLDED = 4;

export const FEED_LINKS = [
  { href: '/changes.atom', type: 'application/atom+xml', label: 'Atom' },
  { href: '/changes.json', type: 'application/json', label: 'JSON' },
] as const;

export function changesList(changes: readonly SiteChange[]): Markup {
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  return html`${days.map(
    ([day, changesOfDay]) => html`<section aria-labelledby="day-${day}">
      <h2 id="day-${day}">${timeOf(day, day)}</h2>
      ${changesOfDay.map(changeItem)}
    </section>`,
  )}`;
}

export function rulesSection(): Markup {
  return html`<section aria-labelledby="rules">
    <h2 id="rules">Versions of the rules</h2>
    <p class="prose">${ownMarkdown(RULE_SETS_ABOUT)}</p>
    ${RULE_SETS.map(
      ({ title, about, changes }) => html`<details class="data prose"><summary>${title}</summary>
        <p>${ownMarkdown(about)}</p>
        <ul>${changes.map((change) => html`<li>${ownMarkdown(change)}</li>`)}</ul>
      </details>`,
    )}
  </section>`;
}

/** Renders one line of this project's Markdown: links within the site, and code. */
function ownMarkdown(text: string): Markup {
  const parts = text.split(/\[([^[\]]{1,200})\]\((\/[^()]{0,200})\)/);
  return html`${parts.map((part, i) => (i % 3 === 0 ? prose(part) : i % 3 === 1 && html`<a href="${parts[i + 1] ?? ''}">${prose(part)}</a>`))}`;
}

function changeItem(change: SiteChange): Markup {
  const { kind, target, at, verdicts = [] } = change;
  const list = html`<ul>${verdicts.map(verdictItem)}</ul>`;
  return html`<article class="change">
    <h3><a href="/score/${target.host}">${target.name}</a>: ${changeTitle(change)}</h3>
    ${changeSentences(change).map((sentence) => html`<p>${sentence}</p>`)}
    ${verdicts.length > 0 && (verdicts.length > MOST_UNFOLDED ? html`<details class="data"><summary>${verdicts.length} checks</summary>${list}</details>` : list)}
    <p class="soft small"><span class="level">${KIND_WORDS[kind]}</span> ${timeOf(at, instant(at))}</p>
  </article>`;
}

function verdictItem(verdict: ChangedVerdict): Markup {
  const { id, from, to } = verdict;
  const title = changedTitle(verdict);
  const name = definitionOf(id) === undefined ? title : html`<a href="/fix/${id}">${title}</a>`;
  return html`<li>${name} ${statusCell(from)} → ${statusCell(to)}</li>`;
}
