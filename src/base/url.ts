/** Parses URLs from a site's text, so that an audit can request, store or compare them. */
import { MAX_URL_CHARS } from './limits.ts';

/**
 * Parses an http(s) URL and resolves it against `base`. Returns `undefined` if the URL is invalid, has another scheme, or is
 * longer than `MAX_URL_CHARS` before or after it is resolved. A `base` that exceeds this length is ignored. Resolving
 * thousands of links against a long base, and matching patterns against the results, would take too long.
 */
export function webUrl(text: string, base?: string): URL | undefined {
  const url = anyUrl(text, base);
  return url !== undefined && isWeb(url) ? url : undefined;
}

/** Parses a URL of any scheme, with the length limits of `webUrl`. Used to list the links of a page. */
export function anyUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_CHARS) return undefined;
  const url = URL.parse(text, base === undefined || base.length > MAX_URL_CHARS ? undefined : base);
  return url !== null && url.href.length <= MAX_URL_CHARS ? url : undefined;
}

/** Parses an http(s) URL and removes its fragment, which does not change the document. */
export function documentUrl(text: string, base?: string): URL | undefined {
  const url = webUrl(text, base);
  if (url !== undefined) url.hash = '';
  return url;
}

/** Normalizes a path with its query. Returns `undefined` if the text is not a path; `//host` would name another site. */
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

/** Decodes percent escapes; returns the text unchanged if an escape is malformed or the bytes are not UTF-8. */
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

/** Returns whether a user's input, which is a host or a URL, contains a path or a query. */
export function namesPath(typed: string): boolean {
  const url = typedUrl(typed);
  return url !== null && (url.pathname !== '/' || url.search !== '');
}

/** Returns the path and query in a user's input, which is a host or a URL; `undefined` if there is no valid path or query. */
export function typedPath(typed: string): string | undefined {
  const url = namesPath(typed) ? typedUrl(typed) : null;
  return url === null ? undefined : sitePath(url.pathname + url.search);
}

function typedUrl(typed: string): URL | null {
  const text = typed.trim();
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}

/** The limits that `isPlainAddress` sets: words in a URL, letters in a word, and characters in a URL. */
const PLAIN = { words: 4, letters: 16, chars: 80 };

/**
 * Returns whether a URL from an audited site may be shown outside of the fence that marks untrusted text. The URL must be
 * http(s), without user name, query and fragment, and its path may contain only letters, digits and `-._~/`. Apart from the
 * audited host itself, it must be too short to contain a sentence.
 * @param typed a URL of the site that the user wants to audit
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
