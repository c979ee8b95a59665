/** Whether two answers are the same page, as a site's page for unknown paths is under every path. */
import { percentDecoded } from '../../base/url.ts';

/** The part of an answer that is compared. */
interface ComparedPage {
  readonly url: string;
  readonly text: string;
}

/**
 * True for equal texts, and for texts that are equal when their own paths, numbers, nonces and tokens are taken out
 * (.github/DECISIONS.md, "Soft 404").
 */
export function samePage(a: ComparedPage, b: ComparedPage): boolean {
  if (a.text === b.text) return true;
  // Both paths go from both texts: a page may name the other path for reasons of its own, in its navigation say.
  const paths = [...pathForms(a.url), ...pathForms(b.url)].sort((one, other) => other.length - one.length);
  return sameStart(essence(a.text, paths), essence(b.text, paths));
}

/** How much of two texts is compared, in characters of what is left of them. */
const COMPARED = 512 * 1024;
/** What is left of a text is made in pieces of this many characters: two pages mostly differ in the first of them. */
const PIECE = 16 * 1024;

/** Texts of which nothing is left (two numbers, two tokens) say nothing of each other. */
function sameStart(a: Iterator<string>, b: Iterator<string>): boolean {
  let compared = 0;
  let something = false;
  for (let [one, other] = ['', '']; compared < COMPARED; ) {
    one ||= next(a);
    other ||= next(b);
    const length = Math.min(one.length, other.length);
    if (length === 0) return one === other && something;
    const start = one.slice(0, length);
    if (start !== other.slice(0, length)) return false;
    something ||= start.trim() !== '';
    compared += length;
    [one, other] = [one.slice(length), other.slice(length)];
  }
  return something;
}

/** The next piece that is not empty, or an empty one at the end. */
function next(pieces: Iterator<string>): string {
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
    if (piece.value !== '') return piece.value;
  }
  return '';
}

/** The name of a file is dropped only if it is this long: shorter ones (`mcp`) are words of many pages. */
const MIN_NAME = 6;

/** How a page may show its path: as it is, decoded, escaped, without the first slash, and by the file's name alone. */
function pathForms(url: string): string[] {
  const { pathname, search } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return [pathname + search, pathname, percentDecoded(pathname), ...(name.length >= MIN_NAME ? [name] : [])]
    .flatMap((form) => [form, escapeHtml(form)])
    .flatMap((form) => [form, form.slice(1)])
    .filter((form) => form.length > 1);
}

/** What is left of a text without paths, nonces, numbers and tokens, white space folded, piece by piece. */
function* essence(text: string, paths: readonly string[]): Generator<string> {
  const dropped = [...new Set(paths)];
  let spaced = false;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start + PIECE);
    const left = essenceOfPiece(text.slice(start, end), dropped);
    // White space on both sides of a cut is one.
    yield spaced ? left.trimStart() : left;
    if (left !== '') spaced = left.endsWith(' ');
    start = end;
  }
}

/** Where to cut: at a seam, so that nothing that is dropped as a whole is cut in two, unless there is none for long. */
function pieceEnd(text: string, from: number): number {
  if (from >= text.length) return text.length;
  const seam = text.slice(from, from + PIECE).search(/[\s<,;]/);
  return from + Math.max(seam, 0);
}

function essenceOfPiece(text: string, paths: readonly string[]): string {
  return paths
    .reduce((rest, path) => rest.replaceAll(path, ''), text)
    .replace(/\b(nonce|integrity|data-cf-beacon|csrf-token)=("[^"]*"|'[^']*')/gi, '')
    .replace(/[A-Za-z0-9+/_-]{16,}={0,2}|\w+/g, (token) => (/\d/.test(token) ? '' : token))
    .replace(/\s+/g, ' ');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
