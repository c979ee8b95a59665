/** What an audit has open to each origin: one HTTP/2 connection, or a small pool of HTTP/1.1 connections. */
import pLimit, { type LimitFunction } from 'p-limit';
import { Client, type Dispatcher, Pool } from 'undici';
import type { Limits } from '../limits.ts';
import type { Connect, Connection, Connections } from './connect.ts';

/** One origin's connections and the requests that may be under way on them. */
export interface Line {
  dispatcher: Dispatcher;
  readonly httpVersion: '1.1' | '2';
  readonly slots: LimitFunction;
}

/**
 * The audit has timers of its own: undici's are off. An idle connection is left early, because a server that closes it
 * while a request is on its way makes that request fail. Some sites have long policies in their headers: 64 KiB.
 */
const DISPATCH = {
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 2_000,
  maxHeaderSize: 64 * 1024,
} as const;

/** The lines of one audit, by origin. */
export class Lines {
  readonly #limits: Limits;
  readonly #connections: Connections;
  readonly #lines = new Map<string, Promise<Line>>();

  constructor(limits: Limits, connections: Connections) {
    this.#limits = limits;
    this.#connections = connections;
  }

  /**
   * The line to an origin; requests that come together share the attempt to connect.
   *
   * @throws what connecting throws
   */
  to(origin: string): Promise<Line> {
    let line = this.#lines.get(origin);
    if (line === undefined) {
      line = this.#open(origin);
      this.#lines.set(origin, line);
      // A connection that could not be made is tried again by the next request.
      line.catch(() => this.#lines.delete(origin));
    }
    return line;
  }

  /** From now on one connection to this origin: it closes those that come beside another. */
  async narrow(origin: string): Promise<void> {
    const line = await this.to(origin);
    if (line.httpVersion === '2' || line.slots.concurrency === 1) return;
    const wide = line.dispatcher;
    // Requests that wait for a slot find the one connection when their turn comes.
    line.dispatcher = new Client(origin, { ...DISPATCH, connect: this.#connections.connect });
    line.slots.concurrency = 1;
    // What is under way there may end; connections that nobody uses are closed at once.
    void wide.close();
  }

  async close(): Promise<void> {
    this.#connections.close();
    const lines = await Promise.allSettled(this.#lines.values());
    this.#lines.clear();
    await Promise.all(lines.map((line) => line.status === 'fulfilled' && line.value.dispatcher.destroy()));
  }

  /**
   * The first connection tells by ALPN (RFC 7301) what the server speaks: HTTP/2 keeps that one connection for
   * everything, HTTP/1.1 grows to a pool around it.
   */
  async #open(origin: string): Promise<Line> {
    const { perOrigin, streams } = this.#limits;
    const first = await this.#connections.first(new URL(origin));
    const connect = adopt(first, this.#connections.connect);
    if ('alpnProtocol' in first && first.alpnProtocol === 'h2') {
      const dispatcher = new Client(origin, {
        ...DISPATCH,
        allowH2: true,
        pipelining: streams,
        h2Options: { maxConcurrentStreams: streams },
        connect,
      });
      return { dispatcher, httpVersion: '2', slots: pLimit(streams) };
    }
    const dispatcher = new Pool(origin, { ...DISPATCH, connections: perOrigin, connect });
    return { dispatcher, httpVersion: '1.1', slots: pLimit(perOrigin) };
  }
}

/** A connector that hands out the connection that is already there once, then makes new ones. */
function adopt(first: Connection, connect: Connect): Connect {
  let unused: Connection | undefined = first;
  return (options, callback) => {
    const socket = unused;
    unused = undefined;
    if (socket === undefined || socket.destroyed) connect(options, callback);
    // Not at once: undici passes over requests while it is still asking for the connection.
    else queueMicrotask(() => callback(null, socket));
  };
}
