/**
 * Makes hostile HTML harmless for node-html-parser, which takes quadratic time on deep nesting and on comments that
 * never end, and some hundred bytes for every element: one linear scan drops comments and cuts the text where elements
 * nest too deeply or are too many.
 */

/** Deeper nesting than this is not read; browsers flatten at 512 (Blink, WebKit). */
const MAX_DEPTH = 512;
/** More tags than this are not read; the largest pages of the web have some ten thousand. */
const MAX_TAGS = 60_000;
/** Elements without content, and those that node-html-parser closes by itself: they do not nest. */
const FLAT = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd td th'.split(' '),
);
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const TAG = /<(\/?)([a-z][^\s/>]*)/iy;

/** The same markup without comments, up to where it becomes too deep or too much. Linear in the length of `html`. */
export function boundHtml(html: string): string {
  const kept: string[] = [];
  const open: string[] = [];
  let tags = 0;
  let from = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      kept.push(html.slice(from, at));
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return kept.join('');
      from = end + 3;
      at = html.indexOf('<', from);
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    let next = at + 1;
    if (tag !== null) {
      next = TAG.lastIndex;
      const name = (tag[2] ?? '').toLowerCase();
      if (tag[1] === '/') {
        const opened = open.lastIndexOf(name);
        if (opened >= 0) open.length = opened;
      } else if (RAW_TEXT.has(name)) {
        next = endOfRawText(html, next, name);
      } else if (!FLAT.has(name)) {
        open.push(name);
      }
      if (next < 0 || open.length > MAX_DEPTH || ++tags > MAX_TAGS) {
        kept.push(html.slice(from, at));
        return kept.join('');
      }
    }
    at = html.indexOf('<', next);
  }
  kept.push(html.slice(from));
  return kept.join('');
}

/** Where the end tag of a raw text element begins; -1 when it is never closed, and so holds all the rest. */
function endOfRawText(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}
