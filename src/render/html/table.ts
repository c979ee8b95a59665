/** What tables of a scorecard have in common. */
import type { Keyword, Status } from '../../catalogue/vocabulary.ts';
import { KEYWORD_WORDS, STATUS_WORDS } from '../labels.ts';
import { html, type Markup, type Part } from './markup.ts';

/** A table in a box that scrolls where the screen is narrow; the box has a name and takes the focus. */
export function scrolling(label: string, table: Part): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}

export function statusWord(status: Status): Markup {
  return html`<span class="status is-${status}">${STATUS_WORDS[status]}</span>`;
}

export function levelWord(keyword: Keyword): Markup {
  return html`<span class="level">${KEYWORD_WORDS[keyword]}</span>`;
}

/** An instant, for people and for programs. */
export function timeOf(iso: string, words: string): Markup {
  return html`<time datetime="${iso}">${words}</time>`;
}
