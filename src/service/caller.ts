/** Identifies callers for the limits by network address. The address stays in memory; only a salted hash is stored. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Caller {
  /** Equal for all calls of one client; `undefined` if the platform gave no address. */
  readonly key: string | undefined;
  /** Equal for all clients of one customer of a provider; the same as `key` for IPv4. */
  readonly network: string | undefined;
}

/** Bytes of an IPv6 address that identify a client: a /64 is one network, and its hosts choose the rest freely. */
const CLIENT_BYTES = 8;
/** Bytes that identify a provider's customer: providers assign a /48, whose /64s can each look like a client (RFC 6177). */
const NETWORK_BYTES = 6;

/** @param ip the address from the platform (`context.ip`), never from a header that clients can send */
export function callerAt(ip: string | undefined): Caller {
  return { key: prefixOf(ip, CLIENT_BYTES), network: prefixOf(ip, NETWORK_BYTES) };
}

/** Returns the address, or the first bytes of an IPv6 address. An IPv4-mapped IPv6 address counts as its IPv4 address. */
function prefixOf(ip: string | undefined, bytes: number): string | undefined {
  const plain = ip?.split('%')[0] ?? '';
  if (isIP(plain) === 0) return undefined;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return Buffer.from(address.toByteArray().slice(0, bytes)).toString('hex');
}
