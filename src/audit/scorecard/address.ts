/** The URLs of a scorecard as a page, Markdown and JSON (.github/DECISIONS.md, "Freshness and stored results"). */
import { leadsNowhere } from '../../base/versions.ts';
import { NAMED_ENDPOINT, type SiteType } from '../check-texts/vocabulary.ts';
import { isPublicHost } from '../target.ts';
import type { Scorecard } from './schema.ts';

export function catalogPath(host: string): string {
  return `/score/${host}`;
}

/** Returns the path of the page with the evidence behind a host's scorecard. */
export function evidencePathOf(host: string): string {
  return `${catalogPath(host)}/evidence`;
}

/**
 * Returns one path segment for a host and the ASCII path of its MCP endpoint, such as `example.com~v1~mcp`. The `~` replaces
 * slashes, because no host name contains it.
 */
export function targetSegment(host: string, mcpEndpoint: string | undefined): string {
  const escaped = (char: string) => (char === '/' ? '~' : `!${char.charCodeAt(0).toString(16)}`);
  return host + (mcpEndpoint ?? '').replace(/[^\w.-]/g, escaped);
}

/** Returns the host and the MCP endpoint in a path segment, without validating either. */
export function readTargetSegment(segment: string): { host: string; mcpEndpoint: string | undefined } {
  const [, host = '', rest = ''] = /^([^~]*)(.*)$/s.exec(segment) ?? [];
  if (rest === '') return { host, mcpEndpoint: undefined };
  const read = (_: string, hex: string | undefined) =>
    hex === undefined ? '/' : String.fromCharCode(Number.parseInt(hex, 16));
  return { host, mcpEndpoint: rest.replace(/~|!([0-9a-f]{2})/gi, read) };
}

/** Returns the MCP endpoint that `--mcp-endpoint` or the target's path names; `undefined` if there is none. */
export function namedEndpointOf({ mcp_discovery }: Pick<Scorecard, 'mcp_discovery'>): string | undefined {
  return mcp_discovery.find(({ source }) => source === NAMED_ENDPOINT)?.endpoint;
}

/**
 * Returns the path of a live scorecard, which is the result of an audit on request. If the host is listed, the path without
 * `/live` belongs to the catalog's scorecard.
 */
export function livePath(
  host: string,
  {
    listed,
    siteType,
    mcpEndpoint,
  }: { readonly listed: boolean; readonly siteType: SiteType; readonly mcpEndpoint?: string | undefined },
): string {
  if (mcpEndpoint !== undefined)
    return `/score/${targetSegment(host, mcpEndpoint)}/live${siteType === null ? '' : `?site_type=${siteType}`}`;
  if (siteType !== null) return `/score/${host}/live?site_type=${siteType}`;
  return listed ? `/score/${host}/live` : catalogPath(host);
}

/** Returns the path of a scorecard or its list of fixes in another format, such as `/score/<host>/live/md?site_type=api`. */
export function formPath(path: string, form: 'md' | 'json' | 'fix' | 'fix.md'): string {
  const [page = '', query] = path.split('?');
  return `${page}/${form}${query === undefined ? '' : `?${query}`}`;
}

interface Addresses {
  readonly scorecard_url: string;
  readonly markdown_url: string;
  readonly json_url: string;
}

/** Returns the envelope with the URLs of its page, Markdown and JSON formats. */
export function addressed<T extends Addresses>(envelope: T, origin: string, path: string): T {
  return {
    ...envelope,
    scorecard_url: strictUri(origin + path),
    markdown_url: strictUri(origin + formPath(path, 'md')),
    json_url: strictUri(origin + formPath(path, 'json')),
  };
}

/** If no public catalog can list the scorecard, replaces its URLs with fragments of the audited URL. */
export function addressedLocally<T extends Addresses & Local>(envelope: T): T {
  const { target, target_url, auditor_url } = envelope;
  const mayBePublished = !leadsNowhere(auditor_url) && isPublicHost(new URL(target_url));
  return mayBePublished ? envelope : addressed(envelope, `${target_url}#`, catalogPath(target));
}

type Local = Readonly<Record<'target' | 'target_url' | 'auditor_url', string>>;

/**
 * Returns a URL in the stricter form that JSON Schema's `uri` requires (RFC 3986). Percent-encodes characters that browsers'
 * URLs (`URL.href`) keep, such as `|`, `{` and brackets outside the host. The meaning stays the same.
 */
export function strictUri(href: string): string {
  const [, start = '', rest = href] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(href.toWellFormed()) ?? [];
  const [path = '', ...fragment] = rest.split('#');
  const tail = fragment.length === 0 ? '' : `#${fragment.map(encode).join('%23')}`;
  return start + encode(path) + tail;
}

function encode(part: string): string {
  return part
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w\-.~:/?@!$&'()*+,;=%]/gu, (character) => encodeURIComponent(character));
}
