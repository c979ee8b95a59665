/** Links and paths in a Markdown or plain-text page: where its reader can go next. */

import { MAX_URL_CHARS } from '../limits.ts';
import { webUrl } from './url.ts';

/** A page for an unknown path is short; what lies beyond is not read, in characters. */
const MAX_CHARS = 200_000;
/** Links that are looked at: inline links first, then what is spelled out. */
const MAX_LINKS = 5_000;
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
  const targets: string[] = [];
  for (const [, target = ''] of read.matchAll(INLINE_LINK)) {
    if (targets.push(target) >= MAX_LINKS) break;
  }
  for (const raw of read.split(SEPARATORS)) {
    if (targets.length >= MAX_LINKS) break;
    if (raw.length > MAX_URL_CHARS) continue;
    const word = raw.replace(/[.,;:!?]{1,8}$/, '');
    if (/^https?:\/\/./i.test(word) || GUIDES.test(word) || isPath(word)) targets.push(word);
    else if (word.toLowerCase().startsWith(`${host}/`)) targets.push(`//${word}`);
  }
  return targets.flatMap((target) => {
    const url = webUrl(GUIDES.test(target) ? `/${target}` : target, page);
    return url === undefined ? [] : [url.href];
  });
}

/** `/docs`, but not the slash of `and / or`, and not the place in a source file of a stack trace. */
function isPath(word: string): boolean {
  return /^\/[\w.~%-]/.test(word) && !/:\d/.test(word);
}
