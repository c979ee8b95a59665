/**
 * The URL in the stricter form that JSON Schema's `uri` asks for (RFC 3986): browsers' URLs (WHATWG) keep characters
 * such as `|`, `{` and brackets outside the host, which are percent-encoded here. It leads to the same place.
 *
 * @param href as `URL.href` gives it
 */
export function strictUri(href: string): string {
  const [, start = '', rest = href] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(href.toWellFormed()) ?? [];
  const [path = '', ...fragment] = rest.split('#');
  const tail = fragment.length === 0 ? '' : `#${fragment.map(encode).join('%23')}`;
  return start + encode(path) + tail;
}

function encode(part: string): string {
  return part
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character));
}
