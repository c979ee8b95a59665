/** The type of an entry in the table of bot walls. */

/** What a bot wall does with clients that it does not trust. */
export type WallKind = 'challenge' | 'block' | 'rate-limit' | 'payment' | 'legal' | 'login';

/** One sign in a response. All patterns run on text of limited length, so none may have an unbounded quantifier. */
export type Signature =
  /** A header, with its name in lower case. Without a pattern, any value matches. */
  | { readonly header: string; readonly value?: RegExp }
  /** A cookie that the response sets. Its name starts with this text. */
  | { readonly cookie: string }
  /** A status that is proof without any other sign. */
  | { readonly status: number }
  /**
   * A text in a page's tags and scripts, not in its visible text. `markup` is searched literally. If there is a pattern, it
   * must match too. If `bare` is set, the page must have very little text, because ordinary pages have the markup too.
   */
  | { readonly markup: string; readonly around?: RegExp; readonly bare?: true }
  /** Members that must all be present in a JSON object, or in a Markdown document's front matter. */
  | { readonly fields: Readonly<Record<string, RegExp>> }
  /** Matches the whole body, if it is short. Its media type does not matter. */
  | { readonly body: RegExp }
  /** The whole title of a page. The pattern must match all of it, because an article's title may start with these words. */
  | { readonly title: RegExp }
  | { readonly text: RegExp };

/** A bot wall, or something else in front of a site, and one of its ways to refuse. */
export interface Wall {
  /** The name in the evidence: `Cloudflare challenge`. */
  readonly name: string;
  /** The name of the product in front of a site. */
  readonly vendor: string;
  readonly kind: WallKind;
  /** Signs that are proof with any status and any media type. */
  readonly artifacts: readonly Signature[];
  /** Signs that count if the status refuses or the page has very little other text. A title also needs another sign. */
  readonly phrases: readonly Signature[];
  /** Signs that the vendor is in front of the site. They do not show that it refused. */
  readonly presence: readonly Signature[];
  /** The documentation or source code that describes these signs. */
  readonly source: string;
}

type Told = 'name' | 'artifacts' | 'phrases' | 'presence';

/** Creates an entry. Its name consists of the vendor and the kind, unless it has its own. */
export function wall(
  vendor: string,
  kind: WallKind,
  signs: Partial<Pick<Wall, Told>> & Pick<Wall, 'source'>,
): Wall {
  const name = `${vendor} ${kind.replace('-', ' ')}`;
  return { name, vendor, kind, artifacts: [], phrases: [], presence: [], ...signs };
}
