/** What tables of a scorecard have in common. */
import type { Keyword, Status } from '../../definitions/vocabulary.ts';
import * as labels from '../../view/words.ts';
import { type HtmlPart, html, type Markup } from './markup.ts';

/** A table in a box that scrolls where the screen is narrow; the box has a name and takes the focus. */
export function scrolling(label: string, table: HtmlPart): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}

export function statusCell(status: Status): Markup {
  return html`<span class="status is-${status}">${labels.STATUS_WORDS[status]}</span>`;
}

export function keywordCell(keyword: Keyword): Markup {
  return html`<span class="level">${labels.KEYWORD_WORDS[keyword]}</span>`;
}

/** An instant, for people and for programs. */
export function timeOf(iso: string, words: string): Markup {
  return html`<time datetime="${iso}">${words}</time>`;
}
