/** What an entry of the table of walls is made of. */

/** What a wall does to a client that it does not trust. */
export type WallKind = 'challenge' | 'block' | 'rate-limit' | 'payment' | 'legal' | 'login';

/** One sign in an answer. All patterns are looked for in bounded text, so none may have an unbounded quantifier. */
export type Signature =
  /** A header field, its name in lower case; any value where no pattern says which. */
  | { readonly header: string; readonly value?: RegExp }
  /** A cookie that the answer sets, by how its name begins. */
  | { readonly cookie: string }
  /** A status that says it alone. */
  | { readonly status: number }
  /**
   * A piece of a page's tags and scripts, never of its text: `markup` is what is looked for, as it is written, and the
   * pattern what must stand around it. `bare`: only on a page that has hardly any text, because good pages have it too.
   */
  | { readonly markup: string; readonly around?: RegExp; readonly bare?: true }
  /** Members that a JSON object, or the front matter of a Markdown document, has all of. */
  | { readonly fields: Readonly<Record<string, RegExp>> }
  /** A short body as a whole, of whatever type. */
  | { readonly body: RegExp }
  /** The title of a page as a whole: an article may well begin with the same words, and a page bear them all. */
  | { readonly title: RegExp }
  /** A piece of the text that a reader sees. */
  | { readonly text: RegExp };

/** Something that stands before a site, and one of its ways to refuse. */
export interface Wall {
  /** As evidence shows it: `Cloudflare challenge`. */
  readonly name: string;
  /** Whose it is, for naming what stands before a site. */
  readonly vendor: string;
  readonly kind: WallKind;
  /** Conclusive whatever the status and the type of the body. */
  readonly artefacts: readonly Signature[];
  /** Count on a refusing status, or on a page that has hardly any other text; a title there only beside another mark. */
  readonly phrases: readonly Signature[];
  /** Say that the vendor stands before the site, and never that it refused. */
  readonly presence: readonly Signature[];
  /** The documentation or open source that states it. */
  readonly source: string;
}

type Told = 'name' | 'artefacts' | 'phrases' | 'presence';

/** An entry of the table: named after its vendor and what it does unless it has a name of its own, with the signs that it has. */
export function wall(
  vendor: string,
  kind: WallKind,
  told: Partial<Pick<Wall, Told>> & Pick<Wall, 'source'>,
): Wall {
  const name = `${vendor} ${kind.replace('-', ' ')}`;
  return { name, vendor, kind, artefacts: [], phrases: [], presence: [], ...told };
}
