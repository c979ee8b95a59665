/** Connections whose address was checked: what the guard saw is what is dialled, with no second lookup. */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { addressKind, ForbiddenAddress, type Guard } from './guard.ts';

export type Connect = buildConnector.connector;

/**
 * An undici connector that resolves a name once, drops the addresses that `guard` refuses, and dials one of
 * those left (RFC 8305 between families). Offers HTTP/2 first where there is TLS.
 *
 * @param timeoutMs for the TCP and TLS handshakes together
 * @param ca more certificates to trust, PEM
 */
export function guardedConnector(guard: Guard, timeoutMs: number, ca?: string[]): Connect {
  // undici hands options that it does not know on to net.connect and tls.connect; its types leave `lookup` out.
  const socketOptions = {
    lookup: guardedLookup(guard),
    autoSelectFamily: true,
    ...(ca === undefined ? {} : { ca }),
  };
  const connect = buildConnector({ allowH2: true, preferH2: true, timeout: timeoutMs, ...socketOptions });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !guard.allows(literal, options.hostname)) {
      callback(new ForbiddenAddress(options.hostname, addressKind(literal)), null);
      return;
    }
    connect({ ...options, hostname: literal }, callback);
  };
}

function guardedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const allowed = addresses.filter(({ address }) => guard.allows(address, hostname));
      const [first] = allowed;
      if (first === undefined) {
        callback(new ForbiddenAddress(hostname, addressKind(addresses[0]?.address ?? '')), []);
      } else if (options.all) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
