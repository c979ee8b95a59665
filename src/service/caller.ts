/** Identifies callers by IP address, to limit their calls. The address stays in memory; only a salted hash is stored. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Caller {
  /** A key shared by all calls of one client; `undefined` if the platform gave no IP address. */
  readonly key: string | undefined;
  /** A key shared by all clients of an internet provider's customer. For IPv4, identical to `key`. */
  readonly network: string | undefined;
}

/** The number of IPv6 address bytes that identify a client. Hosts in a /64 choose the other bytes freely. */
const CLIENT_BYTES = 8;
/** The number of IPv6 address bytes that identify a provider's customer, whose /48 has 65,536 clients (RFC 6177). */
const NETWORK_BYTES = 6;

/** @param ip the address from the platform (`context.ip`), never from a header, because clients can send any header */
export function callerAt(ip: string | undefined): Caller {
  return { key: prefixOf(ip, CLIENT_BYTES), network: prefixOf(ip, NETWORK_BYTES) };
}

/** Returns a whole IPv4 address, or the first bytes of an IPv6 address. An IPv4-mapped IPv6 address counts as IPv4. */
function prefixOf(ip: string | undefined, bytes: number): string | undefined {
  const plain = ip?.split('%')[0] ?? '';
  if (isIP(plain) === 0) return undefined;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return Buffer.from(address.toByteArray().slice(0, bytes)).toString('hex');
}
