/** HTML's tokenization (HTML standard, section 13.2.5): text → tags, text, comments and doctypes. Linear. */
import { decodeReferences } from './character-references.ts';
import { readDoctype } from './doctype.ts';

export interface TextToken {
  readonly type: 'text';
  readonly data: string;
}

export interface StartTag {
  readonly type: 'start';
  readonly name: string;
  /** By name, the first of each; values as they are written, with their character references. */
  readonly attributes: Attributes;
  readonly selfClosing: boolean;
}

export interface EndTag {
  readonly type: 'end';
  readonly name: string;
}

export interface DoctypeToken {
  readonly type: 'doctype';
  readonly quirks: boolean;
}

export type Attributes = ReadonlyMap<string, string>;
export type Token = TextToken | StartTag | EndTag | DoctypeToken | { readonly type: 'comment' | 'eof' };

/** What the text of an element is, up to its end tag; of `plaintext` there is no end. */
export type ContentModel = 'data' | 'rcdata' | 'rawtext' | 'script' | 'plaintext';

const COMMENT: Token = { type: 'comment' };
const EOF: Token = { type: 'eof' };
const NO_ATTRIBUTES: Attributes = new Map();

const MARKUP = /<[a-z/!?]/gi;
const COMMENT_END = /--!?>/g;
const TAG_NAME = /[^\t\n\f />]+/y;
const BETWEEN_ATTRIBUTES = /[\t\n\f /]*/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f />=]*/y;
const SPACE = /[\t\n\f ]*/y;
const UNQUOTED_VALUE = /[^\t\n\f >]*/y;
const SCRIPT_MARKUP = /<!--|-->|<\/?script[\t\n\f />]/gi;

/** Hands out the tokens of a page one by one; the tree builder says what the next one is part of. */
export class Tokenizer {
  readonly #html: string;
  #at = 0;
  #content: ContentModel = 'data';
  #element = '';

  constructor(html: string) {
    this.#html = html.replace(/\r\n?/g, '\n');
  }

  /** Says how the text of an element that has just begun is to be read. */
  readAs(content: ContentModel, element: string): void {
    this.#content = content;
    this.#element = element;
  }

  /** @param foreign whether the next token stands in SVG or MathML, where there are CDATA sections */
  next(foreign: boolean): Token {
    while (this.#at < this.#html.length) {
      const token = this.#content === 'data' ? this.#readMarkup(foreign) : this.#readText();
      if (token !== undefined) return token;
    }
    return EOF;
  }

