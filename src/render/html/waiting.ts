/** The sites of the list that wait for their first audit: what a catalog shows before there are results. */
import { type ListedHost, TARGET_CATEGORIES } from '../../scorecard/record.ts';
import { plural } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';

/** So many are named; the others are counted. */
const NAMED = 150;

/** By kind of site; nothing where none waits. */
export function waitingSection(waiting: readonly ListedHost[]): Markup | undefined {
  if (waiting.length === 0) return undefined;
  const named = waiting.slice(0, NAMED);
  const kinds = TARGET_CATEGORIES.flatMap(({ id, name }) => {
    const own = named.filter(({ category }) => category === id);
    return own.length === 0 ? [] : [{ name, own }];
  });
  return html`<section aria-labelledby="waiting">
    <h2 id="waiting">Waiting for their first audit</h2>
    <p class="prose">Each of these ${plural(waiting.length, 'site')} gets a scorecard with the next run of the catalog.</p>
    <dl class="waiting">
      ${kinds.map(
        ({ name, own }) =>
          html`<div><dt>${name}</dt><dd>${own.map((one, i) => html`${i > 0 && ', '}<span title="${one.host}">${one.name}</span>`)}</dd></div>`,
      )}
    </dl>
    ${waiting.length > NAMED && html`<p class="soft">And ${waiting.length - NAMED} more.</p>`}
  </section>`;
}
