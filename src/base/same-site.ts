/** Decides whether two URLs belong to one site. */
import { getDomain } from 'tldts';
import { webUrl } from './url.ts';

/**
 * Returns whether both URLs are http(s) and have the same registrable domain. Private suffixes of the Public Suffix List
 * count, so two users of `github.io` are two sites. Hosts without a registrable domain (IP addresses, `localhost`) must be
 * equal. Ports and schemes do not matter.
 */
export function sameSite(a: string, b: string): boolean {
  const [first, second] = [siteOf(a), siteOf(b)];
  return first !== undefined && first === second;
}

/**
 * Returns whether a URL still has a placeholder host, such as `example.com` (RFC 2606), instead of the site's host.
 * @param site a URL of the site; the host of the site itself may be a placeholder
 */
export function isExampleAddress(url: string, site: string): boolean {
  const hostname = webUrl(url)?.hostname ?? '';
  return /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(hostname) && !sameSite(url, site);
}

/**
 * Returns a URL with the scheme and port of the audited origin, because a site behind a proxy that terminates TLS often writes
 * `http:` or port 80 into its URLs. Returns `undefined` if the host or port differs; ports 80 and 443 count as equal.
 * @param url an http(s) URL
 */
export function atOrigin(url: URL | undefined, origin: URL): URL | undefined {
  if (url?.hostname !== origin.hostname || portOf(url) !== portOf(origin)) return undefined;
  if (url.protocol === origin.protocol && url.port === origin.port) return url;
  const address = new URL(url);
  address.protocol = origin.protocol;
  address.port = origin.port;
  return address;
}

/** Returns the port of a URL; empty for 80 and 443. */
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port;
}

/** Returns the registrable domain of a host name (`a.co.uk` for `www.a.co.uk`); `undefined` for IP addresses and `localhost`. */
function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/**
 * Returns the name by which rate limits identify a site: its registrable domain, or its host and port if it has no such
 * domain (IP addresses, private networks). Each user of a shared domain such as `github.io` is a separate site.
 * @param url an http(s) URL
 */
export function domainOf(url: string): string {
  const { hostname, host } = new URL(url);
  return registrableDomain(hostname) ?? host;
}

function siteOf(url: string): string | undefined {
  const parsed = webUrl(url);
  if (parsed === undefined) return undefined;
  return registrableDomain(parsed.hostname) ?? parsed.hostname;
}
