/** What an audit has open to each origin: one HTTP/2 connection, or a small pool of HTTP/1.1 connections. */
import pLimit, { type LimitFunction } from 'p-limit';
import { Client, type Dispatcher, Pool } from 'undici';
import type { Limits } from '../../base/limits.ts';
import { type Connect, type Connection, type Connections, connectionTo, type Forwarder } from './connect.ts';

/** One origin's connections and the requests that may be under way on them. */
export interface OriginPool {
  dispatcher: Dispatcher;
  httpVersion: '1.1' | '2';
  readonly slots: LimitFunction;
  /** Makes a further connection. */
  connect: Connect;
  /** Requests that were answered on a new connection, and not on one that was kept. */
  renewed: number;
  /** Its answers are such that Node's own client has to read them. */
  isForNode?: true;
  /** The proxy that gets whole requests of this origin. */
  readonly through?: Forwarder;
}

/**
 * The audit has its own timers, so undici's are off. An idle connection is closed early, because a server that closes it
 * while a request is under way makes that request fail. Some sites have long policies in their headers: 64 KiB.
 */
const DISPATCH = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 2_000,
  maxHeaderSize: 64 * 1024,
} as const;

/**
 * An idle HTTP/1.1 connection is closed much earlier, whatever the server offers. One that serves few connections at a time
 * (HAProxy `maxconn 1`, Apache with one worker, Python's HTTPServer) does not hear the others before.
 */
const HTTP1 = { ...DISPATCH, keepAliveTimeout: 100, keepAliveMaxTimeout: 100 } as const;

/** The pools of one audit, by origin. */
export class ConnectionPools {
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #pools = new Map<string, Promise<OriginPool>>();

  constructor(limits: Limits, connections: Connections) {
    this.#limits = limits;
    this.#connections = connections;
  }

  /**
   * The pool of an origin; requests that come together share the attempt to connect.
   *
   * @throws what connecting throws
   */
  to(origin: string): Promise<OriginPool> {
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      pool = this.#open(origin);
      this.#pools.set(origin, pool);
      // A connection that could not be made is tried again by the next request.
      pool.catch(() => this.#pools.delete(origin));
    }
    return pool;
  }

  /** From now on one connection to this origin: it closes those that come beside it. */
  async narrow(origin: string): Promise<void> {
    const pool = await this.to(origin);
    if (pool.httpVersion === '2' || pool.slots.concurrency === 1) return;
    const wide = pool.dispatcher;
    // Requests that wait for a slot find the one connection when their turn comes.
    const { connect } = pool.through ?? this.#connections;
    const to = pool.through?.proxy.url.origin ?? origin;
    pool.dispatcher = new Pool(to, { ...HTTP1, connections: 1, connect });
    pool.slots.concurrency = 1;
    // What is under way there may end; connections that nobody uses are closed at once.
    void wide.close();
  }

  /** From now on HTTP/1.1 for this origin: it has said that it wants that (RFC 9113 section 7, HTTP_1_1_REQUIRED). */
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

  /**
   * The first connection tells by ALPN (RFC 7301) what the server speaks: HTTP/2 keeps that one connection for
   * everything, HTTP/1.1 grows to a pool around it.
   */
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

  /** @param to the server that is connected to */
  #pool(to: string, connect: Connect): OriginPool {
    const { perOrigin } = this.#limits;
    const dispatcher = new Pool(to, { ...HTTP1, connections: perOrigin, connect });
    return { dispatcher, httpVersion: '1.1', slots: pLimit(perOrigin), connect, renewed: 0 };
  }
}

/** A connector that hands out the connection that is already there once, then makes new ones. */
function reuseFirst(first: Connection, connect: Connect): Connect {
  let unused: Connection | undefined = first;
  return (options, callback) => {
    const socket = unused;
    unused = undefined;
    if (socket === undefined || socket.destroyed) connect(options, callback);
    // Not at once: undici passes over requests while it is still asking for the connection.
    else queueMicrotask(() => callback(null, socket));
  };
}
