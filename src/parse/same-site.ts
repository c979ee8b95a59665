/** Whether two URLs belong to one site. */
import { getDomain } from 'tldts';
import { webUrl } from './url.ts';

/**
 * True when both URLs have the same registrable domain (Public Suffix List, private suffixes included, so that two
 * users of `github.io` are two sites); hosts without one (addresses, `localhost`) must be equal. Ports and schemes do
 * not matter; anything but an http(s) URL is on no site.
 */
export function sameSite(a: string, b: string): boolean {
  const [first, second] = [siteOf(a), siteOf(b)];
  return first !== undefined && first === second;
}

/**
 * Whether a URL still has the host of an example (RFC 2606, sections 2 and 3) where a document says at which address the
 * site itself is reached.
 *
 * @param site any URL of the site, which may be an example itself
 */
export function isExampleAddress(url: string, site: string): boolean {
  const hostname = webUrl(url)?.hostname ?? '';
  return /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(hostname) && !sameSite(url, site);
}

/** The registrable domain of a host, as `URL.hostname` gives it; `undefined` for what has none. */
function registrableDomain(hostname: string): string | undefined {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? undefined;
}

/**
 * What counts as one site for limits: the registrable domain, private suffixes of the Public Suffix List included; of what
 * has none (addresses, names of a private network) the host with its port.
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
