/**
 * Any markup → markup that node-html-parser reads as a browser would. That parser drops elements that are not closed,
 * and takes quadratic time on deep nesting and on comments that never end; so one linear scan before it closes what the
 * author left open, drops comments and doctypes, and stops where elements nest too deeply or are too many.
 */

/** Deeper nesting than this ends the reading; browsers flatten at 512 (Blink, WebKit). */
const MAX_DEPTH = 512;
/** More tags than this are not read; the largest pages of the web have some ten thousand. */
const MAX_TAGS = 40_000;

const VOID = words('area base br col embed hr img input link meta param source track wbr');
/** What stands in these is text up to their end tag (HTML, section 13.2.5.2 and following). */
const RAW_TEXT = words('script style textarea title xmp iframe noembed noframes');
/** An element of a group ends where another of its group begins (HTML, "Optional tags"). */
const GROUPS = ['p', 'li', 'dt dd', 'option', 'optgroup', 'tr', 'td th', 'thead tbody tfoot', 'rt rp'].map(
  words,
);
/** An open element of these kinds does not keep an outer one from being ended that way. */
const INLINE = words(
  'a abbr b big cite code em font i q s samp small span strong sub sup tt u var option td th tr',
);

const ORDINARY_NAME = /^[a-z][\w:.-]*$/;
const TAG_NAME = /<(\/?)([a-z][^\s/>]*)/iy;

/** The same page, well-formed, up to where it becomes too deep or too much. Linear in the length of `html`. */
export function balanceHtml(html: string): string {
  const page = new Balancer();
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0 && !page.full; at = html.indexOf('<', Math.max(from, at + 1))) {
    TAG_NAME.lastIndex = at;
    const [opening, slash, name] = TAG_NAME.exec(html) ?? [];
    if (opening !== undefined && name !== undefined) {
      page.text(html.slice(from, at));
      from = endOfTag(html, at + opening.length);
      if (slash === '/') page.close(name.toLowerCase());
      else from = page.open(name.toLowerCase(), html, at, from);
    } else if (/^<[!?/]/.test(html.slice(at, at + 2))) {
      page.text(html.slice(from, at));
      from = endOfMarkup(html, at);
    }
  }
  if (!page.full) page.text(html.slice(from));
  return page.end();
}

class Balancer {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  #tags = 0;

  get full(): boolean {
    return this.#open.length > MAX_DEPTH || this.#tags > MAX_TAGS;
  }

  text(text: string): void {
    this.#parts.push(text);
  }

  /** Takes a start tag over, and the text of an element whose text is no markup; says where the rest begins. */
  open(name: string, html: string, start: number, end: number): number {
    this.#tags += 1;
    const group = GROUPS.find((names) => names.has(name));
    if (group !== undefined) this.#endSibling(group);
    // A tag that the page ends in is no element (HTML, section 13.2.5.8); of an odd name it is one that nobody looks for,
    // and that the parser would take for text. Names go on in lower case, because the parser compares them as they are.
    if (html[end - 1] !== '>' || !ORDINARY_NAME.test(name)) return end;
    // Spaces keep the slash of an unquoted value (`href=/a/>`) from being read as the end of the element.
    this.text(`<${name} ${html.slice(start + 1 + name.length, end - 1)} >`);
    if (VOID.has(name)) return end;
    const foreign =
      name === 'svg' || name === 'math' || this.#open.includes('svg') || this.#open.includes('math');
    if (foreign || !RAW_TEXT.has(name)) {
      this.#open.push(name);
      // Only in SVG and MathML does a slash end an element (HTML, section 13.2.6.5).
      if (foreign && html.endsWith('/>', end)) this.close(name);
      return end;
    }
    const textEnd = endOfRawText(html, end, name);
    this.text(`${html.slice(end, textEnd)}</${name}>`);
    return endOfTag(html, textEnd);
  }

  /** Ends an element and all that is open in it; an end tag without an element is dropped. */
  close(name: string): void {
    const index = this.#open.lastIndexOf(name);
    if (index >= 0) this.#endFrom(index);
  }

  end(): string {
    this.#endFrom(0);
    return this.#parts.join('');
  }

  #endSibling(group: ReadonlySet<string>): void {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const name = this.#open[i] ?? '';
      if (group.has(name)) {
        this.#endFrom(i);
        return;
      }
      if (!INLINE.has(name)) return;
    }
  }

  #endFrom(index: number): void {
    for (let i = this.#open.length - 1; i >= index; i--) this.#parts.push(`</${this.#open[i]}>`);
    this.#open.length = index;
  }
}

/**
 * The index after the `>` that ends a tag. One in a quoted value does not count, and a quotation mark begins a value only
 * after an equals sign (HTML, section 13.2.5.32 and following). A tag that never ends holds all the rest.
 */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const character = html[at];
    if (character === '>') return at + 1;
    if (character === '=') {
      while (/\s/.test(html[at + 1] ?? '')) at += 1;
      const quote = html[at + 1];
      if (quote !== '"' && quote !== "'") continue;
      const end = html.indexOf(quote, at + 2);
      if (end < 0) return html.length;
      at = end;
    }
  }
  return html.length;
}

/** The index after a comment, doctype or processing instruction. */
function endOfMarkup(html: string, at: number): number {
  // `<!-->` and `<!--->` are whole comments (HTML, section 13.2.5.43): their end shares the dashes of their beginning.
  const isComment = html.startsWith('<!--', at);
  const end = isComment ? html.indexOf('-->', at + 2) : html.indexOf('>', at);
  return end < 0 ? html.length : end + (isComment ? 3 : 1);
}

/** Where the end tag of a raw text element begins, or the end of the page where it is never closed. */
function endOfRawText(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
