/** Connects only to permitted addresses. Resolves a name only once, because a second lookup may return other addresses. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { isPublicName } from '../target.ts';
import { type AddressGuard, addressKind, ForbiddenAddress } from './address-guard.ts';
import { type Proxies, ProxyFailure, type ProxyServer, proxyFor, tunnel } from './proxy.ts';

export type Connect = buildConnector.connector;
/** A connector that also returns the socket, before it is connected. undici's types omit this return value. */
type Dial = (...args: Parameters<Connect>) => unknown;
/** An open connection. `alpnProtocol` is the protocol that TLS negotiated. */
export type Connection = Socket | TLSSocket;

/** Resolves a host name to all its addresses. Has the signature of `dns.lookup` with `all: true`. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface ConnectOptions {
  /** Time limit for the TCP and TLS handshakes together, in milliseconds. */
  readonly timeoutMs: number;
  readonly ca?: readonly string[] | undefined;
  readonly lookup?: Lookup | undefined;
  readonly proxies?: Proxies | undefined;
  /** Whether only HTTP/1.1 is offered to the server. */
  readonly http1?: true;
}

/**
 * The connections of one audit. `close` ends all of them, including pending ones. Each connection resolves the host name once
 * and dials one of the addresses that the guard permits. If there are IPv4 and IPv6 addresses, both are tried (RFC 8305).
 * Over TLS, HTTP/2 is offered first.
 */
export class Connections {
  readonly #guard: AddressGuard;
  readonly #dial: Dial;
  readonly #dialHttp1: Dial;
  readonly #dialTls12: Dial;
  /** Dials proxies. The guard does not check their addresses, because the caller has configured them. */
  readonly #dialProxy: Dial;
  readonly #proxies: Proxies | undefined;
  readonly #ca: readonly string[] | undefined;
  readonly #timeoutMs: number;
  readonly #open = new Set<Socket>();
  #closed = false;

  constructor(
    guard: AddressGuard,
    { timeoutMs, ca, lookup = loopbackOrSystem, proxies, http1 }: ConnectOptions,
  ) {
    this.#guard = guard;
    // undici passes unknown options on to net.connect and tls.connect; its types omit `lookup`.
    const socketOptions = {
      lookup: guardedLookup(guard, lookup),
      autoSelectFamily: true,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    };
    this.#timeoutMs = timeoutMs;
    // undici's own timeout is off. It is rounded to half seconds and does not keep the process alive during a DNS lookup.
    this.#dial = buildConnector({ allowH2: http1 !== true, preferH2: true, timeout: 0, ...socketOptions });
    this.#dialHttp1 = buildConnector({ allowH2: false, timeout: 0, ...socketOptions });
    this.#dialTls12 = buildConnector({ allowH2: false, timeout: 0, maxVersion: 'TLSv1.2', ...socketOptions });
    const toProxy = { autoSelectFamily: true, ...(ca === undefined ? {} : { ca: [...ca] }) };
    this.#dialProxy = buildConnector({ allowH2: false, timeout: 0, ...toProxy });
    this.#proxies = proxies;
    this.#ca = ca;
  }

  readonly connect: Connect = (options, callback) => this.#connect(this.#dial, options, callback);

