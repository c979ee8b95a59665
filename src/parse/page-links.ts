/** Links and paths in a Markdown or plain-text page: where a reader of it can go. */

/** A page for an unknown path is short; what lies beyond is not read, in characters. */
const MAX_CHARS = 200_000;
const INLINE_LINK = /\]\(\s*<?([^\s()<>]+)/g;
const SEPARATORS = /[\s<>()[\]"'`*|]+/;
/** Files that guide agents; their bare name is a path. */
const GUIDES = /^(llms(-full)?\.txt|sitemap([_-]index)?\.xml)$/i;

/**
 * The http(s) URLs that a text links, spells out, or names as a path (`/docs`, `site.example/docs`, `llms.txt`), absolute
 * and in order.
 *
 * @param page the URL of the text
 */
export function pageLinks(text: string, page: string): string[] {
  const { host } = new URL(page);
  const read = text.slice(0, MAX_CHARS);
  const targets = Array.from(read.matchAll(INLINE_LINK), ([, target = '']) => target);
  for (const raw of read.split(SEPARATORS)) {
    const word = raw.replace(/[.,;:!?]{1,8}$/, '');
    if (/^https?:\/\/./i.test(word) || GUIDES.test(word) || isPath(word)) targets.push(word);
    else if (word.toLowerCase().startsWith(`${host}/`)) targets.push(`//${word}`);
  }
  return targets.flatMap((target) => {
    const url = URL.parse(GUIDES.test(target) ? `/${target}` : target, page);
    return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
}

/** `/docs`, but not the slash of `and / or`, and not the place in a source file of a stack trace. */
function isPath(word: string): boolean {
  return /^\/[\w.~%-]/.test(word) && !/:\d/.test(word);
}
