/** Buttons that copy the text of an element to the clipboard. */
import { announce } from './announce.ts';

/** Shows them, and makes them work. */
export function wireCopyButtons(within: ParentNode): void {
  for (const copy of within.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = copy.textContent;
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      const source = document.getElementById(copy.dataset.copy ?? '');
      let said = 'Copied';
      try {
        await navigator.clipboard.writeText(source?.textContent ?? '');
      } catch {
        said = 'Could not copy';
      }
      copy.textContent = said;
      announce(said);
      setTimeout(() => {
        copy.textContent = label;
        announce('');
      }, 2000);
    });
  }
}
