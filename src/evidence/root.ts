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
 * (.github/DECISIONS.md, "Reading answers").
 *
 * @param asked the root URL that was asked for
 */
export function auditOrigin(asked: string, root: Reply): URL {
  const answered = root.kind === 'answer' || root.kind === 'blocked' ? root.answer.url : asked;
  return new URL('/', answered);
}
