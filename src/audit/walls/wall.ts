/** Describes bot walls: products that challenge or block automated clients, and the signs by which they are recognized. */

/** The way in which a bot wall treats clients that it does not trust. */
export type WallKind = 'challenge' | 'block' | 'rate-limit' | 'payment' | 'legal' | 'login';

/** A sign of a bot wall in a response. To keep matching fast, long text is truncated, and all quantifiers are bounded. */
export type Signature =
  /** A header, with its name in lower case. Without a pattern, any value matches. */
  | { readonly header: string; readonly value?: RegExp }
  /** The start of a cookie in `Set-Cookie`, such as `incap_ses_`. */
  | { readonly cookie: string }
  /** A status that proves a refusal without any other sign. */
  | { readonly status: number }
  /**
   * A string in a page's tags and scripts, not in its visible text. `markup` is searched literally. `around`, if
   * set, must match too. If `bare` is set, the page must have very little text, because ordinary pages have this markup.
   */
  | { readonly markup: string; readonly around?: RegExp; readonly bare?: true }
  /** Members that must all be present in a JSON object, or in a Markdown document's front matter. */
  | { readonly fields: Readonly<Record<string, RegExp>> }
  /** A pattern for a short body of any media type. Long bodies are not searched. */
  | { readonly body: RegExp }
  /** A page's whole title. The pattern must match all of it, because an article's title may start with the same words. */
  | { readonly title: RegExp }
  | { readonly text: RegExp };

/** One way in which a bot wall, or another product in front of a site, refuses requests. */
export interface Wall {
  /** The name that reports show, such as `Cloudflare challenge`. */
  readonly name: string;
  /** The name of the product in front of a site. */
  readonly vendor: string;
  readonly kind: WallKind;
  /** Signs that prove a refusal with any status and any media type. */
  readonly artifacts: readonly Signature[];
  /** Signs that count only on a short page or with a status such as 403. Without such a status, a title needs a second sign. */
  readonly phrases: readonly Signature[];
  /** Signs that the vendor is in front of the site. They do not show that the vendor refused the request. */
  readonly presence: readonly Signature[];
  /** The documentation or source code that describes these signs. */
  readonly source: string;
}

/** Creates a `Wall`. By default, its name consists of the vendor and the kind. */
export function wall(
  vendor: string,
  kind: WallKind,
  signs: Partial<Pick<Wall, 'name' | 'artifacts' | 'phrases' | 'presence'>> & Pick<Wall, 'source'>,
): Wall {
  const name = `${vendor} ${kind.replace('-', ' ')}`;
  return { name, vendor, kind, artifacts: [], phrases: [], presence: [], ...signs };
}
