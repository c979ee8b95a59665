/** Finds in URLs which first-level directories of a site hold its content. */

import { atOrigin } from './same-site.ts';
import { webUrl } from './url.ts';

/** Directories that hold what pages are made of, not pages. */
const ASSETS =
  /^(assets?|static|public|dist|build|images?|img|media|css|styles?|js|scripts?|fonts?|icons?|uploads?|downloads?|files|cdn-cgi|wp-(content|includes|admin|json))$/i;
/** Directories of metadata and of build tools: `.well-known`, `_next`. */
const TECHNICAL = /^[._]/;
/** What a named file counts for: more than any list of URLs that is read has entries. */
const NAMED = 1e9;

/**
 * The first-level directories that URLs of one origin lie in, the most frequent first (equals in the order in which
 * they occur): `['docs', 'blog']`. A directory whose own `llms.txt` or `llms-full.txt` is named comes before all others.
 *
 * @param urls absolute; those of other origins do not count
 */
export function contentDirectories(urls: Iterable<string>, origin: URL): string[] {
  const weights = new Map<string, number>();
  for (const url of urls) {
    const parsed = atOrigin(webUrl(url), origin);
    if (parsed === undefined) continue;
    const [first = '', ...below] = parsed.pathname.slice(1).split('/', 3);
    if (first === '' || below.length === 0 || TECHNICAL.test(first) || ASSETS.test(first)) continue;
    const named = below.length === 1 && /^llms(-full)?\.txt$/.test(below[0] ?? '');
    weights.set(first, (weights.get(first) ?? 0) + (named ? NAMED : 1));
  }
  return [...weights].sort(([, a], [, b]) => b - a).map(([directory]) => directory);
}
