/** The button that copies a brief. */
import { formPath } from '../../scorecard/address.ts';
import { type HtmlPart, html, type Markup } from './markup.ts';

/**
 * @param path of the scorecard
 * @param more links after the button
 */
export function briefActions(path: string, more: HtmlPart): Markup {
  return html`<p class="actions"><button type="button" class="button primary" data-copy-from="${formPath(path, 'fix.md')}" hidden>Copy for your coding agent</button> ${more}</p>`;
}
