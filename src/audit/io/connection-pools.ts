/** The open connections to each origin: one HTTP/2 connection, or a small pool of HTTP/1.1 connections. */
import pLimit, { type LimitFunction } from 'p-limit';
import { Client, type Dispatcher, Pool } from 'undici';
import type { Limits } from '../../base/limits.ts';
import { type Connect, type Connection, type Connections, connectionTo, type Forwarder } from './connect.ts';

export interface OriginPool {
  dispatcher: Dispatcher;
  httpVersion: '1.1' | '2';
  readonly slots: LimitFunction;
  connect: Connect;
  /** The number of requests that failed on a kept-alive connection and then succeeded on a new one. */
  renewed: number;
  /** Set if only Node's own client can read this origin's responses. */
  isForNode?: true;
  readonly through?: Forwarder;
}

/**
 * undici options. undici's timers are off, because the audit has its own. Idle connections close early, because a server may
 * close one while a request is sent. The header limit is 64 KiB, because some sites send long security policies.
 */
const DISPATCH = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 2_000,
  maxHeaderSize: 64 * 1024,
} as const;

/**
 * undici options for HTTP/1.1. Idle connections close much earlier than in `DISPATCH`, whatever timeout the server offers.
 * Until they close, servers with few connections (HAProxy `maxconn 1`, Python's HTTPServer) accept no new connection.
 */
const HTTP1 = { ...DISPATCH, keepAliveTimeout: 100, keepAliveMaxTimeout: 100 } as const;

export class ConnectionPools {
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #pools = new Map<string, Promise<OriginPool>>();

  constructor(limits: Limits, connections: Connections) {
    this.#limits = limits;
    this.#connections = connections;
  }

  /** Returns the pool of an origin. Concurrent calls share one attempt to connect. Rejects with connection errors. */
  to(origin: string): Promise<OriginPool> {
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      pool = this.#open(origin);
      this.#pools.set(origin, pool);
      // If the attempt to connect fails, the next request tries again.
      pool.catch(() => this.#pools.delete(origin));
    }
    return pool;
  }

  /** Limits this origin to one connection from now on. Additional connections are closed. */
  async narrow(origin: string): Promise<void> {
    const pool = await this.to(origin);
    if (pool.httpVersion === '2' || pool.slots.concurrency === 1) return;
    const wide = pool.dispatcher;
    // Requests that wait for a slot use the new pool.
    const { connect } = pool.through ?? this.#connections;
    const to = pool.through?.proxy.url.origin ?? origin;
    pool.dispatcher = new Pool(to, { ...HTTP1, connections: 1, connect });
    pool.slots.concurrency = 1;
    // Requests in flight may finish. Unused connections close at once.
    void wide.close();
  }

  /** Uses HTTP/1.1 for this origin from now on, because the server required it (RFC 9113 section 7, HTTP_1_1_REQUIRED). */
  async useHttp1(origin: string): Promise<void> {
    const pool = await this.to(origin);
    if (pool.httpVersion === '1.1') return;
    const { dispatcher } = pool;
    const { perOrigin } = this.#limits;
    const connect = this.#connections.connectHttp1;
    Object.assign(pool, {
      dispatcher: new Pool(origin, { ...HTTP1, connections: perOrigin, connect }),
      httpVersion: '1.1',
      connect,
    } satisfies Partial<OriginPool>);
    pool.slots.concurrency = perOrigin;
    void dispatcher.close();
  }

  async close(): Promise<void> {
    this.#connections.close();
    const pools = await Promise.allSettled(this.#pools.values());
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.status === 'fulfilled' && pool.value.dispatcher.destroy()));
  }

  /** Connects and creates the pool. ALPN (RFC 7301) decides between HTTP/2 with one connection and HTTP/1.1 with several. */
  async #open(origin: string): Promise<OriginPool> {
    const { streams } = this.#limits;
    const through = this.#connections.forwarder(new URL(origin));
    if (through !== undefined) {
      const { proxy, connect } = through;
      return { ...this.#pool(proxy.url.origin, connect), through };
    }
    const first = await connectionTo(new URL(origin), this.#connections.connect);
    const connect = reuseFirst(first, this.#connections.connect);
    if ('alpnProtocol' in first && first.alpnProtocol === 'h2') {
      const dispatcher = new Client(origin, {
        ...DISPATCH,
        allowH2: true,
        pipelining: streams,
        h2Options: { maxConcurrentStreams: streams },
        connect,
      });
      return {
        dispatcher,
        httpVersion: '2',
        slots: pLimit(streams),
        connect: this.#connections.connect,
        renewed: 0,
      };
    }
    return { ...this.#pool(origin, connect), connect: this.#connections.connect };
  }

  /** Creates a pool of HTTP/1.1 connections. `to` is the URL of the origin or its proxy. */
  #pool(to: string, connect: Connect): OriginPool {
    const { perOrigin } = this.#limits;
    const dispatcher = new Pool(to, { ...HTTP1, connections: perOrigin, connect });
    return { dispatcher, httpVersion: '1.1', slots: pLimit(perOrigin), connect, renewed: 0 };
  }
}

/** Returns a connector that first provides the existing connection and later opens new connections. */
function reuseFirst(first: Connection, connect: Connect): Connect {
  let unused: Connection | undefined = first;
  return (options, callback) => {
    const socket = unused;
    unused = undefined;
    if (socket === undefined || socket.destroyed) connect(options, callback);
    // Calls back asynchronously: after a synchronous call, undici would not send the requests that wait for a connection.
    else queueMicrotask(() => callback(null, socket));
  };
}
