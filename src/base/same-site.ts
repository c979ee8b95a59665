/** Decides whether two URLs belong to one site. */
import { getDomain } from 'tldts';
import { webUrl } from './url.ts';

/**
 * Returns whether both URLs have the same registrable domain (Public Suffix List, including private suffixes, so two users of
 * `github.io` are two sites). Hosts without one (addresses, `localhost`) must be equal. Ports and schemes do not matter.
 * Returns false unless both URLs are http(s).
 */
export function sameSite(a: string, b: string): boolean {
  const [first, second] = [siteOf(a), siteOf(b)];
  return first !== undefined && first === second;
}

/**
 * Returns whether a URL that should name the site itself still has a placeholder host (RFC 2606, sections 2 and 3).
 * @param site any URL of the site, whose own host may be a placeholder
 */
export function isExampleAddress(url: string, site: string): boolean {
  const hostname = webUrl(url)?.hostname ?? '';
  return /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(hostname) && !sameSite(url, site);
}

/**
 * Returns a URL at the audited origin if it has the audited host, with http or https and a default port. A site behind a
 * proxy that terminates TLS writes the scheme and port of the proxy's request. `undefined` for any other host or port.
 *
 * @param url of http or https
 */
export function atOrigin(url: URL | undefined, origin: URL): URL | undefined {
  if (url?.hostname !== origin.hostname || portOf(url) !== portOf(origin)) return undefined;
  if (url.protocol === origin.protocol && url.port === origin.port) return url;
  const address = new URL(url);
  address.protocol = origin.protocol;
  address.port = origin.port;
  return address;
}

/** Returns the port of a URL; empty for the default port of http and of https. */
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port;
}

/** Returns the registrable domain of a host name, written as in `URL.hostname`; `undefined` if it has none. */
function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/**
 * Returns the name under which limits count a site: the registrable domain, including private suffixes of the Public Suffix
 * List; for hosts without one (addresses, names of a private network) the host with its port.
 *
 * @param url of http or https
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
