/** This project's own one-line prose, which marks code by backticks. */
import { html, type Markup } from './markup.ts';

export function prose(text: string): Markup {
  return html`${text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