  #readMarkup(foreign: boolean): Token | undefined {
    const html = this.#html;
    const at = find(MARKUP, html, this.#at)?.index ?? html.length;
    if (at > this.#at) return text(decodeReferences(this.#take(at)));
    if (isLetter(html, at + 1)) return this.#readTag(at + 1, false);
    if (html[at + 1] === '!') return this.#readDeclaration(at, foreign);
    if (html[at + 1] === '/') {
      if (isLetter(html, at + 2)) return this.#readTag(at + 2, true);
      if (at + 2 === html.length) return text(this.#take(html.length));
      if (html[at + 2] === '>') {
        this.#at = at + 3;
        return undefined;
      }
    }
    return this.#skipTo('>', COMMENT);
  }

  #readDeclaration(at: number, foreign: boolean): Token {
    const html = this.#html;
    if (html.startsWith('--', at + 2)) {
      // `<!-->` and `<!--->` are whole comments.
      const abrupt = /^-?>/.exec(html.slice(at + 4, at + 6));
      const end = abrupt === null ? find(COMMENT_END, html, at + 4) : abrupt;
      const from = abrupt === null ? (end?.index ?? html.length) : at + 4;
      this.#at = from + (end?.[0].length ?? 0);
      return COMMENT;
    }
    if (foreign && html.startsWith('[CDATA[', at + 2)) {
      this.#at = at + '<![CDATA['.length;
      const end = html.indexOf(']]>', this.#at);
      const data = this.#take(end < 0 ? html.length : end);
      this.#at += ']]>'.length;
      return text(data);
    }
    if (!/^doctype/i.test(html.slice(at + 2, at + 9))) return this.#skipTo('>', COMMENT);
    const end = html.indexOf('>', at);
    this.#at = end < 0 ? html.length : end + 1;
    return { type: 'doctype', quirks: end < 0 || readDoctype(html.slice(at + 9, end)) };
  }

  /** A tag that the page ends in is no tag. */
  #readTag(from: number, isEnd: boolean): Token {
    const html = this.#html;
    const name = cased(match(TAG_NAME, html, from));
    let attributes: Map<string, string> | undefined;
    this.#at = from + name.length;
    while (this.#at < html.length) {
      const between = this.#skip(BETWEEN_ATTRIBUTES);
      if (html[this.#at] === '>') {
        this.#at += 1;
        if (isEnd) return { type: 'end', name };
        const selfClosing = between.endsWith('/');
        return { type: 'start', name, attributes: attributes ?? NO_ATTRIBUTES, selfClosing };
      }
      const attribute = cased(this.#skip(ATTRIBUTE_NAME));
      this.#skip(SPACE);
      const value = html[this.#at] === '=' ? this.#readValue() : '';
      if (isEnd || attribute === '') continue;
      attributes ??= new Map();
      if (!attributes.has(attribute)) attributes.set(attribute, value);
    }
    return EOF;
  }

  #readValue(): string {
    this.#at += 1;
    this.#skip(SPACE);
    const quote = this.#html[this.#at];
    if (quote !== '"' && quote !== "'") return shown(this.#skip(UNQUOTED_VALUE));
    this.#at += 1;
    const end = this.#html.indexOf(quote, this.#at);
    const value = this.#take(end < 0 ? this.#html.length : end);
    this.#at += 1;
    return shown(value);
  }

  /** The text of an element in which there are no tags, up to its end tag. */
  #readText(): Token | undefined {
    const html = this.#html;
    const content = this.#content;
    const end =
      content === 'plaintext'
        ? html.length
        : content === 'script'
          ? endOfScript(html, this.#at)
          : find(new RegExp(`</${this.#element}[\\t\\n\\f />]`, 'gi'), html, this.#at)?.index;
    this.#content = 'data';
    const data = shown(this.#take(end ?? html.length));
    return data === '' ? undefined : text(content === 'rcdata' ? decodeReferences(data) : data);
  }

  #take(end: number): string {
    const taken = this.#html.slice(this.#at, end);
    this.#at = end;
    return taken;
  }

  #skip(pattern: RegExp): string {
    const skipped = match(pattern, this.#html, this.#at);
    this.#at += skipped.length;
    return skipped;
  }

  #skipTo(end: string, token: Token): Token {
    const at = this.#html.indexOf(end, this.#at);
    this.#at = at < 0 ? this.#html.length : at + end.length;
    return token;
  }
}

/**
 * Where a script ends. Between `<!--` and `-->` a `<script` begins a script in the script, whose end tag is not the end
 * (HTML, section 13.2.5.15 and following: the escaped and double escaped states).
 */
function endOfScript(html: string, from: number): number {
  let escaped = false;
  let inner = false;
  let hit = find(SCRIPT_MARKUP, html, from);
  while (hit !== undefined) {
    // The dashes of `<!--` may be those of `-->`.
    let next = hit.index + 2;
    if (hit[0] === '<!--') {
      escaped = true;
    } else if (hit[0] === '-->') {
      escaped = false;
      inner = false;
    } else {
      const isEnd = hit[0].startsWith('</');
      if (isEnd && !inner) return hit.index;
      inner = !isEnd && escaped;
      next = hit.index + hit[0].length;
    }
    hit = find(SCRIPT_MARKUP, html, next);
  }
  return html.length;
}

function text(data: string): Token {
  return { type: 'text', data };
}

function find(pattern: RegExp, html: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(html) ?? undefined;
}

function match(pattern: RegExp, html: string, from: number): string {
  return find(pattern, html, from)?.[0] ?? '';
}

function isLetter(html: string, at: number): boolean {
  const code = html.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

/** Only ASCII letters have a lower case in names. */
function cased(name: string): string {
  return shown(/[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name);
}

/** NUL is not shown; what stands for it is. */
function shown(value: string): string {
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Text in HTML elements loses its NULs. */
export function withoutNul(data: string): string {
  return data.includes('\0') ? data.replaceAll('\0', '') : data;
}

export function isSpace(text: string): boolean {
  return !/[^\t\n\f ]/.test(text);
}
