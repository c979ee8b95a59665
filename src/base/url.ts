/** Parses URLs in text of a site, so that an audit can request, store or compare them. */
import { MAX_URL_CHARS } from './limits.ts';

/**
 * Returns an http(s) URL, resolved against `base`. Returns `undefined` if it is invalid, has another scheme, or is longer
 * than `MAX_URL_CHARS` before or after it is resolved. A long base is ignored, too: resolving thousands of links against it,
 * and matching patterns against the results, would take too long.
 */
export function webUrl(text: string, base?: string): URL | undefined {
  const url = anyUrl(text, base);
  return url !== undefined && isWeb(url) ? url : undefined;
}

/** Like `webUrl`, but accepts any scheme. Used to list the links of a page. */
export function anyUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_CHARS) return undefined;
  const url = URL.parse(text, base === undefined || base.length > MAX_URL_CHARS ? undefined : base);
  return url !== null && url.href.length <= MAX_URL_CHARS ? url : undefined;
}

/** Like `webUrl`, but removes the fragment, which does not change the document. */
export function documentUrl(text: string, base?: string): URL | undefined {
  const url = webUrl(text, base);
  if (url !== undefined) url.hash = '';
  return url;
}

/** Returns a normalized path with its query; `undefined` if the text is not a path on the same site (`//host` is not). */
export function sitePath(text: string): string | undefined {
  if (!text.startsWith('/') || /[\s\\\p{Cc}]/u.test(text)) return undefined;
  const url = documentUrl(text, 'http://site.invalid');
  if (url?.origin !== 'http://site.invalid') return undefined;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? undefined : path;
}

/** Returns the path of an absolute URL; empty if the URL is invalid. */
export function pathOf(href: string): string {
  return anyUrl(href)?.pathname ?? '';
}

/** Decodes percent escapes; returns the text unchanged if the escaped bytes are not UTF-8. */
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

/** Returns whether a host or URL, as a user typed it, has a path or a query. */
export function namesPath(typed: string): boolean {
  const url = typedUrl(typed);
  return url !== null && (url.pathname !== '/' || url.search !== '');
}

/** Returns the path and query of a host or URL, as a user typed it; `undefined` if it has none that can be requested. */
export function typedPath(typed: string): string | undefined {
  const url = namesPath(typed) ? typedUrl(typed) : null;
  return url === null ? undefined : sitePath(url.pathname + url.search);
}

function typedUrl(typed: string): URL | null {
  const text = typed.trim();
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}

/** The limits of a plain URL (`isPlainAddress`): its number of words, the letters in a word, and its length in characters. */
const PLAIN = { words: 4, letters: 16, chars: 80 };

/**
 * Returns whether a URL chosen by a site may appear outside of the fence that marks untrusted text. It must be an http(s) URL
 * without user name, query and fragment, and consist of letters, digits and `-._~/`. It must be too short to read as a
 * sentence; the host that the caller typed does not count. The Public Suffix List is not used, because it is large and every
 * call of the service would load it.
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
