/** The live `Io`: undici over guarded, pinned connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Limits } from '../limits.ts';
import type { HeaderList } from '../parse/headers.ts';
import { isPublicName } from '../target.ts';
import { Timer, untilAborted } from './abort.ts';
import { BodyReader } from './body.ts';
import { Connections, type Lookup } from './connect.ts';
import { ConnectionPools, type OriginPool } from './connection-pools.ts';
import { askResolver } from './doh.ts';
import { eraseFromBody, eraseFromFields, eraseTokens } from './erase.ts';
import { connectFailure, describeFailure } from './failure.ts';
import { AddressGuard, type NetworkPolicy } from './guard.ts';
import type { DnsQuestion, DnsReply, Exchange, HttpRequest, Io } from './io.ts';
import { type HeadersOfOrigin, OwnHeaders } from './own-headers.ts';
import { type Proxies, ProxyFailure } from './proxy.ts';
import { Signatures, secretsOfSignature } from './signatures.ts';
import type { Sign } from './signing.ts';

export interface LiveOptions {
  readonly limits: Limits;
  readonly network: NetworkPolicy;
  /** The host that is audited, as in `URL.hostname`; what the `auto` policy is judged by. */
  readonly targetHost: string;
  /** DNS-over-HTTPS resolver (RFC 8484), an absolute URL; left out where none may be asked. */
  readonly resolver?: string | undefined;
  /** More certificates to trust, PEM. The machine's own are trusted anyway. */
  readonly ca?: readonly string[] | undefined;
  /** In place of the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** Signs what goes out under the auditor's own name. */
  readonly sign?: Sign | undefined;
  /** Headers of the caller's own. */
  readonly headers?: HeadersOfOrigin | undefined;
  /** Of the caller's network. */
  readonly proxies?: Proxies | undefined;
}

/** Requests that may be sent again in one audit because their connection was closed before any answer. */
const MAX_RESENDS = 10;

/** Bytes of a body that may wait to be read. A server may send them in chunks of one byte, which take a hundred each. */
const BUFFERED = 1 * 1024;

/** Makes the `Io` that asks real servers. One audit uses one of them; `close` frees its connections. */
export function liveIo(options: LiveOptions): Io {
  return new LiveIo(options);
}

class LiveIo implements Io {
  readonly #options: LiveOptions;
  readonly #guard: AddressGuard;
  readonly #pools: ConnectionPools;
  readonly #bodies: BodyReader;
  /** The operator's resolver is asked over connections of its own, which the guard does not judge. */
  readonly #resolver: Agent;
  readonly #signatures: Signatures;
  readonly #own: OwnHeaders;
  #sent = 0;
  #resent = 0;
  #closed = false;

