import type { Keyword, Status } from '../../audit/check-texts/vocabulary.ts';
import { formPath } from '../../audit/scorecard/address.ts';
import * as labels from '../../audit/scorecard/words.ts';
import { type Contact, issueLink, mailLink, type ReportedVerdict } from '../contact.ts';
import { type HtmlPart, html, type Markup } from './markup.ts';

/** Wraps a table in a box that scrolls on narrow screens. The box has a name, and the keyboard can focus it. */
export function scrolling(label: string, table: HtmlPart): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}

export function statusCell(status: Status): Markup {
  return html`<span class="status is-${status}">${labels.STATUS_WORDS[status]}</span>`;
}

export function keywordCell(keyword: Keyword): Markup {
  return html`<span class="level">${labels.KEYWORD_WORDS[keyword]}</span>`;
}

/** Renders a time for people, and in ISO 8601 for programs. */
export function timeOf(iso: string, words: string): Markup {
  return html`<time datetime="${iso}">${words}</time>`;
}

/** Renders a button that copies a brief (a page of fixes). It is visible from the first paint, so the layout does not shift. */
export function briefActions(path: string, more: HtmlPart): Markup {
  return html`<p class="actions"><button type="button" class="button primary js-only" data-copy-from="${formPath(path, 'fix.md')}">Copy for your coding agent</button> ${more}</p>`;
}

/**
 * Renders a block of code with a header and a copy button. A script makes the button visible.
 * @param id of the `pre` element, unique on its page
 */
export function codeBox(id: string, name: string, pre: Markup): Markup {
  return html`<div class="code"><div class="code-head"><span>${name}</span><button type="button" data-copy="${id}" aria-label="Copy: ${name}" hidden>Copy</button></div>${pre}</div>`;
}

/** Renders one line of this project's text, in which backticks mark code. */
export function prose(text: string): Markup {
  return html`${text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Renders links for reporting a wrong verdict; `undefined` if the operator set no contact. */
export function reportLinks(contact: Contact, reported: ReportedVerdict): Markup | undefined {
  const mail = mailLink(contact, reported);
  const issue = issueLink(contact, reported);
  const ways = [
    ...(issue === undefined ? [] : [html`<a href="${issue}" rel="nofollow">Open an issue</a>`]),
    ...(mail === undefined ? [] : [html`<a href="${mail}">Send an email</a>`]),
  ];
  if (ways.length === 0) return undefined;
  return html`<p class="report small no-print">Is this verdict wrong? ${ways.map((way, i) => html`${i > 0 && ' · '}${way}`)}</p>`;
}
