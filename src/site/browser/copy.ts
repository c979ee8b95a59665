/** Buttons that copy the text of an element to the clipboard. */

/** A live region is heard only if it is there before its text. */
const said = document.createElement('p');
said.className = 'unseen-text';
said.setAttribute('role', 'status');

/** Shows them, and makes them work. */
export function wireCopyButtons(within: ParentNode): void {
  for (const copy of within.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = copy.textContent;
    document.body.append(said);
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      const source = document.getElementById(copy.dataset.copy ?? '');
      let outcome = 'Copied';
      try {
        await navigator.clipboard.writeText(source?.textContent ?? '');
      } catch {
        outcome = 'Could not copy';
      }
      copy.textContent = outcome;
      said.textContent = outcome;
      setTimeout(() => {
        copy.textContent = label;
        said.textContent = '';
      }, 2000);
    });
  }
}
