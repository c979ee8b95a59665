/** Sorts and filters the catalog's table. The URL contains the sorting and the filters, so a view can be shared. */
import { PAGE_ROWS, type SearchedSite } from '../../catalog/pages.ts';
import { element } from './dom.ts';

/** The pause after a key press before the service searches, in milliseconds. Each search counts toward the rate limit. */
const TYPING_MS = 250;

const table = document.querySelector<HTMLTableElement>('#catalog');
const form = document.querySelector<HTMLFormElement>('#filters');
if (table !== null && form !== null) enhance(table, form);

interface Row {
  readonly host: string;
  readonly element: () => HTMLTableRowElement;
  readonly words: string;
  readonly kind: string;
  readonly mcp: boolean;
  readonly score: number;
  readonly cells: readonly string[];
}

function enhance(table: HTMLTableElement, form: HTMLFormElement): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  let rows = [...body.rows].map(readRow);
  const total = Number(table.dataset.count);
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')];
  const ranked = heads.findIndex((head) => head.hasAttribute('aria-sort'));
  const count = form.querySelector('output');
  const nothing = document.getElementById('nothing');
  const pages = document.getElementById('pages');

  const filter = () => {
    keep();
    const fitting = rows.filter(wanted(form));
    body.replaceChildren(...fitting.slice(0, PAGE_ROWS).map((row) => row.element()));
    if (count !== null)
      count.textContent =
        search === undefined
          ? countText(fitting.length, rows.length, total)
          : foundText(fitting.length, location.search === '' ? total : undefined);
    if (nothing !== null) nothing.hidden = fitting.length > 0;
    // The links to other pages are useful only while the table is neither sorted nor filtered.
    if (pages !== null) pages.hidden = location.search !== '';
  };

  const sort = (index: number, direction: 'ascending' | 'descending') => {
    const head = heads[index];
    if (head === undefined) return;
    const sign = direction === 'ascending' ? 1 : -1;
    const compare = comparing(index, head.dataset.sort === 'number');
    rows = rows.toSorted((a, b) => sign * compare(a, b));
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
  };

  const { sites, search } = table.dataset;
  const onThisPage = new Map(rows.map((row) => [row.host, row]));
  const load = (address: string, signal?: AbortSignal) =>
    fetch(address, { signal: signal ?? null }).then(async (answer) => {
      const all = (await answer.json()) as readonly SearchedSite[];
      rows = all.map((site) => onThisPage.get(site[1]) ?? loadedRow(site, form));
    });
  let loading: Promise<void> | undefined;
  let searching = new AbortController();
  /**
   * Loads the rows of all sites, then calls `then`, even if loading fails. If the catalog is too large to load, the service
   * searches it instead, and `then` is called only if the search succeeds.
   */
  const withAll = (then: () => void) => {
    if (search !== undefined) {
      searching.abort();
      searching = new AbortController();
      const query = new URLSearchParams(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      );
      const { signal } = searching;
      const failed = () => {
        if (count !== null && !signal.aborted)
          count.textContent = 'The search failed. Try again in a minute.';
      };
      setTimeout(() => !signal.aborted && load(`${search}?${query}`, signal).then(then, failed), TYPING_MS);
      return;
    }
    if (sites === undefined) return then();
    loading ??= load(sites).catch(() => undefined);
    void loading.then(then);
  };

  const keep = () => {
    const address = new URL(location.href);
    address.search = '';
    for (const [name, value] of new FormData(form))
      if (value !== '') address.searchParams.set(name, String(value));
    const sorted = heads.findIndex((head) => head.hasAttribute('aria-sort'));
    const direction = heads[sorted]?.getAttribute('aria-sort');
    if (sorted !== ranked || direction !== 'descending') {
      address.searchParams.set('sort', `${direction === 'descending' ? '-' : ''}${nameOf(heads[sorted])}`);
    }
    history.replaceState(null, '', address);
  };

  heads.forEach((head, index) => {
    if (head.dataset.sort === undefined || search !== undefined) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const first = head.dataset.sort === 'number' ? 'descending' : 'ascending';
      const now = head.getAttribute('aria-sort');
      withAll(() => {
        sort(index, now === null ? first : now === 'ascending' ? 'descending' : 'ascending');
        filter();
      });
    });
  });

  restore(form);
  const order = new URLSearchParams(location.search).get('sort');
  const resume = () => {
    const index = heads.findIndex((head) => nameOf(head) === order?.replace(/^-/, ''));
    if (order !== null && heads[index]?.dataset.sort !== undefined)
      sort(index, order.startsWith('-') ? 'descending' : 'ascending');
    filter();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => withAll(filter));
  document.getElementById('reset')?.addEventListener('click', () => {
    form.reset();
    withAll(filter);
    form.querySelector('input')?.focus();
  });
  if (location.search === '') resume();
  else withAll(resume);
}

