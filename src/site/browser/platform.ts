/** The choice of a platform on a guide's page: taken from the address, else from the last visit, and kept. */

const STORED = 'platform';
const ALL = 'all';

const inputs = Array.from(document.querySelectorAll<HTMLInputElement>('input[name="platform"]'));
const note = document.querySelector<HTMLElement>('[data-platform-note]');

const inputFor = (id: string | null) => inputs.find(({ value }) => value === id);
const nameOf = (input: HTMLInputElement) => input.closest('label')?.textContent ?? input.value;

function choose(input: HTMLInputElement): void {
  input.checked = true;
  if (note) note.textContent = input.value === ALL ? '' : `Showing ${nameOf(input)} only.`;
}

/** The platform of the last visit; nothing where storage is switched off. */
function remembered(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function remember(id: string): void {
  try {
    if (id === ALL) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, id);
  } catch {
    // The choice holds for this page.
  }
}

/** A visitor who follows a link to a platform's heading wants that platform. */
function followHash(): boolean {
  const input = inputFor(location.hash.slice(1));
  if (input === undefined) return false;
  choose(input);
  document.getElementById(input.value)?.scrollIntoView();
  return true;
}

for (const input of inputs) {
  input.addEventListener('change', () => {
    choose(input);
    remember(input.value);
    // The address can be shared as it is shown.
    const url = new URL(location.href);
    url.hash = '';
    if (input.value === ALL) url.searchParams.delete('for');
    else url.searchParams.set('for', input.value);
    history.replaceState(null, '', url);
  });
}

addEventListener('hashchange', followHash);
if (!followHash()) {
  const asked = new URLSearchParams(location.search).get('for');
  const input = inputFor(asked) ?? inputFor(remembered());
  if (input) choose(input);
  else if (asked !== null && note)
    note.textContent = 'No steps for that platform yet. All platforms are shown.';
}
