/** llms.txt (llmstxt.org). */

/** A link of the index. */
export interface LlmsLink {
  readonly text: string;
  /** Absolute, without a fragment. */
  readonly url: string;
}

export interface LlmsTxt {
  /** The text of the first heading, when that is an H1. */
  readonly title: string | undefined;
  /** The blockquote or paragraph before the first H2. */
  readonly summary: string | undefined;
  /** All headings after the first, in order. */
  readonly headings: readonly string[];
  /** All links, in order, without repetition. */
  readonly links: readonly LlmsLink[];
  /** A link stands in a list. */
  readonly hasIndex: boolean;
}
