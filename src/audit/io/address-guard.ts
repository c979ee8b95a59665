import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network addresses that an audit may connect to:
 * - `public`: only globally reachable unicast addresses (the service's default).
 * - `any`: every address (private deployments and tests).
 * - `auto`: depends on the target's own address (the command line's default). A target at a public address may redirect and
 *   link only to public addresses. A target on loopback or a private network may also use addresses of the same kind. So
 *   `localhost` can be audited, and a public site cannot make the auditor connect to the caller's local network.
 */
export type NetworkPolicy = 'public' | 'any' | 'auto';

export const NETWORK_POLICIES = ['public', 'any', 'auto'] as const satisfies readonly NetworkPolicy[];

const PUBLIC = 'unicast';
/** The IPv6 range that IANA has allocated for global unicast. Addresses outside this range are not routed on the internet. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known NAT64 prefix (RFC 6052 section 2.1). The last 32 bits of its addresses are an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Azure's platform address, which only Azure machines can reach. No registry lists it as special. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Returns the kind of an address: `unicast` if it is globally reachable, `invalid`, or the name of its special range, such as
 * `private` or `loopback` (IANA special-purpose registries, RFC 6890).
 *
 * IPv4-mapped and NAT64 addresses count as the IPv4 address in them. 6to4, Teredo and the deprecated IPv4-compatible addresses
 * (`::8.8.8.8`, RFC 4291 section 2.5.5.1) are special ranges.
 */
export function addressKind(address: string): string {
  const plain = address.split('%')[0] ?? '';
  // `isIP` is stricter than the parser, which also accepts `010.0.0.1` and `2130706433`.
  if (isIP(plain) === 0) return 'invalid';
  const parsed = ipaddr.parse(plain.replace(DOTTED_TAIL, hexTail));
  if (parsed instanceof ipaddr.IPv4) return kindOfV4(parsed);
  if (parsed.isIPv4MappedAddress()) return kindOfV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return kindOfV4(embeddedV4(parsed));
  const range = parsed.range();
  return range === PUBLIC && !parsed.match(GLOBAL_UNICAST_V6) ? 'reserved' : range;
}

/** Matches the IPv4 address at the end of an IPv6 address. The parser would read `::8.8.8.8` as an IPv4-mapped address. */
const DOTTED_TAIL = /(?<=:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

function hexTail(_tail: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

function kindOfV4(address: ipaddr.IPv4): string {
  return address.toString() === AZURE_PLATFORM ? 'reserved' : address.range();
}

function embeddedV4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return ipaddr.fromByteArray(address.toByteArray().slice(12)) as ipaddr.IPv4;
}

export class AddressGuard {
  readonly #policy: NetworkPolicy;
  readonly #targetHost: string;
  #kinds: ReadonlySet<string> = new Set([PUBLIC]);
  #settled: boolean;
  /** Hosts that resolved to private addresses only. */
  readonly #private = new Set<string>();

  /** Creates a guard. `targetHost` is the host in the URL that the caller typed; an IPv6 address is in brackets. */
  constructor(policy: NetworkPolicy, targetHost: string) {
    this.#policy = policy;
    this.#targetHost = targetHost;
    this.#settled = policy !== 'auto';
  }

  /**
   * Returns the addresses of `host` to which connections are allowed. Under `auto`, the first addresses of the target
   * determine which kinds are allowed. To prevent DNS rebinding, later DNS responses cannot add kinds.
   */
  permitted<A extends { readonly address: string }>(host: string, addresses: readonly A[]): A[] {
    const isPublic = addresses.some(({ address }) => addressKind(address) === PUBLIC);
    if (addresses.length > 0 && !isPublic) this.#private.add(host);
    if (this.#policy === 'any') return [...addresses];
    if (!this.#settled && host === this.#targetHost && addresses.length > 0) {
      this.#kinds = kindsBeside(addresses.map(({ address }) => addressKind(address)));
      this.#settled = true;
    }
    return addresses.filter(({ address }) => this.#kinds.has(addressKind(address)));
  }

  /**
   * Returns whether a host may be requested through a proxy. The proxy resolves names itself, so only the form of the name
   * can be checked. Special-use and single-label names resolve in the proxy's own network. They are allowed only if the
   * target's name is also such a name.
   *
   * @param isPublic returns whether a name has the form of a public internet name
   */
  permitsThroughProxy(host: string, isPublic: (host: string) => boolean): boolean {
    if (this.#policy === 'any' || isPublic(host)) return true;
    const literal = host.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0) return this.permitted(host, [{ address: literal }]).length > 0;
    return this.#policy === 'auto' && !isPublic(this.#targetHost);
  }

  /** Returns whether a name belongs to a host that resolved to private addresses only, or is a subdomain of such a host. */
  isPrivate(name: string): boolean {
    return [...this.#private].some((host) => name === host || name.endsWith(`.${host}`));
  }
}

/** Returns the kinds of addresses to allow: public ones, and the target's own kinds if none of its addresses is public. */
function kindsBeside(target: readonly string[]): Set<string> {
  const kinds = new Set([PUBLIC]);
  if (target.includes(PUBLIC)) return kinds;
  for (const kind of target) {
    if (kind !== 'invalid') kinds.add(kind);
  }
  // A connection to 0.0.0.0 reaches loopback, and local servers use either address in their URLs.
  if (kinds.has('unspecified') || kinds.has('loopback')) kinds.add('unspecified').add('loopback');
  return kinds;
}

/** The error of a connection attempt that the guard refuses. */
export class ForbiddenAddress extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS';

  /** Creates an error whose message omits the address, so messages do not reveal the layout of a private network. */
  constructor(host: string, kind: string) {
    super(`${host} does not have a public address (${kind})`);
    this.name = 'ForbiddenAddress';
  }
}