  constructor(options: LiveOptions) {
    const { limits, network, targetHost, ca, lookup, proxies } = options;
    this.#options = options;
    // Only what the name itself says opens a private network: a public name that leads there may be somebody's trick.
    const policy = network === 'auto' && isPublicName(targetHost) ? 'public' : network;
    this.#guard = new AddressGuard(policy, targetHost);
    const connections = new Connections(this.#guard, { timeoutMs: limits.requestMs, ca, lookup, proxies });
    this.#resolver = new Agent({ connections: 8, ...throughProxy(options) });
    this.#pools = new ConnectionPools(limits, connections);
    this.#bodies = new BodyReader(limits.bodyBytes, limits.auditBytes);
    this.#signatures = new Signatures(options.sign);
    this.#own = new OwnHeaders(options.headers);
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const exchange = await this.#attempt(request, signal);
    if (!wasNotHeard(exchange) || this.#resent >= MAX_RESENDS) return exchange;
    this.#resent++;
    const again = await this.#attempt(request, signal);
    if (wasNotHeard(again)) await this.#pools.narrow(new URL(request.url).origin).catch(() => undefined);
    return again;
  }

  async dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
    const { resolver, limits } = this.#options;
    if (resolver === undefined) return { question, failure: 'no resolver may be asked' };
    if (this.#guard.isPrivate(question.name) && isPublicName(new URL(resolver).hostname)) {
      return { question, failure: 'a public resolver is not asked for a private name', unasked: true };
    }
    return askResolver(resolver, question, limits.requestMs, signal, this.#resolver);
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  }

  now(): Date {
    return new Date();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#pools.close(), this.#resolver.destroy()]);
  }

  async #attempt(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const ended = (): Exchange => ({ request, failure: describeFailure(undefined, 'deadline') });
    if (signal.aborted || this.#closed) return ended();
    if (++this.#sent > this.#options.limits.requests) {
      return { request, failure: describeFailure(undefined, 'budget') };
    }
    const { origin, protocol } = new URL(request.url);
    let pool: OriginPool;
    try {
      pool = await untilAborted(this.#pools.to(origin), signal);
    } catch (error) {
      if (signal.aborted || this.#closed) return ended();
      const { requestMs: timeoutMs } = this.#options.limits;
      return { request, failure: connectFailure(error, { secure: protocol === 'https:', timeoutMs }) };
    }
    return pool.slots(() => (signal.aborted ? ended() : this.#exchange(request, pool, signal)));
  }

  async #exchange(request: HttpRequest, pool: OriginPool, signal: AbortSignal): Promise<Exchange> {
    const signature = await this.#signatures.of(request);
    const own = this.#own.of(request);
    const sent = [...this.#own.sent(request), ...signature, ...own];
    const secrets = [...secretsOfSignature(signature), ...this.#own.needles];
    const started = performance.now();
    const timeoutMs = Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, this.#options.limits.requestMs);
    using timer = new Timer(timeoutMs, signal);
    let partial: { status: number; headers: HeaderList } | undefined;
    try {
      const response = await ask(pool, request, sent, timer.signal);
      const { statusCode: status, body } = response;
      if (pool.through !== undefined && status === 407) {
        body.on('error', () => undefined).destroy();
        throw ProxyFailure.answered(status);
      }
      const fields = eraseFromFields(pairs(response.headers as unknown as string[]), secrets);
      const { fields: headers, needles } =
        own.length > 0 ? this.#own.received(fields) : { fields, needles: [] };
      partial = { status, headers };
      const { bytes, truncated } = await this.#bodies.read(body, headers, request.enough);
      eraseFromBody(bytes, [...secrets, ...needles], truncated);
      if (own.length > 0) eraseTokens(bytes);
      const ms = Math.round(performance.now() - started);
      return { request, answer: { ...partial, httpVersion: pool.httpVersion, body: bytes, truncated, ms } };
    } catch (error) {
      if (signal.aborted || this.#closed) {
        return { request, failure: describeFailure(undefined, 'deadline', { partial }) };
      }
      const known = timer.passed ? 'timeout' : undefined;
      return { request, failure: describeFailure(error, known, { timeoutMs, partial }) };
    }
  }
}

/** How the resolver is connected to where the caller's network has a proxy. */
function throughProxy({ limits, targetHost, proxies }: LiveOptions): Pick<Agent.Options, 'connect'> {
  if (proxies === undefined) return {};
  const guard = new AddressGuard('any', targetHost);
  return { connect: new Connections(guard, { timeoutMs: limits.requestMs, proxies, http1: true }).connect };
}

/**
 * A connection may close at the moment when the next request is sent on it. Clients then send a request that changes
 * nothing once more (RFC 9110 section 9.2.2).
 */
function wasNotHeard({ request, failure }: Exchange): boolean {
  if (request.method !== 'GET' || request.once === true) return false;
  return failure?.reason === 'reset' && failure.partial === undefined;
}

/** Sends a request. undici obeys the signal only once it has a connection; here the signal ends the wait for one, too. */
function ask(
  { dispatcher, through }: OriginPool,
  request: HttpRequest,
  headers: HeaderList,
  signal: AbortSignal,
) {
  const { origin, host, pathname, search } = new URL(request.url);
  // A proxy is told the whole address (RFC 9112 section 3.2.2).
  const forProxy: HeaderList = through === undefined ? [] : [['host', host], ...through.proxy.headers];
  const response = dispatcher.request({
    path: `${through === undefined ? '' : origin}${pathname}${search}`,
    method: request.method,
    headers: [...forProxy, ...headers].flat(),
    body: request.body ?? null,
    signal,
    responseHeaders: 'raw',
    highWaterMark: BUFFERED,
  });
  return untilAborted(response, signal);
}

function pairs(raw: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([String(raw[i]).toLowerCase(), String(raw[i + 1])]);
  return list;
}
