/** Parses Link headers (RFC 8288). The package http-link-header drops a whole header for one malformed link. */
import { sameSite } from '../../base/same-site.ts';
import { anyUrl } from '../../base/url.ts';

/** A link with one relation type. Its target is resolved against the page. */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** The `type` parameter, in lower case. */
  readonly type: string | undefined;
}

/** The maximum number of characters read from a header. */
const MAX_CHARS = 64 * 1024;
/** The maximum number of links, and of relation types in one link. */
const MAX_LINKS = 1_000;
const MAX_RELS = 50;

const GAP = /[\s,]*/y;
const TARGET = /<([^<>]*)>/y;
/** Matches a parameter. The value is a quoted string or a token, or missing. */
const PARAMETER = /\s*;\s*(?:([^\s=;,"<>]+)\s*)?(?:=\s*("(?:[^"\\]|\\.)*"|[^\s;,"]*))?/y;
const END_OF_LINK = /\s*(?:,|$)/y;

/**
 * Parses all links in a header. A link with several relation types gives one entry for each. Malformed text is skipped up to
 * the next comma. A link is left out if its target is not a URL, it has no `rel`, or its context (`anchor`) is another site.
 *
 * @param value the header, or several headers joined by commas
 * @param base the URL of the page
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
      // If parameters share a name, the first counts (RFC 8288 section 3.3).
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
