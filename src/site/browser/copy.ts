/** Buttons that copy the text of an element to the clipboard. */

/** Shows them, and makes them work. */
export function wireCopyButtons(within: ParentNode): void {
  for (const copy of within.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = copy.textContent;
    copy.hidden = false;
    // Of a button that changes its text nothing is heard; a live region is, if it was there before.
    const status = document.createElement('span');
    status.setAttribute('role', 'status');
    status.className = 'heard';
    copy.after(status);
    copy.addEventListener('click', async () => {
      const source = document.getElementById(copy.dataset.copy ?? '');
      let said = 'Copied';
      try {
        await navigator.clipboard.writeText(source?.textContent ?? '');
      } catch {
        said = 'Could not copy';
      }
      copy.textContent = said;
      status.textContent = said;
      setTimeout(() => {
        copy.textContent = label;
        status.textContent = '';
      }, 2000);
    });
  }
}
