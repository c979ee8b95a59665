/**
 * XML 1.0 (fifth edition), read by saxes, which finds every flaw outside of the internal subset. Fast parsers accept
 * undeclared entities, `<` in attributes, `--` in comments and control characters.
 *
 * Entities of a document are not expanded, so none can grow.
 */
import { type SaxesOptions, SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlHandler {
  open(element: SaxesTagNS): void;
  /** Receives text of the open element in one or more pieces. References and CDATA sections are resolved. */
  text(text: string): void;
  close(): void;
}

/** Why a document was not read to its end. */
interface XmlFlaw {
  readonly why: string;
  /** The document is nested deeper than audits read, which is not an error. */
  readonly isLimit?: true;
}

/** Maximum depth of elements: a sitemap has four levels, a feed with XHTML some thirty. saxes looks for a prefix in each. */
const MAX_DEPTH = 64;

/** An ampersand that begins no reference. saxes would read everything up to the next semicolon as a name. */
const BARE = /&(?!(?:#\d+|#x[\da-f]+|[^\s&;<>"'#]+);)/gi;
const ENTITY = /<!ENTITY\s+([^\s%]+)\s/g;
/** The document has an external subset or a parameter entity, either of which may declare entities. */
const DECLARED_ELSEWHERE = /^[^[]*\s(?:SYSTEM|PUBLIC)\s|%/;
/** Violations of Namespaces in XML 1.0. A document with them is well-formed: real sitemaps use undeclared prefixes. */
const NAMESPACES_ONLY = /prefix|namespace|malformed name/;

/**
 * Reads a document.
 *
 * @param cut whether the document continues after `text`: a flaw in its last tag is then where it was cut
 * @returns the first flaw; `undefined` if there is none
 */
export function readXml(text: string, handler: XmlHandler, cut = false): XmlFlaw | undefined {
  return new Reader(text, handler, cut).read();
}

/** Ends the reading from within saxes. */
const STOP = new Error('stopped');

class Reader extends SaxesParser<SaxesOptions & { xmlns: true }> {
  readonly #text: string;
  readonly #cut: boolean;
  #depth = 0;
  #flaw: XmlFlaw | undefined;

  constructor(text: string, handler: XmlHandler, cut: boolean) {
    super({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
    // saxes reports an empty name at once.
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

  /** Replaces the error handler, for which saxes makes an `Error` each: hostile documents have flaws by the million. */
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
  if (message === 'empty entity name.') return 'a bare “&” (it is written &amp;)';
  if (message === 'undefined entity.') return `the entity ${reference} which is not declared`;
  return message.replace(/\.$/, '');
}
