/**
 * Whether a request was made to this very site, and by no page of another: what keeps the visitors of other pages from
 * spending this site's audits (MCP, "Security warning" of the transport). Pure.
 */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host names this machine itself, as in `URL.hostname`. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}

/**
 * A page that was led here by DNS rebinding has the same origin as its requests, and names neither the catalog nor this
 * machine. It cannot have a certificate for its name here, so that https tells it apart from a site's further names.
 *
 * @param request.origin its field Origin, which browsers send with every POST
 * @param request.url as it was asked for, with the name of the field Host
 * @param catalog the catalog's own origin
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
