/** Searches the checks by name, id and titles. The URL contains the search words, so a search can be shared. */
import { need } from './dom.ts';

const form = need('filters', HTMLFormElement);
const field = need('q', HTMLInputElement);
const nothing = need('nothing', HTMLElement);
const categories = need('categories', HTMLElement);
const count = form.querySelector('output');
const sections = [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')].map((section) => ({
  section,
  rows: [...section.querySelectorAll<HTMLElement>('tbody tr')].map((row) => ({
    row,
    words: `${row.querySelector('th')?.textContent} ${row.dataset.titles}`.toLowerCase(),
  })),
}));
const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);

function search(): void {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let visible = 0;
  for (const { section, rows } of sections) {
    for (const { row, words } of rows) row.hidden = !wanted.every((word) => words.includes(word));
    const matching = rows.filter(({ row }) => !row.hidden).length;
    // Hide categories without a match. A category that has no checks at all is hidden only during a search.
    section.hidden = matching === 0 && (rows.length > 0 || wanted.length > 0);
    visible += matching;
  }
  nothing.hidden = visible > 0;
  categories.hidden = visible < total;
  if (count !== null)
    count.textContent = visible === total ? `${total} checks` : `${visible} of ${total} checks`;
  const address = new URL(location.href);
  if (field.value === '') address.searchParams.delete('q');
  else address.searchParams.set('q', field.value);
  history.replaceState(null, '', address);
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', search);
need('reset', HTMLButtonElement).addEventListener('click', () => {
  field.value = '';
  search();
  field.focus();
});
field.value = new URLSearchParams(location.search).get('q') ?? '';
search();
