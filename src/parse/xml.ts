/**
 * XML 1.0 (fifth edition) read through once, as a non-validating processor reads it, with namespaces. It tells whether
 * the document is well-formed, which the parsers that are fast do not: they pass over undeclared entities, `<` in
 * attributes, `--` in comments and control characters.
 *
 * Left out of well-formedness: what stands inside the declarations of an internal subset. Entities are not expanded, so
 * that none can grow.
 */

import type { XmlEnd, XmlHandler } from './xml-events.ts';
import {
  ATTRIBUTE,
  CLOSING,
  DECLARATION,
  DOCTYPE,
  ELEMENT_NAME,
  FORBIDDEN,
  INSTRUCTION,
  NO_ATTRIBUTES,
  NOT_SPACE,
  PARAMETER_ENTITY,
  PLAIN_TAG,
  PREDEFINED,
  QUOTED,
  REFERENCE,
  SPACE,
  SUBSET_DECLARATION,
  SUBSET_END,
  SUBSET_OTHER,
  TAG_END,
  UNQUOTED,
} from './xml-grammar.ts';

/** Elements nested deeper are not read: no document that an audit looks for comes near. */
const MAX_DEPTH = 256;

/**
 * Reads a document.
 *
 * @param cut the text goes on beyond what there is of it: a flaw in its last tag is where it was cut
 */
export function readXml(text: string, handler: XmlHandler, cut = false): XmlEnd {
  const reader = new Reader(text.startsWith('\ufeff') ? text.slice(1) : text, handler);
  try {
    reader.read();
    return { state: 'whole' };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return cut && error.at >= reader.text.lastIndexOf('<')
      ? { state: 'unfinished', why: error.why }
      : { state: error.state, why: error.why };
  }
}

/** Ends the reading: where, and why. */
class Stop extends Error {
  readonly state: Exclude<XmlEnd['state'], 'whole'>;
  readonly why: string;
  readonly at: number;

  constructor(state: Stop['state'], why: string, at: number) {
    super(why);
    this.state = state;
    this.why = why;
    this.at = at;
  }
}

class Reader {
  readonly text: string;
  readonly #handler: XmlHandler;
  #at = 0;
  /** The names of the elements that are open. */
  readonly #open: string[] = [];
  /** Prefixes that the open elements declare, the innermost last, and the URIs of each, innermost last. */
  readonly #scopes: { readonly depth: number; readonly prefix: string }[] = [];
  readonly #uris = new Map<string, string[]>();
  readonly #entities = new Set(Object.keys(PREDEFINED));
  /** Entities may be declared where a non-validating processor does not look. */
  #entitiesElsewhere = false;
  #doctypeSeen = false;
  #rootSeen = false;

  constructor(text: string, handler: XmlHandler) {
    this.text = text;
    this.#handler = handler;
  }

