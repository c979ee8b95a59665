/** Renders feeds of changes as Atom (RFC 4287), one for the catalog and one for each of its sites. */
import { RULE_SETS } from '../audit/check-texts/rule-sets.ts';
import type { ListedHost } from '../audit/scorecard/record.ts';
import { plain } from '../base/text.ts';
import { changeHeadline, changeId, changeSentences, verdictChangeText } from './change-texts.ts';
import type { SiteChange } from './changes.ts';
import { html, type Markup } from './html/markup.ts';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** The maximum number of changes in a feed. Older changes are left out. */
export const FEED_ITEMS = 50;

type Site = Pick<ListedHost, 'host' | 'name'>;

/** A link that lets feed readers find a feed (`<link rel="alternate">`). */
export interface FeedLink {
  readonly href: string;
  readonly type: string;
  readonly title: string;
}

/** The catalog's feed, to which every page links. */
export const CATALOG_FEED = linkTo('/changes.atom', 'Agent readiness: what changed');

export function siteFeed({ host, name }: Site): FeedLink {
  return linkTo(`/score/${host}/changes.atom`, `What changed at ${name}`);
}

function linkTo(href: string, title: string): FeedLink {
  return { href, type: 'application/atom+xml', title: `${title} (Atom)` };
}

/** Characters that `plain` keeps but XML does not allow (XML 1.0, section 2.2). */
const NOT_XML = /[\uFFFE\uFFFF]/g;

/** Renders the feed of `site`, or the catalog's feed if `site` is missing. `changes` must be sorted, the newest first. */
export function atomFeed(changes: readonly SiteChange[], origin: string, site?: Site): string {
  const page = site === undefined ? '/changes' : `/score/${site.host}`;
  const self = `${origin}${(site === undefined ? CATALOG_FEED : siteFeed(site)).href}`;
  const [title, subtitle] =
    site === undefined
      ? [
          'Agent readiness: what changed',
          'Changes of the sites in the catalog: scores, verdicts, and sites that cannot be audited.',
        ]
      : [`${site.name}: agent readiness`, `What changed in the scorecard of ${site.host}.`];
  // Without changes, the feed has the date of the newest rules.
  const updated = changes[0]?.at ?? `${RULE_SETS[0]?.date}T00:00:00.000Z`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${plain(title)}</title>
  <subtitle>${plain(subtitle)}</subtitle>
  <updated>${updated}</updated>
  <author><name>Agent readiness</name><uri>${origin}/</uri></author>
  <link rel="self" type="application/atom+xml" href="${self}" />
  <link rel="alternate" type="text/html" href="${origin}${page}" />
  ${changes.slice(0, FEED_ITEMS).map((change) => entry(change, origin))}
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

function changeHtml(change: SiteChange): Markup {
  const { verdicts = [] } = change;
  return html`${changeSentences(change).map((sentence) => html`<p>${sentence}</p>`)}${
    verdicts.length > 0 && html`<ul>${verdicts.map((one) => html`<li>${verdictChangeText(one)}</li>`)}</ul>`
  }`;
}
