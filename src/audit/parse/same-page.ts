/** Decides whether two responses are the same page, for example a site's page for unknown paths. */
import { percentDecoded } from '../../base/url.ts';

interface ComparedPage {
  readonly url: string;
  readonly text: string;
}

/** Returns whether two texts are equal apart from paths, numbers, nonces and tokens. Recognizes a site's soft 404 page. */
export function samePage(a: ComparedPage, b: ComparedPage): boolean {
  if (a.text === b.text) return true;
  // Removes both pages' paths from both texts, because a page may contain the other's path, for example in its navigation.
  const paths = [...pathForms(a.url), ...pathForms(b.url)].sort((one, other) => other.length - one.length);
  return sameStart(essence(a.text, paths), essence(b.text, paths));
}

/** The maximum number of characters compared, after paths and tokens are removed. */
const COMPARED = 512 * 1024;
/** The number of characters processed at a time. Pages that differ usually do so in the first piece. */
const PIECE = 16 * 1024;

/** Returns whether the first `COMPARED` characters are equal. Two texts that contain only white space do not count as equal. */
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

/** Returns the next piece that is not empty; an empty string at the end. */
function next(pieces: Iterator<string>): string {
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
    if (piece.value !== '') return piece.value;
  }
  return '';
}

/** The minimum length of a file name that is removed, in characters. Shorter names such as `mcp` are words on many pages. */
const MIN_NAME = 6;

/** Returns the forms in which a page may contain its own path: unchanged, decoded, escaped, or only the file name. */
function pathForms(url: string): string[] {
  const { pathname, search } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return [pathname + search, pathname, percentDecoded(pathname), ...(name.length >= MIN_NAME ? [name] : [])]
    .flatMap((form) => [form, escapeHtml(form)])
    .flatMap((form) => [form, form.slice(1)])
    .filter((form) => form.length > 1);
}

/** Yields a text in pieces, without paths, nonces, numbers and tokens, and with white space collapsed. */
function* essence(text: string, paths: readonly string[]): Generator<string> {
  const dropped = [...new Set(paths)];
  let spaced = false;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start + PIECE);
    const remaining = essenceOfPiece(text.slice(start, end), dropped);
    // White space at the end of one piece and the start of the next counts once.
    yield spaced ? remaining.trimStart() : remaining;
    if (remaining !== '') spaced = remaining.endsWith(' ');
    start = end;
  }
}

/** Returns where a piece ends: at the first separator after `from`, so that no token is split, or at `from` if none is near. */
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
