/** Link header fields (RFC 8288), read by http-link-header. */
import LinkHeader from 'http-link-header';

/** One link of a header: one relation type, the target resolved against the page. */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** The `type` parameter, in lower case. */
  readonly type: string | undefined;
}

/** A header longer than this is not read further, in characters. */
const MAX_CHARS = 64 * 1024;

/**
 * Reads all links of a field value; a link with several relation types gives one entry for each. A value that is not
 * a Link header, and a link whose target is no URL or whose context is another page (`anchor`), gives nothing.
 */
export function parseLinkHeader(value: string | undefined, base: string): Link[] {
  if (value === undefined || value.length > MAX_CHARS) return [];
  let refs: readonly { uri: string; rel?: string; type?: string; anchor?: string }[];
  try {
    refs = LinkHeader.parse(value).refs;
  } catch {
    return [];
  }
  return refs.flatMap(({ uri, rel, type }) => {
    const href = URL.parse(uri, base)?.href;
    if (href === undefined || rel === undefined) return [];
    return rel
      .toLowerCase()
      .split(/\s+/)
      .filter((name) => name !== '')
      .map((name) => ({ rel: name, href, type: type?.toLowerCase() }));
  });
}
