/** Who calls, as far as limits need to know: a network address, which is kept in memory and stored only as a salted hash. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Caller {
  /** Equal for all calls of one client; `undefined` where the platform gave no address. */
  readonly key: string | undefined;
  /** Equal for all clients of one customer of a provider; the same as `key` for IPv4. */
  readonly network: string | undefined;
}

/** Bytes of the address that tell IPv6 clients apart: a /64 is one network, whose hosts choose the rest as they like. */
const CLIENT_BYTES = 8;
/** And their customers: providers give a /48, of which each /64 can be a client (RFC 6177). */
const NETWORK_BYTES = 6;

/**
 * The caller at this address.
 *
 * @param ip what the platform says (`context.ip`), never a header that a client can send
 */
export function callerAt(ip: string | undefined): Caller {
  return { key: prefixOf(ip, CLIENT_BYTES), network: prefixOf(ip, NETWORK_BYTES) };
}

/** The address, or of an IPv6 address its first bytes; an IPv4 address within IPv6 is that IPv4 address. */
function prefixOf(ip: string | undefined, bytes: number): string | undefined {
  const plain = ip?.split('%')[0] ?? '';
  if (isIP(plain) === 0) return undefined;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return Buffer.from(address.toByteArray().slice(0, bytes)).toString('hex');
}
