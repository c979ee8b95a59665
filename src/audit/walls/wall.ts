/** The shape of an entry in the table of walls. */

/** What a wall does to a client that it does not trust. */
export type WallKind = 'challenge' | 'block' | 'rate-limit' | 'payment' | 'legal' | 'login';

/** One sign in a response. All patterns run on bounded text, and none may have an unbounded quantifier. */
export type Signature =
  /** A header, its name in lower case; any value if there is no pattern. */
  | { readonly header: string; readonly value?: RegExp }
  /** A cookie that the response sets, by the start of its name. */
  | { readonly cookie: string }
  /** A status that is conclusive by itself. */
  | { readonly status: number }
  /**
   * A part of a page's tags and scripts, never of its text: `markup` is searched literally, and the pattern must match around
   * it. `bare`: only on a page with hardly any text, because good pages have it too.
   */
  | { readonly markup: string; readonly around?: RegExp; readonly bare?: true }
  /** Members that must all be present in a JSON object, or in a Markdown document's front matter. */
  | { readonly fields: Readonly<Record<string, RegExp>> }
  /** A whole short body of any type. */
  | { readonly body: RegExp }
  /** A whole page title: an article may start with the same words, and its text may contain them all. */
  | { readonly title: RegExp }
  /** A part of the visible text. */
  | { readonly text: RegExp };

/** Something in front of a site, and one of its ways to refuse. */
export interface Wall {
  /** As evidence shows it: `Cloudflare challenge`. */
  readonly name: string;
  /** Names what is in front of a site. */
  readonly vendor: string;
  readonly kind: WallKind;
  /** Conclusive with any status and any type of body. */
  readonly artefacts: readonly Signature[];
  /** Count with a refusing status, or on a page with hardly any other text; a title only together with another mark. */
  readonly phrases: readonly Signature[];
  /** Show that the vendor is in front of the site, never that it refused. */
  readonly presence: readonly Signature[];
  /** The documentation or open source that states it. */
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
