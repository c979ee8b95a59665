/** Which checks are shown: radio buttons that styles go by, without scripts. */
import type { StatusCount } from '../../view/words.ts';
import { html, type Markup } from './markup.ts';

/** In the order in which they stand; styles name them. */
const FILTERS = [
  { id: 'fix', name: 'To fix' },
  { id: 'passed', name: 'Passed' },
  { id: 'na', name: 'Not applicable' },
  { id: 'unseen', name: 'Not seen' },
] as const;

type Filter = (typeof FILTERS)[number]['id'];

const BY_STATUS: Readonly<Record<string, Filter>> = {
  pass: 'passed',
  broken: 'fix',
  noncompliant: 'fix',
  absent: 'fix',
  n_a: 'na',
};

/** The filter that shows a status: `unseen` for errors, for what was not run, and for what is not known here. Styles say the same. */
function filterOf(status: string): Filter {
  return Object.hasOwn(BY_STATUS, status) ? (BY_STATUS[status] ?? 'unseen') : 'unseen';
}

/** The choice; what is to be fixed is shown first, where there is something. */
export function filterChoice(counts: readonly StatusCount[]): Markup {
  const shown = FILTERS.flatMap(({ id, name }) => {
    const own = counts.filter(({ status }) => filterOf(status) === id);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [{ id: id as string, name, count }];
  });
  const all = { id: 'all', name: 'All', count: shown.reduce((sum, { count }) => sum + count, 0) };
  const first = shown[0]?.id === 'fix' ? 'fix' : 'all';
  return html`<fieldset class="show no-print" data-markdown-ignore><legend>Show</legend>${[...shown, all].map(
    ({ id, name, count }) =>
      html`<label><input type="radio" name="show" id="show-${id}"${id === first && html` checked`} />${name} <span class="soft">${count}</span></label>`,
  )}</fieldset>`;
}
