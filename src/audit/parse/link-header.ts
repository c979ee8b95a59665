/** Parses Link headers (RFC 8288). The package http-link-header drops the whole header if one link is malformed. */
import { sameSite } from '../../base/same-site.ts';
import { anyUrl } from '../../base/url.ts';

/** A link with one relation type. `href` is absolute. */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** The `type` parameter, in lower case. */
  readonly type: string | undefined;
}

/** The maximum number of characters read from a header. */
const MAX_CHARS = 64 * 1024;
/** The maximum number of links, and of relation types per link. */
const MAX_LINKS = 1_000;
const MAX_RELS = 50;

const GAP = /[\s,]*/y;
const TARGET = /<([^<>]*)>/y;
/** Matches a parameter. Its value is a quoted string or a token, or is missing. */
const PARAMETER = /\s*;\s*(?:([^\s=;,"<>]+)\s*)?(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/y;
const END_OF_LINK = /\s*(?:,|$)/y;

/**
 * Parses the links in one `Link` header, or in several joined by commas. A link with several relation types is returned once
 * for each type. After malformed text, parsing resumes at the next comma. Links without a valid target or `rel`, or with
 * an `anchor` on another site, are left out.
 */
export function parseLinkHeader(value: string | undefined, base: string): Link[] {
  if (value === undefined) return [];
  const text = value.slice(0, MAX_CHARS);
  const links: Link[] = [];
  for (let at = 0; at < text.length && links.length < MAX_LINKS; ) {
    matchAt(GAP, text, at);
    at = GAP.lastIndex;
    const target = matchAt(TARGET, text, at);
    let end = target === null ? at : TARGET.lastIndex;
    const parameters = new Map<string, string>();
    while (target !== null) {
      const parameter = matchAt(PARAMETER, text, end);
      if (parameter === null) break;
      end = PARAMETER.lastIndex;
      const name = (parameter[1] ?? '').toLowerCase();
      // If several parameters have the same name, the first counts (RFC 8288 section 3.3).
      if (!parameters.has(name)) parameters.set(name, unquote(parameter[2] ?? ''));
    }
    if (matchAt(END_OF_LINK, text, end) !== null) {
      at = Math.max(END_OF_LINK.lastIndex, at + 1);
      if (target !== null) links.push(...linksOf(target[1] ?? '', parameters, base));
    } else {
      const comma = text.indexOf(',', end);
      at = comma < 0 ? text.length : comma + 1;
    }
  }
  return links.slice(0, MAX_LINKS);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}

function linksOf(target: string, parameters: ReadonlyMap<string, string>, base: string): Link[] {
  const href = anyUrl(target.trim(), base)?.href;
  const anchor = parameters.get('anchor');
  if (href === undefined) return [];
  if (anchor !== undefined && !sameSite(anyUrl(anchor, base)?.href ?? '', base)) return [];
  const type = parameters.get('type')?.trim().toLowerCase();
  return (parameters.get('rel') ?? '')
    .toLowerCase()
    .split(/\s+/, MAX_RELS)
    .filter((rel) => rel !== '')
    .map((rel) => ({ rel, href, type: type === '' ? undefined : type }));
}