function countText(fitting: number, known: number, total: number): string {
  const limit = fitting > PAGE_ROWS ? `, the first ${PAGE_ROWS} shown` : '';
  return `${fitting === known ? total : `${fitting} of ${total}`} sites${limit}`;
}

/** Returns the number of sites as text. `total` is the number of all sites, or `undefined` during a search. */
function foundText(found: number, total: number | undefined): string {
  if (total !== undefined) return `${total} sites`;
  return found < PAGE_ROWS ? `${found} sites match` : `The first ${found} sites that match`;
}

function wanted(form: HTMLFormElement): (row: Row) => boolean {
  const {
    q = '',
    kind = '',
    min = '',
    mcp,
  } = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) =>
    words.every((word) => row.words.includes(word)) &&
    (kind === '' || row.kind === kind) &&
    row.score >= Number(min) &&
    (mcp === undefined || row.mcp);
}

function comparing(index: number, byNumber: boolean): (a: Row, b: Row) => number {
  const value = (row: Row) => row.cells[index] ?? '';
  return byNumber
    ? (a, b) => Number.parseInt(value(a), 10) - Number.parseInt(value(b), 10)
    : (a, b) => value(a).localeCompare(value(b), 'en');
}

function readRow(element: HTMLTableRowElement): Row {
  const cells = [...element.cells].map((cell) => cell.textContent.trim());
  return {
    host: element.querySelector('.host')?.textContent ?? '',
    element: () => element,
    words: (cells[0] ?? '').toLowerCase(),
    kind: element.dataset.kind ?? '',
    mcp: element.dataset.mcp !== undefined,
    score: Number(element.dataset.score),
    cells,
  };
}

/** Builds the row of a site that is not on this page, without a status bar. */
function loadedRow(
  [name, host, relative, global, failed, kind, day, mcp]: SearchedSite,
  form: HTMLFormElement,
): Row {
  const kindName = form.querySelector(`#kind option[value="${kind}"]`)?.textContent ?? kind;
  const cells = [name, `${relative}`, `${global}`, '', `${failed}`, kindName, day];
  const classes = ['', 'num', 'num', 'strip-cell', 'num', 'wide', 'wide'];
  const first = () =>
    element(
      'th',
      { scope: 'row' },
      element('a', { href: `/score/${host}` }, name),
      element('span', { class: 'host' }, host),
    );
  return {
    host,
    element: () =>
      element(
        'tr',
        {},
        ...cells.map((cell, i) => (i === 0 ? first() : element('td', { class: classes[i] ?? '' }, cell))),
      ),
    words: `${name}${host}`.toLowerCase(),
    kind,
    mcp: mcp === 1,
    score: relative,
    cells,
  };
}

function nameOf(head: HTMLTableCellElement | undefined): string {
  return head?.dataset.key ?? head?.textContent.trim().toLowerCase() ?? '';
}

function restore(form: HTMLFormElement): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === '1';
    else if (field instanceof HTMLInputElement) field.value = value;
    else if (
      field instanceof HTMLSelectElement &&
      [...field.options].some((option) => option.value === value)
    ) {
      field.value = value;
    }
  }
}
