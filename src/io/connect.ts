/** Connections whose address was checked: what the guard saw is what is dialled, with no second lookup. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { addressKind, ForbiddenAddress, type Guard } from './guard.ts';

export type Connect = buildConnector.connector;
/** A connection that is there; `alpnProtocol` says what TLS settled on. */
export type Connection = Socket | TLSSocket;

/** Host name → all its addresses, in the form of `dns.lookup` with `all: true`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectOptions {
  /** For the TCP and TLS handshakes together, in milliseconds. */
  readonly timeoutMs: number;
  /** More certificates to trust, PEM. */
  readonly ca?: readonly string[];
  /** In place of the system's resolver. */
  readonly lookup?: Lookup;
}

/**
 * Makes the connections of one audit and keeps hold of them, so that `close` ends all, those under way included.
 *
 * A name is resolved once a connection; addresses that the guard refuses are dropped, and one of those left is dialled
 * (RFC 8305 between families). HTTP/2 is offered first where there is TLS.
 */
export class Connections {
  readonly #guard: Guard;
  readonly #dial: (...args: Parameters<Connect>) => unknown;
  readonly #timeoutMs: number;
  readonly #open = new Set<Socket>();
  #closed = false;

  constructor(guard: Guard, { timeoutMs, ca, lookup = systemLookup }: ConnectOptions) {
    this.#guard = guard;
    // undici hands options that it does not know on to net.connect and tls.connect; its types leave `lookup` out.
    const socketOptions = {
      lookup: guardedLookup(guard, lookup),
      autoSelectFamily: true,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    };
    this.#timeoutMs = timeoutMs;
    // undici's own time limit is off: it is rounded to half seconds, and does not hold the process while a name is resolved.
    this.#dial = buildConnector({ allowH2: true, preferH2: true, timeout: 0, ...socketOptions });
  }

  /** The connector that undici's dispatchers take. */
  readonly connect: Connect = (options, callback) => {
    if (this.#closed) {
      callback(new ConnectionsClosed(), null);
      return;
    }
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && this.#guard.permitted(options.hostname, [{ address: literal }]).length === 0) {
      callback(new ForbiddenAddress(options.hostname, addressKind(literal)), null);
      return;
    }
    const done: Parameters<Connect>[1] = (...result) => {
      clearTimeout(timer);
      callback(...result);
    };
    // The connector returns its socket before that is connected, which undici's types do not say.
    const socket = this.#dial({ ...options, hostname: literal }, done) as Socket;
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), this.#timeoutMs);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  };

  /**
   * Connects to an origin.
   *
   * @throws what the socket throws, or `ForbiddenAddress`
   */
  first(url: URL): Promise<Connection> {
    const { hostname, host, protocol, port } = url;
    return new Promise((resolve, reject) => {
      this.connect({ hostname, host, protocol, port, servername: '' }, (error, socket) =>
        error === null ? resolve(socket) : reject(error),
      );
    });
  }

  /** Ends every connection at once. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#open) socket.destroy(new ConnectionsClosed());
  }
}

/** Thrown where no connection came about in time. */
export class ConnectTimeout extends Error {
  readonly code = 'ERR_CONNECT_TIMEOUT';
}

class ConnectionsClosed extends Error {
  readonly code = 'ECONNABORTED';

  constructor() {
    super('the audit has ended');
  }
}

function guardedLookup(guard: Guard, lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const allowed = guard.permitted(hostname, addresses);
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
