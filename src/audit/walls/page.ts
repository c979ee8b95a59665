/** A page taken apart without being parsed: what a reader sees, and what is code. */

/** The parts of a page that marks are looked for in. */
export interface PageParts {
  readonly title: string;
  /** What a reader sees, without the title, white space folded. */
  readonly text: string;
  /** Tags and scripts, one after another. */
  readonly markup: string;
}

/** A message may stand behind this much inlined style and script, in characters, and no further back. */
const MAX_SCANNED = 1024 * 1024;
/** The pages of challenges are small: their code stands in the first of these characters. */
const MAX_MARKUP = 64 * 1024;

/** An element whose content is no text; that of scripts is looked at as markup. */
const UNSEEN = /<(script|style|template|title)[\s/>]/iy;

/** Takes a page apart in one pass; the text ends after `maxText` characters, and with it the reading. */
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
    // Words of neighbouring elements are words apart.
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

/** Text in the making: white space is one space, and the length is known at any time. */
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

/** Where `</name` stands, in any case. */
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

/** Reads the character references that pages of refusals are written with, numeric ones above all. */
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
