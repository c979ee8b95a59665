/** Links that report a wrong verdict, filled in with the details of that verdict. */
import { type Contact, issueLink, mailLink, type ReportedVerdict } from '../../view/contact.ts';
import { html, type Markup } from './markup.ts';

/** Nothing where the operator has set no contact: nobody is led to a dead end. */
export function reportLinks(contact: Contact, reported: ReportedVerdict): Markup | undefined {
  const mail = mailLink(contact, reported);
  const issue = issueLink(contact, reported);
  const ways = [
    ...(issue === undefined ? [] : [html`<a href="${issue}" rel="nofollow">Open an issue</a>`]),
    ...(mail === undefined ? [] : [html`<a href="${mail}">Write a mail</a>`]),
  ];
  if (ways.length === 0) return undefined;
  return html`<p class="report small no-print">Is this verdict wrong? ${ways.map((way, i) => html`${i > 0 && ' · '}${way}`)}</p>`;
}
