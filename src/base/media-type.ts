/** Parses media types (RFC 9110, section 8.3.1), because searching a header for a substring is unreliable. */
import { MIMEType } from 'node:util';

/** A media type in lower case. The charset is the only parameter that is kept. */
export interface MediaType {
  /** The type and subtype, for example `text/markdown`. */
  readonly essence: string;
  /** The structured syntax suffix (RFC 6838, section 4.2.8), for example `json` in `application/problem+json`. */
  readonly suffix: string | undefined;
  readonly charset: string | undefined;
}

const MAX_CHARS = 8 * 1024;

/**
 * Parses a Content-Type header; returns `undefined` if it is missing or invalid. If there are several headers, `value` is a
 * list. The result is its last valid type other than `*\/*`. If this type has no charset, and the valid type before it is the
 * same, it gets the charset of that type (Fetch, "extract a MIME type").
 */
export function parseMediaType(value: string | undefined): MediaType | undefined {
  if (value === undefined || value.length > MAX_CHARS) return undefined;
  let found: MediaType | undefined;
  for (const one of value.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const type = readOne(one);
    if (type === undefined || type.essence === '*/*') continue;
    const charset = type.charset ?? (type.essence === found?.essence ? found.charset : undefined);
    found = { ...type, charset };
  }
  return found;
}

function readOne(value: string): MediaType | undefined {
  try {
    const parsed = new MIMEType(value.trim());
    const plus = parsed.subtype.lastIndexOf('+');
    return {
      essence: parsed.essence,
      suffix: plus > 0 ? parsed.subtype.slice(plus + 1) : undefined,
      charset: parsed.params.get('charset')?.trim().toLowerCase(),
    };
  } catch {
    return undefined;
  }
}

export function isJsonType(type: MediaType | undefined): boolean {
  return type !== undefined && (type.suffix === 'json' || /^(application|text)\/json$/.test(type.essence));
}

export function isHtmlType(type: MediaType | undefined): boolean {
  return type?.essence === 'text/html' || type?.essence === 'application/xhtml+xml';
}

/** Returns whether the type is `text/markdown` or an older name for it that servers still send. */
export function isMarkdownType(type: MediaType | undefined): boolean {
  return (
    type !== undefined &&
    /^(text\/(x-)?markdown|application\/markdown|text\/vnd\.daringfireball\.markdown)$/.test(type.essence)
  );
}

/** Returns whether the type is XML other than XHTML: `xml`, or a name with `+xml`, under `application/` or `text/`. */
export function isXmlType(type: MediaType | undefined): boolean {
  if (type === undefined || isHtmlType(type)) return false;
  return /^(application|text)\/(xml$|.+\+xml$)/.test(type.essence);
}

/** Returns whether the type is RSS, Atom or JSON Feed. A feed announces news; it is not another form of a page. */
export function isFeedType(type: MediaType | undefined): boolean {
  return type !== undefined && /^application\/(rss\+xml|atom\+xml|feed\+json)$/.test(type.essence);
}

/** Returns whether the type is a machine-readable form of a page: Markdown, JSON, plain text or XML, but not a feed. */
export function isMachineType(type: MediaType | undefined): boolean {
  if (type === undefined || isFeedType(type)) return false;
  return isMarkdownType(type) || isJsonType(type) || isXmlType(type) || type.essence === 'text/plain';
}
