/** The one way from what a site writes to a URL that an audit follows, keeps or compares. */
import { MAX_URL_CHARS } from './limits.ts';

/**
 * The http(s) URL that a site names, absolute; `undefined` for what is no URL, has another scheme, or is longer than
 * `MAX_URL_CHARS` as written or when resolved. The length is looked at first: resolving costs as much as the base is
 * long, for each of thousands of links, and patterns are tried on what comes out of here.
 *
 * @param base what a relative reference is resolved against; one that is longer itself is not used
 */
export function webUrl(text: string, base?: string): URL | undefined {
  const url = anyUrl(text, base);
  return url !== undefined && isWeb(url) ? url : undefined;
}

/** The same for any scheme: what links of a page are listed by. */
export function anyUrl(text: string, base?: string): URL | undefined {
  if (text.length > MAX_URL_CHARS) return undefined;
  const url = URL.parse(text, base === undefined || base.length > MAX_URL_CHARS ? undefined : base);
  return url !== null && url.href.length <= MAX_URL_CHARS ? url : undefined;
}

/** The same without its fragment, which leads to no other document. */
export function documentUrl(text: string, base?: string): URL | undefined {
  const url = webUrl(text, base);
  if (url !== undefined) url.hash = '';
  return url;
}

/**
 * Returns the path of a site, with its query, that a text names, normalized and without its fragment; `undefined` for any
 * other text, and for one that leads to another host (`//host`, `/\\host`, `/.//host`).
 */
export function sitePath(text: string): string | undefined {
  if (!text.startsWith('/') || /[\s\\\p{Cc}]/u.test(text)) return undefined;
  const url = documentUrl(text, 'http://site.invalid');
  if (url?.origin !== 'http://site.invalid') return undefined;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? undefined : path;
}

/** The path of an absolute URL; empty for what is none. */
export function pathOf(href: string): string {
  return anyUrl(href)?.pathname ?? '';
}

/** A text with its percent escapes read; as it is where they are no UTF-8. */
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

/** Whether a host or URL, as people type it, names more than a site: a path or a query. */
export function namesPath(typed: string): boolean {
  const url = typedUrl(typed);
  return url !== null && (url.pathname !== '/' || url.search !== '');
}

/** Returns the path, with its query, of a host or URL as people type it; `undefined` if it names none that can be requested. */
export function typedPath(typed: string): string | undefined {
  const url = namesPath(typed) ? typedUrl(typed) : null;
  return url === null ? undefined : sitePath(url.pathname + url.search);
}

function typedUrl(typed: string): URL | null {
  const text = typed.trim();
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
}
