/** The button that copies a brief, which is there from the first paint so that nothing moves. */
import { formPath } from '../../scorecard/address.ts';
import { type HtmlPart, html, type Markup } from './markup.ts';

/**
 * @param path of the scorecard
 * @param more links after the button
 */
export function briefActions(path: string, more: HtmlPart): Markup {
  return html`<p class="actions"><button type="button" class="button primary js-only" data-copy-from="${formPath(path, 'fix.md')}">Copy for your coding agent</button> ${more}</p>`;
}
