/** Detects requests from pages of other sites, because these could use up this site's audits (MCP, "Security warning"). */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a host name is a name of this machine. IPv6 addresses must be in brackets. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * Returns whether a request comes from the catalog's own pages. In a DNS rebinding attack, the attacker's host name resolves
 * to this server, so the page and the request have the same origin. Over http, hosts other than the catalog's and this
 * machine's are therefore refused. Over https, the attack fails, because this server has no certificate for the host.
 * @param request.origin the Origin header, which browsers send with every POST
 * @param request.url the request's URL, with the name from the Host header
 * @param catalog the catalog's origin
 */
export function isFromOwnPage(
  request: { readonly origin: string | null; readonly url: string },
  catalog: string,
): boolean {
  const { host, hostname, protocol, origin } = new URL(request.url);
  if (origin !== catalog && protocol !== 'https:' && !isLoopbackName(hostname)) return false;
  if (request.origin === null || request.origin === catalog) return true;
  if (!URL.canParse(request.origin)) return false;
  const sender = new URL(request.origin);
  return sender.origin === request.origin && sender.host === host;
}
