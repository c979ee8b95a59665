/**
 * Parses XML 1.0 with saxes, which finds all errors except in the internal DTD subset. Entities are not expanded, so that a
 * small document cannot grow into a huge one.
 */
import { type SaxesOptions, SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlHandler {
  open(element: SaxesTagNS): void;
  /** Receives the text of the open element in one or more pieces. References and CDATA sections are resolved. */
  text(text: string): void;
  close(): void;
}

interface XmlFlaw {
  readonly why: string;
  /** Set if the document is nested deeper than the limit, which is not an XML error. */
  readonly isLimit?: true;
}

/** The maximum nesting depth. saxes searches every level for each prefix. A sitemap has four levels, a feed about thirty. */
const MAX_DEPTH = 64;

/** Matches an ampersand that does not start a reference. saxes would read all text up to the next semicolon as a name. */
const BARE = /&(?!(?:#\d+|#x[\da-f]+|[^\s&;<>"'#]+);)/gi;
const ENTITY = /<!ENTITY\s+([^\s%]+)\s/g;
/** Matches a DOCTYPE with an external subset or a parameter entity. Both may declare entities outside the document. */
const DECLARED_ELSEWHERE = /^[^[]*\s(?:SYSTEM|PUBLIC)\s|%/;
/** Matches saxes's messages for namespace errors, which do not violate XML 1.0. Real sitemaps use undeclared prefixes. */
const NAMESPACES_ONLY = /prefix|namespace|malformed name/;

/** Parses a document and returns its first error, if any. If the document was `cut`, an error in its last tag is ignored. */
export function readXml(text: string, handler: XmlHandler, cut = false): XmlFlaw | undefined {
  return new Reader(text, handler, cut).read();
}

/** Thrown to stop saxes early. */
const STOP = new Error('stopped');

class Reader extends SaxesParser<SaxesOptions & { xmlns: true }> {
  readonly #text: string;
  readonly #cut: boolean;
  #depth = 0;
  #flaw: XmlFlaw | undefined;

  constructor(text: string, handler: XmlHandler, cut: boolean) {
    super({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
    // Replaces a bare ampersand with the empty reference `&;`, which saxes reports as an error at once.
    this.#text = text.replace(BARE, '&;');
    this.#cut = cut;
    this.on('doctype', (doctype) => this.#declare(doctype));
    this.on('opentagstart', () => {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH)
        this.#stop({ why: `XML nested deeper than ${MAX_DEPTH} levels`, isLimit: true });
    });
    this.on('opentag', (element) => handler.open(element));
    this.on('text', (part) => handler.text(part));
    this.on('cdata', (part) => handler.text(part.replaceAll('&;', '&')));
    this.on('closetag', () => {
      this.#depth -= 1;
      handler.close();
    });
  }

  read(): XmlFlaw | undefined {
    try {
      this.write(this.#text).close();
    } catch (error) {
      if (error !== STOP) throw error;
    }
    return this.#flaw;
  }

  /** Replaces saxes's error handler, which would create an `Error` object for each of possibly millions of errors. */
  override fail(message: string): this {
    if (NAMESPACES_ONLY.test(message)) return this;
    const { position } = this;
    if (this.#cut && position > this.#text.lastIndexOf('<')) this.#stop(undefined);
    const reference = this.#text.slice(this.#text.lastIndexOf('&', position), position);
    this.#stop({ why: `line ${this.line}, ${inWords(message, reference)}` });
  }

  #declare(doctype: string): void {
    const entities = this.ENTITIES;
    for (const [, name = ''] of doctype.matchAll(ENTITY)) entities[name] ??= `&${name};`;
    if (!DECLARED_ELSEWHERE.test(doctype)) return;
    this.ENTITIES = new Proxy(entities, { get: (_, name: string) => entities[name] ?? `&${name};` });
  }

  #stop(flaw: XmlFlaw | undefined): never {
    this.#flaw = flaw;
    throw STOP;
  }
}

function inWords(message: string, reference: string): string {
  if (message === 'empty entity name.') return 'a bare “&” (write &amp;)';
  if (message === 'undefined entity.') return `the entity ${reference} is not declared`;
  return message.replace(/\.$/, '');
}

/**
 * Decodes a document. The encoding is that of the byte order mark, the media type's charset or the XML declaration, in this
 * order. The default is UTF-8 (RFC 7303 section 3.2, XML appendix F). Returns `undefined` for invalid bytes, which are an error
 * in XML (section 4.3.3). If the document was `cut`, its last character may be incomplete.
 */
export function decodeXml(bytes: Uint8Array, charset: string | undefined, cut = false): string | undefined {
  const declared = declaredEncoding(bytes);
  const labels = [byteOrder(bytes) ?? charset ?? declared ?? 'utf-8', declared];
  for (const label of labels) {
    if (label === undefined) continue;
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: cut });
      if (text.includes('<') || bytes.length === 0 || !bytes.includes(0x3c)) return text;
    } catch (error) {
      // A RangeError means an unknown encoding. Other errors mean invalid bytes.
      if (error instanceof RangeError) return new TextDecoder().decode(bytes);
    }
  }
  return undefined;
}

function byteOrder([a, b, c, d]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0 && d !== 0)) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256));
  return /^<\?xml[^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1];
}
