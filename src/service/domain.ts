/** Which hosts are one site; apart from the records, for the Public Suffix List is needed by audits only. */
import { registrableDomain } from '../parse/same-site.ts';

/**
 * What counts as one site for the limits: the registrable domain, private suffixes of the Public Suffix List included; of
 * what has none (addresses, names of a private network) the host with its port.
 *
 * @param url of http or https
 */
export function domainOf(url: string): string {
  const { hostname, host } = new URL(url);
  return registrableDomain(hostname) ?? host;
}
