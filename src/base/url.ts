/** Turns text of a site into URLs that an audit can follow, store or compare. */
import { MAX_URL_CHARS } from './limits.ts';

/**
 * Returns the http(s) URL in a text, absolute; `undefined` for an invalid URL, another scheme, or one longer than
 * `MAX_URL_CHARS` before or after it is resolved. The length is checked first, because resolving takes time in proportion to
 * the base for each of thousands of links, and patterns are applied to the result.
 *
 * @param base for relative references; not used if it is too long itself
 */
export function webUrl(text: string, base?: string): URL | undefined {
  const url = anyUrl(text, base);
  return url !== undefined && isWeb(url) ? url : undefined;
}

/** Like `webUrl`, but for any scheme. Used to list the links of a page. */
export function anyUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_CHARS) return undefined;
  const url = URL.parse(text, base === undefined || base.length > MAX_URL_CHARS ? undefined : base);
  return url !== null && url.href.length <= MAX_URL_CHARS ? url : undefined;
}

/** Like `webUrl`, but without the fragment, which does not change the document. */
export function documentUrl(text: string, base?: string): URL | undefined {
  const url = webUrl(text, base);
  if (url !== undefined) url.hash = '';
  return url;
}

/** Returns a path on a site with its query, normalized; `undefined` if the text names another host (`//host`). */
export function sitePath(text: string): string | undefined {
  if (!text.startsWith('/') || /[\s\\\p{Cc}]/u.test(text)) return undefined;
  const url = documentUrl(text, 'http://site.invalid');
  if (url?.origin !== 'http://site.invalid') return undefined;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? undefined : path;
}

/** Returns the path of an absolute URL; empty for an invalid one. */
export function pathOf(href: string): string {
  return anyUrl(href)?.pathname ?? '';
}

/** Decodes percent escapes; returns the text unchanged if they are not UTF-8. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** Returns whether a typed host or URL has a path or a query. */
export function namesPath(typed: string): boolean {
  const url = typedUrl(typed);
  return url !== null && (url.pathname !== '/' || url.search !== '');
}

/** Returns the path and query of a typed host or URL; `undefined` if it has none that can be requested. */
export function typedPath(typed: string): string | undefined {
  const url = namesPath(typed) ? typedUrl(typed) : null;
  return url === null ? undefined : sitePath(url.pathname + url.search);
}

function typedUrl(typed: string): URL | null {
  const text = typed.trim();
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}

/** The maximum number of words in a plain address, of letters in a word, and of characters in all. */
const PLAIN = { words: 4, letters: 16, chars: 80 };

/**
 * Returns whether an address that a site chose may appear outside of a fence. It must be an http(s) URL without user, query
 * and fragment, of letters, digits and `-._~/`, and too short to be read as a sentence: at most four words of at most 16
 * letters each. The host that the caller typed does not count. No list of public suffixes is used: it is large, and every
 * call of the service would load it.
 *
 * @param typed a URL of the site that the caller named
 */
export function isPlainAddress(url: string, typed: string): boolean {
  const parsed = webUrl(url);
  if (parsed === undefined || parsed.href.length > PLAIN.chars) return false;
  const { protocol, hostname, host, pathname, href } = parsed;
  if (href !== `${protocol}//${host}${pathname}` || /[^\w.~/-]/.test(pathname)) return false;
  const typedHost = new URL(typed).hostname.replace(/^www\./, '');
  const isOwn = `.${hostname}`.endsWith(`.${typedHost}`);
  const chosen = hostname.slice(0, hostname.length - (isOwn ? typedHost.length : 0)) + pathname;
  const words = chosen.match(/[A-Z]*[a-z]+|[A-Z]+/g) ?? [];
  return words.length <= PLAIN.words && words.every(({ length }) => length <= PLAIN.letters);
}
