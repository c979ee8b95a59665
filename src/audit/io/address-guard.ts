/** Which network addresses an audit may dial. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * - `public`: only globally reachable unicast addresses (the service's default).
 * - `any`: every address (a private deployment, tests).
 * - `auto`: what the target itself stands on decides (the command line's default). A target on a public
 *   address may lead only to public addresses; one on loopback or a private network may also lead to
 *   addresses of that same kind. So auditing `localhost` works, and a site cannot make the auditor call
 *   into the network of the machine that it runs on.
 */
export type NetworkPolicy = 'public' | 'any' | 'auto';

export const NETWORK_POLICIES = ['public', 'any', 'auto'] as const satisfies readonly NetworkPolicy[];

/** What `addressKind` calls an address that is globally reachable. */
const PUBLIC = 'unicast';
/** IPv6 global unicast as IANA has allotted it; what lies outside is not routed on the internet. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known NAT64 prefix (RFC 6052 section 2.1), which embeds an IPv4 address in its last 32 bits. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Azure's platform, which every machine there reaches at this one address and nobody else does; it is in no registry. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * The kind of an address: `unicast` when it is globally reachable, otherwise the name of the special range
 * (`private`, `loopback`, `linkLocal` …; IANA special-purpose registries, RFC 6890) or `invalid`.
 * IPv4-mapped and NAT64 addresses count as the IPv4 address inside; 6to4, Teredo and the deprecated IPv4-compatible
 * addresses (`::8.8.8.8`, RFC 4291 section 2.5.5.1) are special ranges.
 */
export function addressKind(address: string): string {
  const plain = address.split('%')[0] ?? '';
  // Stricter than the parser, which reads `010.0.0.1` and `2130706433` too.
  if (isIP(plain) === 0) return 'invalid';
  const parsed = ipaddr.parse(plain.replace(DOTTED_TAIL, hexTail));
  if (parsed instanceof ipaddr.IPv4) return kindOfV4(parsed);
  if (parsed.isIPv4MappedAddress()) return kindOfV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return kindOfV4(embeddedV4(parsed));
  const range = parsed.range();
  return range === PUBLIC && !parsed.match(GLOBAL_UNICAST_V6) ? 'reserved' : range;
}

/** The IPv4 address with which an IPv6 address may end. The parser would take `::8.8.8.8` for an IPv4-mapped one. */
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

/** Decides for one audit which addresses may be dialled. */
export class AddressGuard {
  readonly #policy: NetworkPolicy;
  readonly #targetHost: string;
  #kinds: ReadonlySet<string> = new Set([PUBLIC]);
  #settled: boolean;
  /** Hosts that were seen at addresses of private networks only. */
  readonly #private = new Set<string>();

  /** `targetHost`: the host that the person named, as in `URL.hostname` (IPv6 in brackets). */
  constructor(policy: NetworkPolicy, targetHost: string) {
    this.#policy = policy;
    this.#targetHost = targetHost;
    this.#settled = policy !== 'auto';
  }

  /**
   * Those of `addresses`, which `host` stands for, that may be dialled.
   *
   * Under `auto` the first addresses of the target settle what is allowed; a later answer of its name server that leads
   * elsewhere (DNS rebinding) is held to that.
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
   * Whether a host may be asked of a proxy, which resolves names itself: only what its form says can be judged. Special-use and
   * single-label names lead into the proxy's own network, where only a target that is there itself may lead.
   *
   * @param isPublic whether the form of the name is one of the public internet
   */
  permitsThroughProxy(host: string, isPublic: (host: string) => boolean): boolean {
    if (this.#policy === 'any' || isPublic(host)) return true;
    const literal = host.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0) return this.permitted(host, [{ address: literal }]).length > 0;
    return this.#policy === 'auto' && !isPublic(this.#targetHost);
  }

  /** Whether a name is, or is below, that of a host that was seen at private addresses only. */
  isPrivate(name: string): boolean {
    return [...this.#private].some((host) => name === host || name.endsWith(`.${host}`));
  }
}

/** What a target on addresses of these kinds may lead to. One that is also public is held to be public. */
function kindsBeside(target: readonly string[]): Set<string> {
  const kinds = new Set([PUBLIC]);
  if (target.includes(PUBLIC)) return kinds;
  for (const kind of target) {
    if (kind !== 'invalid') kinds.add(kind);
  }
  // Systems answer a call to 0.0.0.0 on loopback, and local servers name themselves either way.
  if (kinds.has('unspecified') || kinds.has('loopback')) kinds.add('unspecified').add('loopback');
  return kinds;
}

/** Thrown inside a connection attempt that the guard refused. */
export class ForbiddenAddress extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS';

  /** The message names the host and the kind of address, not the address: it must not map a private network. */
  constructor(host: string, kind: string) {
    super(`${host} leads to an address that is not public (${kind})`);
    this.name = 'ForbiddenAddress';
  }
}
