/** A feed as Atom (RFC 4287). The template escapes what it is given, which is `plain` text. */
import { plain } from '../../parse/text.ts';
import { changeId } from '../../view/change-document.ts';
import { changeHeadline } from '../../view/change-texts.ts';
import type { SiteChange } from '../../view/changes.ts';
import { html, type Markup } from '../html/markup.ts';
import { changeHtml, type Feed, itemsOf, updatedOf } from './feed.ts';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Characters that `plain` leaves, and XML has not (XML 1.0, section 2.2). */
const NOT_XML = /[\uFFFE\uFFFF]/g;

export function atomFeed(feed: Feed): string {
  const { title, description, origin, page, path } = feed;
  const self = `${origin}${path}.atom`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${plain(title)}</title>
  <subtitle>${plain(description)}</subtitle>
  <updated>${updatedOf(feed)}</updated>
  <author><name>Agent readiness</name><uri>${origin}/</uri></author>
  <link rel="self" type="application/atom+xml" href="${self}" />
  <link rel="alternate" type="text/html" href="${page}" />
  ${itemsOf(feed).map((change) => entry(change, origin))}
</feed>`}\n`.replace(NOT_XML, '');
}

function entry(change: SiteChange, origin: string): Markup {
  return html`<entry>
    <id>${changeId(change, origin)}</id>
    <title>${changeHeadline(change)}</title>
    <updated>${change.at}</updated>
    <published>${change.at}</published>
    <link rel="alternate" type="text/html" href="${origin}/score/${change.target.host}" />
    <category term="${change.kind}" />
    <content type="html">${String(changeHtml(change))}</content>
  </entry>
  `;
}
