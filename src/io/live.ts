/** The live `Io`: undici over guarded, pinned connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { Client, type Dispatcher, Pool } from 'undici';
import type { Limits } from '../limits.ts';
import { BodyReader } from './body.ts';
import { type Connect, guardedConnector } from './connect.ts';
import { askResolver } from './doh.ts';
import { connectFailure, describeFailure } from './failure.ts';
import { Guard, type NetworkPolicy } from './guard.ts';
import type { DnsQuestion, DnsReply, Exchange, HeaderList, HttpAnswer, HttpRequest, Io } from './io.ts';

export interface LiveOptions {
  readonly limits: Limits;
  readonly network: NetworkPolicy;
  /** The host that is audited, as in `URL.hostname`; what the `auto` policy is judged by. */
  readonly targetHost: string;
  /** DNS-over-HTTPS resolver (RFC 8484), an absolute URL. */
  readonly resolver: string;
  /** More certificates to trust, PEM. The machine's own are trusted anyway. */
  readonly ca?: string[];
}

/** One origin's connections and the requests that may be under way on them. */
interface Line {
  readonly dispatcher: Dispatcher;
  readonly httpVersion: '1.1' | '2';
  readonly slots: LimitFunction;
}

/** Makes the `Io` that asks real servers. One audit uses one of them; `close` frees its connections. */
export function liveIo(options: LiveOptions): Io {
  return new LiveIo(options);
}

class LiveIo implements Io {
  readonly #options: LiveOptions;
  readonly #connect: Connect;
  readonly #lines = new Map<string, Promise<Line>>();
  readonly #bodies: BodyReader;
  #sent = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    const guard = new Guard(options.network, options.targetHost);
    this.#connect = guardedConnector(guard, options.limits.requestMs, options.ca);
    this.#bodies = new BodyReader(options.limits.bodyBytes, options.limits.auditBytes);
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    if (signal.aborted) return { request, failure: describeFailure(undefined, 'deadline') };
    if (++this.#sent > this.#options.limits.requests) {
      return { request, failure: describeFailure(undefined, 'budget') };
    }
    const { origin } = new URL(request.url);
    let line: Line;
    try {
      line = await untilAborted(this.#lineTo(origin), signal);
    } catch (error) {
      return {
        request,
        failure: signal.aborted ? describeFailure(undefined, 'deadline') : connectFailure(error),
      };
    }
    return line.slots(() => this.#exchange(request, line, signal));
  }

  dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
    return askResolver(this.#options.resolver, question, this.#options.limits.requestMs, signal);
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  now(): Date {
    return new Date();
  }

  async close(): Promise<void> {
    const lines = await Promise.allSettled(this.#lines.values());
    this.#lines.clear();
    await Promise.all(lines.map((line) => line.status === 'fulfilled' && line.value.dispatcher.destroy()));
  }

  #lineTo(origin: string): Promise<Line> {
    let line = this.#lines.get(origin);
    if (line === undefined) {
      line = origin.startsWith('https:')
        ? this.#secureLine(origin)
        : Promise.resolve(this.#plainLine(origin));
      this.#lines.set(origin, line);
      // A connection that could not be made is tried again by the next request.
      line.catch(() => this.#lines.delete(origin));
    }
    return line;
  }

  #plainLine(origin: string): Line {
    const { perOrigin } = this.#options.limits;
    const dispatcher = new Pool(origin, { ...QUIET, connections: perOrigin, connect: this.#connect });
    return { dispatcher, httpVersion: '1.1', slots: pLimit(perOrigin) };
  }

  /**
   * The first connection tells by ALPN (RFC 7301) what the server speaks: HTTP/2 keeps that one connection for
   * everything, HTTP/1.1 grows to a pool around it.
   */
  async #secureLine(origin: string): Promise<Line> {
    const { perOrigin, streams } = this.#options.limits;
    const url = new URL(origin);
    const first = await new Promise<Parameters<typeof adopt>[0]>((resolve, reject) => {
      this.#connect(
        { hostname: url.hostname, host: url.host, protocol: url.protocol, port: url.port, servername: '' },
        (error, socket) => (error === null ? resolve(socket) : reject(error)),
      );
    });
    const connect = adopt(first, this.#connect);
    if ('alpnProtocol' in first && first.alpnProtocol === 'h2') {
      const dispatcher = new Client(origin, {
        ...QUIET,
        allowH2: true,
        pipelining: streams,
        h2Options: { maxConcurrentStreams: streams },
        connect,
      });
      return { dispatcher, httpVersion: '2', slots: pLimit(streams) };
    }
    const dispatcher = new Pool(origin, { ...QUIET, connections: perOrigin, connect });
    return { dispatcher, httpVersion: '1.1', slots: pLimit(perOrigin) };
  }

  async #exchange(request: HttpRequest, line: Line, signal: AbortSignal): Promise<Exchange> {
    if (signal.aborted) return { request, failure: describeFailure(undefined, 'deadline') };
    const started = performance.now();
    const abort = new AbortController();
    const stop = () => abort.abort();
    const timeoutMs = Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, this.#options.limits.requestMs);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    let partial: { status: number; headers: HeaderList } | undefined;
    try {
      const url = new URL(request.url);
      const response = await line.dispatcher.request({
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ?? null,
        signal: abort.signal,
        responseHeaders: 'raw',
      });
      const headers = pairs(response.headers as unknown as string[]);
      partial = { status: response.statusCode, headers };
      const { bytes, truncated } = await this.#bodies.read(response.body, headers, request.enough);
      const answer: HttpAnswer = {
        status: response.statusCode,
        httpVersion: line.httpVersion,
        headers,
        body: bytes,
        truncated,
        ms: Math.round(performance.now() - started),
      };
      return { request, answer };
    } catch (error) {
      const cause = signal.aborted ? 'deadline' : timedOut ? 'timeout' : undefined;
      return {
        request,
        failure: describeFailure(cause === 'deadline' ? undefined : error, cause, { timeoutMs, partial }),
      };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
}

/** The audit has timers of its own: undici's are off, and its limits on headers stay. */
const QUIET = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 10_000 } as const;

/** A connector that hands out the connection that is already there once, then makes new ones. */
function adopt(first: Parameters<Parameters<Connect>[1]>[1] & object, connect: Connect): Connect {
  let unused: typeof first | undefined = first;
  return (options, callback) => {
    const socket = unused;
    unused = undefined;
    if (socket === undefined || socket.destroyed) connect(options, callback);
    else callback(null, socket);
  };
}

function pairs(raw: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([String(raw[i]).toLowerCase(), String(raw[i + 1])]);
  return list;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
