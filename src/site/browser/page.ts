/** Scripts of every page: the theme switch, copy buttons, and links that open folded content. */

import { wireCopyButtons } from './copy.ts';
import { announce } from './dom.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
const NAMES: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

const root = document.documentElement;
const button = document.querySelector<HTMLButtonElement>('#theme');

function chosen(): Theme {
  const { theme } = root.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function show(theme: Theme): void {
  const name = button?.lastElementChild;
  if (name) name.textContent = NAMES[theme];
}

function choose(theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Storage is switched off, so the choice applies to this page only.
  }
  show(theme);
  announce(`Theme: ${NAMES[theme]}`);
}

button?.addEventListener('click', () => {
  choose(THEMES[(THEMES.indexOf(chosen()) + 1) % THEMES.length] ?? 'system');
});
show(chosen());

/** Disables a form's button once it has started another audit, and says that the audit takes a while. */
function wireAuditAgain(within: ParentNode): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('form.again')) {
    const button = form.querySelector('button');
    const status = form.querySelector('[role=status]');
    if (button === null || status === null) continue;
    form.addEventListener('submit', () => {
      button.disabled = true;
      status.textContent = 'Auditing. This takes up to 20 seconds.';
    });
    // Enable the button again if the browser restores the page from its cache.
    addEventListener('pageshow', () => {
      button.disabled = false;
      status.textContent = '';
    });
  }
}

wireCopyButtons(document);
wireAuditAgain(document);

/** Opens the `details` elements around the element that the URL's fragment names, because not all browsers do. */
function openTarget(): void {
  const target =
    location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const folded = target?.closest('details');
  if (!target || !folded) return;
  for (let at: HTMLDetailsElement | null | undefined = folded; at; at = at.parentElement?.closest('details'))
    at.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();
