/** Splits a page into visible text and code, without parsing it. */

/** The parts of a page that are searched for signs of a bot wall. */
export interface PageParts {
  readonly title: string;
  /** The visible text except the title, with white space collapsed. */
  readonly text: string;
  readonly markup: string;
}

/** The maximum number of characters searched for visible text, which may follow long inline styles and scripts. */
const MAX_SCANNED = 1024 * 1024;
/** Only tags and scripts in this many characters at the start of a page are kept. Challenge pages have their scripts there. */
const MAX_MARKUP = 64 * 1024;

/** Matches elements whose content is not visible text. The content of scripts counts as markup. */
const UNSEEN = /<(script|style|template|title)[\s/>]/iy;

/** Splits a page in one pass. Stops after `maxText` characters of visible text. */
export function takeApart(html: string, maxText: number): PageParts {
  let title = '';
  const text = new Folded();
  const markup: string[] = [];
  const end = Math.min(html.length, MAX_SCANNED);
  const keep = (from: number, to: number) => {
    if (from < MAX_MARKUP) markup.push(html.slice(from, Math.min(to, MAX_MARKUP)));
  };
  for (let at = 0; at < end && text.length < maxText; ) {
    const open = indexOrEnd(html, '<', at, end);
    if (open > at) text.add(html.slice(at, Math.min(open, at + 4 * maxText)));
    if (open >= end) break;
    if (html.startsWith('<!--', open)) {
      at = indexOrEnd(html, '-->', open, end) + 3;
      continue;
    }
    const close = indexOrEnd(html, '>', open, end) + 1;
    keep(open, close);
    at = close;
    // This space separates the words of adjacent elements.
    text.add(' ');
    UNSEEN.lastIndex = open;
    const name = UNSEEN.exec(html)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    const inside = endTag(html, name, close, end);
    if (name === 'script') keep(close, inside);
    if (name === 'title' && title === '') title = html.slice(close, Math.min(inside, close + 500));
    at = inside;
  }
  return { title: tidy(title), text: tidy(text.read()).slice(0, maxText), markup: markup.join('\n') };
}

/** Collects pieces of text, collapses white space, and counts the characters. */
class Folded {
  length = 0;
  readonly #pieces: string[] = [];
  #spaced = true;

  add(text: string): void {
    const folded = text === ' ' ? text : text.replace(/\s+/g, ' ');
    const piece = this.#spaced ? folded.trimStart() : folded;
    if (piece === '') return;
    this.#pieces.push(piece);
    this.length += piece.length;
    this.#spaced = piece.endsWith(' ');
  }

  read(): string {
    return this.#pieces.join('');
  }
}

/** Returns the position of the end tag `</name`, ignoring case; `end` if it is missing. */
function endTag(html: string, name: string, from: number, end: number): number {
  for (let at = from; at < end; at += 2) {
    at = indexOrEnd(html, '</', at, end);
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return end;
}

function indexOrEnd(html: string, piece: string, from: number, end: number): number {
  const at = html.indexOf(piece, from);
  return at < 0 || at > end ? end : at;
}

function tidy(text: string): string {
  return decodeReferences(text).replace(/\s+/g, ' ').trim();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  hellip: '…',
};

/** Decodes numeric character references, and the few named ones that refusal pages use. */
export function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
