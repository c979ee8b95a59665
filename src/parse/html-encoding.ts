/** The encoding that an HTML page declares for itself (HTML, section 13.2.3.2, "prescan a byte stream"). */

/** How far from its beginning a page is searched, in bytes. */
const PRESCANNED = 1024;

const META = /<meta[\t\n\f\r /]/iy;
const TAG = /<\/?[a-z][^\t\n\f\r >]*/iy;
const MARKUP = /<[!/?]/y;
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)([\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f\r >]*)))?/y;
const XML_ENCODING = /^<\?xml[^>]{0,200}?encoding[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)')/;

interface Tag {
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

/** The label of the encoding in the first `<meta>` that gives a known one, or in an XML declaration. */
export function declaredEncoding(body: Uint8Array): string | undefined {
  const start = String.fromCharCode(...body.subarray(0, PRESCANNED));
  for (let at = start.indexOf('<'); at >= 0; at = start.indexOf('<', at)) {
    const isMeta = matches(META, start, at) !== undefined;
    const name = isMeta ? '<meta' : matches(TAG, start, at);
    if (name === undefined) {
      at = endOfMarkup(start, at);
      continue;
    }
    const tag = readAttributes(start, at + name.length);
    if (tag === undefined) break;
    const encoding = isMeta ? encodingOf(tag.attributes) : undefined;
    if (encoding !== undefined) return encoding;
    at = tag.end;
  }
  const [, double, single] = XML_ENCODING.exec(start) ?? [];
  return known(double ?? single);
}

/** The index after a comment, a doctype or the like; text goes on after its `<`. */
function endOfMarkup(html: string, at: number): number {
  if (matches(MARKUP, html, at) === undefined) return at + 1;
  const end = html.startsWith('<!--', at) ? html.indexOf('-->', at + 2) : html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

function encodingOf(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return known(charset);
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return known(encodingOfType(attributes.get('content') ?? ''));
}

/** Reads the attributes of a tag, up to its `>`. */
function readAttributes(html: string, from: number): Tag | undefined {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [attribute, name = '', , double, single, plain] = ATTRIBUTE.exec(html) ?? [];
    if (attribute === undefined) break;
    at += attribute.length;
    if (!attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), double ?? single ?? plain ?? '');
  }
  // What the beginning of the page ends in is not read.
  return /^[\t\n\f\r /]*>/.test(html.slice(at)) ? { attributes, end: at } : undefined;
}

/** The charset in a `content` attribute (HTML, section 2.4.4, "extracting a character encoding from a meta element"). */
function encodingOfType(content: string): string | undefined {
  const [, double, single, plain] =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(content) ?? [];
  return double ?? single ?? plain;
}

/** An encoding that there is a decoder for. A page that can be read so far is not UTF-16, whatever it says. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    if (encoding === 'x-user-defined') return 'windows-1252';
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return undefined;
  }
}

function matches(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
