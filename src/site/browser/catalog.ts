/** Sorting and filtering of the catalog's table. The state is in the address, which makes a view easy to share. */

const table = document.querySelector<HTMLTableElement>('#catalog');
const form = document.querySelector<HTMLFormElement>('#filters');
if (table !== null && form !== null) enhance(table, form);

interface Row {
  readonly element: HTMLTableRowElement;
  readonly words: string;
  readonly kind: string;
  readonly mcp: boolean;
  readonly score: number;
  readonly cells: readonly string[];
}

function enhance(table: HTMLTableElement, form: HTMLFormElement): void {
  const body = table.tBodies[0];
  if (body === undefined) return;
  const rows = [...body.rows].map(readRow);
  const heads = [...table.querySelectorAll<HTMLTableCellElement>('thead th')];
  const ranked = heads.findIndex((head) => head.hasAttribute('aria-sort'));
  const count = form.querySelector('output');
  const nothing = document.getElementById('nothing');

  const filter = () => {
    const fits = wanted(form);
    for (const row of rows) row.element.hidden = !fits(row);
    const shown = rows.filter(fits).length;
    if (count !== null)
      count.textContent = shown === rows.length ? `${shown} sites` : `${shown} of ${rows.length} sites`;
    if (nothing !== null) nothing.hidden = shown > 0;
    keep();
  };

  const sort = (index: number, direction: 'ascending' | 'descending') => {
    const head = heads[index];
    if (head === undefined) return;
    const sign = direction === 'ascending' ? 1 : -1;
    const compare = comparing(index, head.dataset.sort === 'number');
    body.append(...rows.toSorted((a, b) => sign * compare(a, b)).map(({ element }) => element));
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction);
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
    if (head.dataset.sort === undefined) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const first = head.dataset.sort === 'number' ? 'descending' : 'ascending';
      const now = head.getAttribute('aria-sort');
      sort(index, now === null ? first : now === 'ascending' ? 'descending' : 'ascending');
      keep();
    });
  });

  restore(form);
  const order = new URLSearchParams(location.search).get('sort');
  if (order !== null) {
    const index = heads.findIndex((head) => nameOf(head) === order.replace(/^-/, ''));
    if (heads[index]?.dataset.sort !== undefined)
      sort(index, order.startsWith('-') ? 'descending' : 'ascending');
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', filter);
  document.getElementById('reset')?.addEventListener('click', () => {
    form.reset();
    filter();
    form.querySelector('input')?.focus();
  });
  filter();
}

/** Whether a row is one of those that the form asks for. */
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

/** The order of two rows by a column. */
function comparing(index: number, byNumber: boolean): (a: Row, b: Row) => number {
  const value = (row: Row) => row.cells[index] ?? '';
  return byNumber
    ? (a, b) => Number.parseInt(value(a), 10) - Number.parseInt(value(b), 10)
    : (a, b) => value(a).localeCompare(value(b), 'en');
}

function readRow(element: HTMLTableRowElement): Row {
  const cells = [...element.cells].map((cell) => cell.textContent.trim());
  return {
    element,
    words: (cells[0] ?? '').toLowerCase(),
    kind: element.dataset.kind ?? '',
    mcp: element.dataset.mcp !== undefined,
    score: Number(element.dataset.score),
    cells,
  };
}

function nameOf(head: HTMLTableCellElement | undefined): string {
  return head?.dataset.key ?? head?.textContent.trim().toLowerCase() ?? '';
}

/** Puts into the form what the address says. */
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
