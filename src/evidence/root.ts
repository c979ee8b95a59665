/** The root page, as it was seen. */

import type { HtmlPage } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import type { Reply } from './reply.ts';
import type { Surface } from './surface.ts';

/** The root page: 2xx. `html` is there when it is HTML. */
export interface RootPage {
  readonly html: HtmlPage | undefined;
  /** Its Link header fields (RFC 8288), targets resolved. */
  readonly links: readonly Link[];
}

/** The HTML of the root page; `absent` says why there is none, and whatever reads it does not apply then. */
export type RootHtml = Surface<HtmlPage>;

/**
 * The origin where an agent ends up. If the root redirects to another host or scheme, the whole audit moves there, once
 * (.github/DECISIONS.md, "Reading answers"). One that leads nowhere moves it between `example.com` and `www.example.com`
 * alone, on whose way there may be the login of somebody else.
 *
 * @param asked the root URL that was asked for
 */
export function auditOrigin(asked: string, root: Reply): URL {
  if (root.kind !== 'answer' && root.kind !== 'blocked') return new URL('/', asked);
  const { url, hops, lost } = root.answer;
  if (lost === undefined) return new URL('/', url);
  const own = [...hops.map((hop) => hop.url), url].findLast((one) => nameOf(one) === nameOf(asked));
  return new URL('/', own ?? asked);
}

function nameOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}
