/** A block of code with a head: its file or language, and a button that copies it, which scripts show. */
import { html, type Markup } from './markup.ts';

/**
 * @param id of the `pre` element, unique on its page
 * @param pre the element
 */
export function codeBox(id: string, name: string, pre: Markup): Markup {
  return html`<div class="code"><div class="code-head"><span>${name}</span><button type="button" data-copy="${id}" aria-label="Copy: ${name}" hidden>Copy</button></div>${pre}</div>`;
}
