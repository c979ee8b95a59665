/** Media types (RFC 9110 section 8.3.1), parsed and never matched as substrings. */
import { MIMEType } from 'node:util';

/** A media type without its parameters, in lower case, and its charset. */
export interface MediaType {
  /** `text/markdown` */
  readonly essence: string;
  /** The structured syntax suffix (RFC 6838 section 4.2.8): `json` for `application/problem+json`. */
  readonly suffix: string | undefined;
  readonly charset: string | undefined;
}

/** Reads the value of a Content-Type field; `undefined` when there is none or it is not a media type. */
export function parseMediaType(value: string | undefined): MediaType | undefined {
  if (value === undefined) return undefined;
  try {
    // A field sent twice arrives as a list; the last one is what browsers use (Fetch, "extract a MIME type").
    const parsed = new MIMEType(value.split(',').at(-1)?.trim() ?? '');
    const plus = parsed.subtype.lastIndexOf('+');
    return {
      essence: parsed.essence,
      suffix: plus > 0 ? parsed.subtype.slice(plus + 1) : undefined,
      charset: parsed.params.get('charset')?.toLowerCase(),
    };
  } catch {
    return undefined;
  }
}

/** `application/json`, `text/json` or any `+json`. */
export function isJsonType(type: MediaType | undefined): boolean {
  return type !== undefined && (type.suffix === 'json' || /^(application|text)\/json$/.test(type.essence));
}

/** `text/html` or XHTML. */
export function isHtmlType(type: MediaType | undefined): boolean {
  return type?.essence === 'text/html' || type?.essence === 'application/xhtml+xml';
}

/** `text/markdown` and the older names that servers still send. */
export function isMarkdownType(type: MediaType | undefined): boolean {
  return (
    type !== undefined &&
    /^(text\/(x-)?markdown|application\/markdown|text\/vnd\.daringfireball\.markdown)$/.test(type.essence)
  );
}
