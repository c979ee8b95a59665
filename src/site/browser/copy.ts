/** Makes buttons copy the text of an element, or of another URL, to the clipboard. */
import { announce } from './dom.ts';

export function wireCopyButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLButtonElement>(
    'button[data-copy], button[data-copy-from]',
  )) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      let message = 'Copied';
      try {
        await copy(textOf(button.dataset));
      } catch {
        message = 'Could not copy';
      }
      button.textContent = message;
      announce(message);
      setTimeout(() => {
        button.textContent = label;
        announce('');
      }, 2000);
    });
  }
}

/** Passes a promise to the clipboard, because some browsers allow writing only directly after the click. */
function copy(text: Promise<string>): Promise<void> {
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}

async function textOf({ copy: id = '', copyFrom }: DOMStringMap): Promise<string> {
  if (copyFrom === undefined) return document.getElementById(id)?.textContent ?? '';
  const response = await fetch(copyFrom);
  if (!response.ok) throw new Error(`${copyFrom} answers ${response.status}`);
  return response.text();
}