  /**
   * Connects to servers that require HTTP/1.1, such as Apache with an optional client certificate. Tries TLS 1.2 first,
   * because Node does not support client authentication after a TLS 1.3 handshake (RFC 8446 section 4.6.2). With TLS 1.3,
   * Apache would respond with 403.
   */
  readonly connectHttp1: Connect = (options, callback) =>
    this.#connect(this.#dialTls12, options, (...result) => {
      if (result[0] === null || !isTlsRefusal(result[0])) callback(...result);
      else this.#connect(this.#dialHttp1, options, callback);
    });

  #connect(dial: Dial, options: Parameters<Connect>[0], callback: Parameters<Connect>[1]): void {
    if (this.#closed) {
      callback(new ConnectionsClosed(), null);
      return;
    }
    const proxy = proxyFor(this.#proxies, options);
    if (proxy !== undefined) {
      this.#through(proxy, dial, options, callback);
      return;
    }
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && this.#guard.permitted(options.hostname, [{ address: literal }]).length === 0) {
      callback(new ForbiddenAddress(options.hostname, addressKind(literal)), null);
      return;
    }
    this.#start(dial, { ...options, hostname: literal }, this.#timeoutMs, callback);
  }

  /** Returns the proxy for an http origin; `undefined` without a proxy. Requests go to the proxy itself, not through a tunnel. */
  forwarder(origin: URL): Forwarder | undefined {
    const proxy = origin.protocol === 'http:' ? proxyFor(this.#proxies, origin) : undefined;
    if (proxy === undefined) return undefined;
    const connect: Connect = (options, callback) => {
      if (this.#closed) return callback(new ConnectionsClosed(), null);
      if (!this.#guard.permitsThroughProxy(origin.hostname, isPublicName)) {
        return callback(new ForbiddenAddress(origin.hostname, UNRESOLVED), null);
      }
      const hostname = options.hostname.replace(/^\[|\]$/g, '');
      this.#start(this.#dialProxy, { ...options, hostname }, this.#timeoutMs, (...result) =>
        result[0] === null ? callback(...result) : callback(ProxyFailure.of(result[0]), null),
      );
    };
    return { proxy, connect };
  }

  #start(
    dial: Dial,
    options: Parameters<Connect>[0],
    timeoutMs: number,
    callback: Parameters<Connect>[1],
  ): void {
    const done: Parameters<Connect>[1] = (...result) => {
      clearTimeout(timer);
      callback(...result);
    };
    const socket = dial(options, done) as Socket;
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), timeoutMs);
    this.#keep(socket);
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // TLS reports an alert as an error before the socket ends. Destroys the socket with this error, which contains the reason.
    socket.once('error', (error) => socket.destroy(error));
  }

  /** Connects through a proxy with CONNECT. TLS runs through to the host, so the proxy cannot read https requests. */
  #through(
    proxy: ProxyServer,
    dial: Dial,
    options: Parameters<Connect>[0],
    callback: Parameters<Connect>[1],
  ): void {
    const { hostname, protocol, port } = options;
    if (!this.#guard.permitsThroughProxy(hostname, isPublicName)) {
      callback(new ForbiddenAddress(hostname, UNRESOLVED), null);
      return;
    }
    const began = performance.now();
    const authority = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const request = tunnel(proxy, authority, this.#ca, (error, socket) => {
      clearTimeout(timer);
      if (error !== null || socket === undefined) return callback(error ?? new ConnectionsClosed(), null);
      this.#keep(socket);
      if (this.#closed) socket.destroy(new ConnectionsClosed());
      if (protocol !== 'https:') return callback(null, socket);
      const remainingMs = Math.max(1, this.#timeoutMs - (performance.now() - began));
      this.#start(
        dial,
        { ...options, hostname: hostname.replace(/^\[|\]$/g, ''), httpSocket: socket },
        remainingMs,
        callback,
      );
    });
    const timer = setTimeout(
      () => request.destroy(new ProxyFailure(`it did not respond within ${this.#timeoutMs / 1000} s`)),
      this.#timeoutMs,
    );
    request.once('socket', (socket) => this.#keep(socket));
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#open) socket.destroy(new ConnectionsClosed());
  }
}

/** Connects to an origin or to a proxy. Rejects with the same errors as `connect`. */
export function connectionTo({ hostname, host, protocol, port }: URL, connect: Connect): Promise<Connection> {
  return new Promise((resolve, reject) => {
    connect({ hostname, host, protocol, port, servername: '' }, (error, socket) =>
      error === null ? resolve(socket) : reject(error),
    );
  });
}

function isTlsRefusal(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_SSL_');
}

/** The `kind` in a `ForbiddenAddress` error for a host whose address only the proxy knows. */
const UNRESOLVED = 'judged by its name';

/** The proxy for an http origin, and the connector for this proxy. */
export interface Forwarder {
  readonly proxy: ProxyServer;
  readonly connect: Connect;
}

class ConnectTimeout extends Error {
  readonly code = 'ERR_CONNECT_TIMEOUT';
}

class ConnectionsClosed extends Error {
  readonly code = 'ECONNABORTED';

  constructor() {
    super('the audit has ended');
  }
}

const LOOPBACK: LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

/** Resolves `localhost` and its subdomains to `::1` and `127.0.0.1`, whatever the resolver returns (RFC 6761, section 6.3). */
const loopbackOrSystem: Lookup = (hostname, options, callback) => {
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) callback(null, LOOPBACK);
  else systemLookup(hostname, options, callback);
};

function guardedLookup(guard: AddressGuard, lookup: Lookup): LookupFunction {
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
