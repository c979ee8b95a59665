/** Connects through the caller's HTTP proxy, except to hosts for which the caller uses no proxy. */
import { type ClientRequest, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { HeaderList } from '../../base/headers.ts';

/** The caller's proxies, as plain data. URLs are http or https and may contain credentials. */
export interface Proxies {
  readonly http?: string | undefined;
  readonly https?: string | undefined;
  /** Hosts that bypass the proxy: names (including their subdomains), addresses, CIDR ranges, or `*`. */
  readonly direct: readonly string[];
}

export interface ProxyServer {
  readonly url: URL;
  /** The `proxy-authorization` header, if the proxy's URL has credentials. */
  readonly headers: HeaderList;
}

/**
 * Returns the proxy for a URL; `undefined` if no proxy is used. URLs that point to this machine never use a proxy.
 * @param at the URL's scheme (`https:`), host (IPv6 with or without brackets) and port (empty for the default port)
 */
export function proxyFor(
  proxies: Proxies | undefined,
  at: { readonly protocol: string; readonly hostname: string; readonly port: string },
): ProxyServer | undefined {
  const address = at.protocol === 'https:' ? proxies?.https : proxies?.http;
  if (proxies === undefined || address === undefined) return undefined;
  const host = at.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isThisMachine(host) || proxies.direct.some((entry) => covers(entry, host, at))) return undefined;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return { url, headers: [] };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { url, headers: [['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]] };
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether a host (in lower case, IPv6 without brackets) is this machine, without a DNS lookup. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isIn(LOOPBACK, host);
}

function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Returns whether a NO_PROXY entry covers a host, by curl's rules. An entry with a port covers only that port. */
function covers(
  entry: string,
  host: string,
  at: { readonly protocol: string; readonly port: string },
): boolean {
  if (entry === '*') return true;
  const [, range, bits] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (range !== undefined) return isIn(subnet(range, Number(bits)), host);
  const bare = entry.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return bare === host;
  const [, name = entry, port] = /^(.*?):(\d+)$/.exec(entry) ?? [];
  if (port !== undefined && port !== (at.port || (at.protocol === 'https:' ? '443' : '80'))) return false;
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function subnet(range: string, bits: number): BlockList {
  const list = new BlockList();
  const family = isIP(range);
  if (family !== 0 && bits <= (family === 6 ? 128 : 32)) {
    list.addSubnet(range, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The error if the proxy did not forward a request. It says nothing about the site. Its message does not name the proxy. */
export class ProxyFailure extends Error {
  readonly code = 'ERR_PROXY';

  /** Creates the error. `why` is the reason, such as `it requires credentials: 407`. */
  constructor(why: string, cause?: unknown) {
    super(why, cause === undefined ? undefined : { cause });
    this.name = 'ProxyFailure';
  }

  /** Wraps an error from connecting to a proxy or from receiving its response. */
  static of(error: unknown): ProxyFailure {
    if (error instanceof ProxyFailure) return error;
    const code = error instanceof Error && 'code' in error ? `: ${String(error.code)}` : '';
    return new ProxyFailure(`it could not be reached${code}`, error);
  }

  /** Creates the error for a proxy that responded with an error status. */
  static answered(status: number): ProxyFailure {
    return new ProxyFailure(status === 407 ? 'it requires credentials: 407' : `it responded with ${status}`);
  }
}

/**
 * Connects to a host through a proxy with a CONNECT request (RFC 9110 section 9.3.6).
 * @param authority host and port, such as `example.com:443`
 * @param done receives the connection to the host, without TLS, or a `ProxyFailure`
 */
export function tunnel(
  { url, headers }: ProxyServer,
  authority: string,
  ca: readonly string[] | undefined,
  done: (error: Error | null, socket: Socket | undefined) => void,
): ClientRequest {
  const ask = url.protocol === 'https:' ? secureRequest : plainRequest;
  const connectRequest = ask({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : url.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...Object.fromEntries(headers) },
    agent: false,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  });
  connectRequest.once('connect', (response, socket, head) => {
    const { statusCode = 0 } = response;
    // HTTP and TLS servers never send data first, so bytes that follow this response at once do not come from the host.
    if (statusCode >= 200 && statusCode < 300 && head.length === 0) return done(null, socket as Socket);
    socket.destroy();
    done(ProxyFailure.answered(statusCode), undefined);
  });
  connectRequest.once('error', (error) => done(ProxyFailure.of(error), undefined));
  connectRequest.end();
  return connectRequest;
}
