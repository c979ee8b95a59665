/** This project's own one-line prose, which marks code by backticks. */
import { html, type Markup } from './markup.ts';

export function prose(text: string): Markup {
  return marked(text, /`([^`]+)`/, (code) => html`<code>${code}</code>`);
}

/** Plain text whose dates are elements of their own, which no line breaks. */
export function dated(text: string): Markup {
  return marked(text, /\b(\d{4}-\d\d-\d\d)\b/, (date) => html`<time>${date}</time>`);
}

function marked(text: string, pattern: RegExp, mark: (part: string) => Markup): Markup {
  return html`${text.split(pattern).map((part, i) => (i % 2 === 1 ? mark(part) : part))}`;
}
