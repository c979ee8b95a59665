/** Who calls, as far as limits must know: a network address, which is nowhere kept in clear. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Caller {
  /** Equal for all calls of one client; `undefined` where the platform gave no address. */
  readonly key: string | undefined;
}

/** Bytes of the address that tell IPv6 clients apart: a /64 is one network, whose hosts choose the rest as they like. */
const V6_BYTES = 8;
const KEY_CHARS = 32;

/**
 * The caller at this address.
 *
 * @param ip what the platform says (`context.ip`), never a header that a client can send
 * @param salt keeps keys of one deployment from being looked up in a table of all addresses
 */
export function callerAt(ip: string | undefined, salt: string): Caller {
  const network = networkOf(ip);
  if (network === undefined) return { key: undefined };
  return { key: createHash('sha256').update(`${salt}\n${network}`).digest('hex').slice(0, KEY_CHARS) };
}

/** The address, or of an IPv6 address its /64; an IPv4 address within IPv6 is that IPv4 address. */
function networkOf(ip: string | undefined): string | undefined {
  const plain = ip?.split('%')[0] ?? '';
  if (isIP(plain) === 0) return undefined;
  const address = ipaddr.process(plain);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return Buffer.from(address.toByteArray().slice(0, V6_BYTES)).toString('hex');
}