  read(): void {
    const { text } = this;
    const forbidden = text.search(FORBIDDEN);
    if (forbidden >= 0) this.#flaw('a control character', forbidden);
    if (/^<\?xml[ \t\r\n]/.test(text) && this.#match(DECLARATION) === null)
      this.#flaw('a malformed XML declaration');
    while (this.#at < text.length) this.#step();
    const [innermost] = this.#open.slice(-1);
    if (innermost !== undefined) throw new Stop('unfinished', `<${innermost}> is not closed`, text.length);
    if (!this.#rootSeen) throw new Stop('unfinished', 'no element', text.length);
  }

  #step(): void {
    const { text } = this;
    if (text[this.#at] !== '<') this.#characters();
    else if (text.startsWith('<!--', this.#at)) this.#comment();
    else if (text.startsWith('<?', this.#at)) this.#instruction();
    else if (text.startsWith('<![CDATA[', this.#at)) this.#cdata();
    else if (text.startsWith('<!', this.#at)) this.#doctype();
    else if (text.startsWith('</', this.#at)) this.#close();
    else this.#element();
  }

  #characters(): void {
    const next = this.text.indexOf('<', this.#at);
    const end = next < 0 ? this.text.length : next;
    const run = this.text.slice(this.#at, end);
    if (this.#open.length === 0) {
      NOT_SPACE.lastIndex = 0;
      if (NOT_SPACE.test(run))
        this.#flaw(
          `text ${this.#rootSeen ? 'after' : 'before'} the root element`,
          this.#at + NOT_SPACE.lastIndex - 1,
        );
    } else {
      const close = run.indexOf(']]>');
      if (close >= 0) this.#flaw('“]]>” outside of a CDATA section', this.#at + close);
      this.#handler.text(this.#resolve(run, this.#at));
    }
    this.#at = end;
  }

  #comment(): void {
    const start = this.#at;
    const end = this.text.indexOf('--', start + 4);
    if (end < 0) throw new Stop('unfinished', 'a comment is not closed', start);
    if (this.text[end + 2] !== '>') this.#flaw('“--” in a comment', end);
    this.#at = end + 3;
  }

  #instruction(): void {
    const start = this.#at;
    const [, target] = this.#match(INSTRUCTION) ?? this.#flaw('a malformed processing instruction');
    if (target?.toLowerCase() === 'xml')
      this.#flaw('an XML declaration that is not at the very start', start);
    this.#at = this.#after('?>', start, 'a processing instruction is not closed');
  }

  #cdata(): void {
    const start = this.#at;
    if (this.#open.length === 0) this.#flaw('a CDATA section outside of the root element');
    this.#at = this.#after(']]>', start, 'a CDATA section is not closed');
    this.#handler.text(this.text.slice(start + '<![CDATA['.length, this.#at - ']]>'.length));
  }

  #doctype(): void {
    if (this.#rootSeen || this.#doctypeSeen) this.#flaw('a declaration that is out of place');
    this.#doctypeSeen = true;
    const [, external, next] = this.#match(DOCTYPE) ?? this.#flaw('a malformed document type declaration');
    this.#entitiesElsewhere ||= external !== undefined;
    if (next === '[') this.#subset();
  }

  #subset(): void {
    while (this.#match(SPACE) === null || this.#match(SUBSET_END) === null) {
      const declared = this.#match(SUBSET_DECLARATION);
      if (declared !== null) {
        if (declared[1] !== undefined) this.#entities.add(declared[1]);
        do this.#match(UNQUOTED);
        while (this.#match(QUOTED) !== null);
        if (this.text[this.#at] !== '>') this.#flaw('a malformed document type declaration');
        this.#at += 1;
      } else if (this.#match(PARAMETER_ENTITY) !== null) this.#entitiesElsewhere = true;
      else if (this.#match(SUBSET_OTHER) === null) this.#flaw('a malformed document type declaration');
      else if (this.text.startsWith('<?', this.#at)) this.#instruction();
      else this.#comment();
    }
  }

  #element(): void {
    const start = this.#at;
    const plain = this.#match(PLAIN_TAG);
    const [, name = ''] = plain ?? this.#match(ELEMENT_NAME) ?? this.#flaw('a “<” that begins no tag');
    if (this.#open.length === 0 && this.#rootSeen) this.#flaw('more than one root element', start);
    if (this.#open.length >= MAX_DEPTH)
      throw new Stop('too-deep', `XML nested deeper than ${MAX_DEPTH} levels`, start);
    const attributes = plain === null ? this.#attributes(name, start) : NO_ATTRIBUTES;
    const [, empty] =
      plain?.slice(1) ?? this.#match(TAG_END) ?? this.#flaw(`a malformed tag <${name}>`, start);
    this.#rootSeen = true;
    this.#open.push(name);
    const depth = this.#open.length;
    for (const [key, uri] of attributes) {
      if (key === 'xmlns') this.#declare(depth, '', uri);
      else if (key.startsWith('xmlns:')) this.#declare(depth, key.slice(6), uri);
    }
    const [prefix, local] = split(name);
    this.#handler.open({ local, namespace: this.#namespaceOf(prefix), attributes, depth });
    if (empty === '/') this.#left();
  }

  #attributes(name: string, start: number): Map<string, string> {
    const attributes = new Map<string, string>();
    for (let one = this.#match(ATTRIBUTE); one !== null; one = this.#match(ATTRIBUTE)) {
      const [, key = '', quoted = ''] = one;
      if (attributes.has(key)) this.#flaw(`the attribute ${key} twice in <${name}>`, start);
      attributes.set(key, this.#resolve(quoted.slice(1, -1), this.#at - quoted.length + 1));
    }
    return attributes;
  }

  #close(): void {
    const start = this.#at;
    const [, name] = this.#match(CLOSING) ?? this.#flaw('a malformed closing tag');
    const open = this.#open.at(-1);
    if (name !== open)
      this.#flaw(
        open === undefined ? `</${name}> closes nothing` : `</${name}> where <${open}> is open`,
        start,
      );
    this.#left();
  }

  #left(): void {
    const depth = this.#open.length;
    this.#open.pop();
    for (let scope = this.#scopes.at(-1); scope !== undefined; scope = this.#scopes.at(-1)) {
      if (scope.depth < depth) break;
      this.#uris.get(scope.prefix)?.pop();
      this.#scopes.pop();
    }
    this.#handler.close();
  }

  #declare(depth: number, prefix: string, uri: string): void {
    this.#scopes.push({ depth, prefix });
    const uris = this.#uris.get(prefix) ?? [];
    uris.push(uri);
    this.#uris.set(prefix, uris);
  }

  /** The URI of a prefix; of one that is not declared, which XML without namespaces allows, the prefix itself. */
  #namespaceOf(prefix: string): string | undefined {
    const uri = this.#uris.get(prefix)?.at(-1) ?? prefix;
    return uri === '' ? undefined : uri;
  }

  /** Text without its references; those to entities of the document itself stay as they are. */
  #resolve(raw: string, at: number): string {
    let from = raw.indexOf('&');
    if (from < 0) return raw;
    let resolved = raw.slice(0, from);
    while (from >= 0) {
      REFERENCE.lastIndex = from;
      const [whole = '', decimal, hex, name = ''] =
        REFERENCE.exec(raw) ?? this.#flaw('a bare “&” (it is written &amp;)', at + from);
      resolved += this.#referent(whole, decimal, hex, name, at + from);
      const next = raw.indexOf('&', from + whole.length);
      resolved += raw.slice(from + whole.length, next < 0 ? raw.length : next);
      from = next;
    }
    return resolved;
  }

  #referent(
    whole: string,
    decimal: string | undefined,
    hex: string | undefined,
    name: string,
    at: number,
  ): string {
    if (decimal === undefined && hex === undefined) {
      if (!this.#entities.has(name) && !this.#entitiesElsewhere)
        this.#flaw(`the entity &${name}; which is not declared`, at);
      return Object.hasOwn(PREDEFINED, name) ? (PREDEFINED[name] ?? whole) : whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character =
      code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\0' : String.fromCodePoint(code);
    return FORBIDDEN.test(character) ? this.#flaw(`${whole}, which is no character`, at) : character;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #after(end: string, from: number, why: string): number {
    const found = this.text.indexOf(end, from + 2);
    if (found < 0) throw new Stop('unfinished', why, from);
    return found + end.length;
  }

  #flaw(why: string, at = this.#at): never {
    const line = this.text.slice(0, at).split(/\r\n|[\r\n]/).length;
    throw new Stop('flawed', `line ${line}, ${why}`, at);
  }
}

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
