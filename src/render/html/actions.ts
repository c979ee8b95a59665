/** The button that copies a brief. */
import { formPath } from '../../scorecard/address.ts';
import { html, type Markup, type Part } from './markup.ts';

/**
 * @param path of the scorecard
 * @param more links after the button
 */
export function briefActions(path: string, more: Part): Markup {
  return html`<p class="actions"><button type="button" class="button primary" data-copy-from="${formPath(path, 'fix.md')}" hidden>Copy for your coding agent</button> ${more}</p>`;
}
