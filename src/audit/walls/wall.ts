/** The type of an entry in the table of bot walls. */

/** What a bot wall does to a client that it does not trust. */
export type WallKind = 'challenge' | 'block' | 'rate-limit' | 'payment' | 'legal' | 'login';

/** One sign in a response. All patterns run on bounded text, so none may have an unbounded quantifier. */
export type Signature =
  /** A header, with its name in lower case. Without a pattern, any value counts. */
  | { readonly header: string; readonly value?: RegExp }
  /** A cookie that the response sets, identified by the start of its name. */
  | { readonly cookie: string }
  /** A status that alone is conclusive. */
  | { readonly status: number }
  /**
   * A part of a page's tags and scripts, never of its text. `markup` is searched literally, and the pattern must match around
   * it. `bare` means that it only counts on a page with hardly any text, because good pages have it too.
   */
  | { readonly markup: string; readonly around?: RegExp; readonly bare?: true }
  /** Members that must all be present in a JSON object, or in a Markdown document's front matter. */
  | { readonly fields: Readonly<Record<string, RegExp>> }
  /** The whole of a short body of any type. */
  | { readonly body: RegExp }
  /** The whole title of a page. An article's title may start with these words, and its text may contain them all. */
  | { readonly title: RegExp }
  /** A part of the visible text. */
  | { readonly text: RegExp };

/** Something in front of a site (a bot wall), and one of its ways to refuse. */
export interface Wall {
  /** The name in the evidence: `Cloudflare challenge`. */
  readonly name: string;
  /** The name of the product in front of a site. */
  readonly vendor: string;
  readonly kind: WallKind;
  /** Signs that are conclusive with any status and any type of body. */
  readonly artefacts: readonly Signature[];
  /** Signs that count with a refusing status, or on a page with hardly any other text; a title only with another mark. */
  readonly phrases: readonly Signature[];
  /** Signs that the vendor is in front of the site, which never show that it refused. */
  readonly presence: readonly Signature[];
  /** The documentation or open-source code that states these signs. */
  readonly source: string;
}

type Told = 'name' | 'artefacts' | 'phrases' | 'presence';

/** Creates an entry, named after its vendor and kind unless it has its own name. */
export function wall(
  vendor: string,
  kind: WallKind,
  signs: Partial<Pick<Wall, Told>> & Pick<Wall, 'source'>,
): Wall {
  const name = `${vendor} ${kind.replace('-', ' ')}`;
  return { name, vendor, kind, artefacts: [], phrases: [], presence: [], ...signs };
}
