declare module 'http-link-header' {
  /** A link of a header; parameters other than these are there too, as strings. */
  interface Reference {
    uri: string;
    rel?: string;
    type?: string;
    anchor?: string;
  }
  /** Throws on a value that is not a Link header. */
  const LinkHeader: { parse(value: string): { refs: Reference[] } };
  export default LinkHeader;
}
