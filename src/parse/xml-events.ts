/** What reading an XML document gives: its elements and text, and how the reading ended. */

/** An element, when it opens. */
export interface XmlElement {
  readonly local: string;
  readonly namespace: string | undefined;
  /** By their names as written; references are resolved. */
  readonly attributes: ReadonlyMap<string, string>;
  /** 1 for the root. */
  readonly depth: number;
}

export interface XmlHandler {
  open(element: XmlElement): void;
  /** Character data of the element that is open, references and CDATA sections resolved; it may come in pieces. */
  text(text: string): void;
  close(): void;
}

/**
 * How the reading ended: at the end of a well-formed document, where the text stopped too early, at a flaw, or where the
 * elements are nested deeper than is read.
 */
export type XmlEnd =
  | { readonly state: 'whole' }
  | { readonly state: 'unfinished' | 'flawed' | 'too-deep'; readonly why: string };
