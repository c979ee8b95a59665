/** Sends requests to real servers with undici. Connects only to addresses that `AddressGuard` permits. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { HeaderList } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import { isPublicName } from '../target.ts';
import { AddressGuard, type NetworkPolicy } from './address-guard.ts';
import { BodyReader } from './body.ts';
import { Connections, type Lookup } from './connect.ts';
import { ConnectionPools, type OriginPool } from './connection-pools.ts';
import { askResolver } from './doh.ts';
import { eraseFromBody, eraseFromFields, eraseTokens, spellingsOf } from './erase.ts';
import { asksForHttp1, connectFailure, describeFailure, isForNode } from './failure.ts';
import type { DnsQuestion, DnsReply, Exchange, HttpAnswer, HttpFailure, HttpRequest, Io } from './io.ts';
import { askThroughNode, type OutgoingRequest } from './node-client.ts';
import { type HeadersOfOrigin, OwnHeaders } from './own-headers.ts';
import { type Proxies, ProxyFailure } from './proxy.ts';
import type { Sign } from './signing.ts';

export interface LiveOptions {
  readonly limits: Limits;
  readonly network: NetworkPolicy;
  /** The `hostname` of the target's URL. The network policy `auto` depends on it. */
  readonly targetHost: string;
  /** The absolute URL of the DNS-over-HTTPS resolver (RFC 8484). If it is missing, no DNS query is sent. */
  readonly resolver?: string | undefined;
  /** Certificates to trust in addition to the machine's own, in PEM. */
  readonly ca?: readonly string[] | undefined;
  /** Replaces the system's resolver for host names. */
  readonly lookup?: Lookup | undefined;
  /** Signs requests that have the auditor's own User-Agent. */
  readonly sign?: Sign | undefined;
  readonly headers?: HeadersOfOrigin | undefined;
  readonly proxies?: Proxies | undefined;
}

/** The maximum number of requests per audit that are resent after a connection error. */
const MAX_RESENDS = 10;
/** After this many retries on new connections have succeeded, every request to the origin gets a new connection. */
const MAX_RENEWED = 3;
/** After these statuses, a request with any method is retried on a new connection (RFC 9110 sections 15.5.9 and 15.5.20). */
const OF_CONNECTION: ReadonlySet<number> = new Set([408, 421]);
/** If an HTTP/2 response has more headers than this, only Node's client is used for the origin. undici reads at most 127. */
const MANY_FIELDS = 100;

/** The maximum number of body bytes that undici buffers. One-byte chunks take 100 bytes of memory each. */
const BUFFERED = 1 * 1024;

/** Returns the `Io` of one audit, which sends requests to real servers. `close` frees its connections. */
export function liveIo(options: LiveOptions): Io {
  return new LiveIo(options);
}

/** Remedies for a failed request: a new connection, HTTP/1.1, or Node's own client, which accepts more than undici does. */
type Remedy = 'new connection' | 'node' | 'HTTP/1.1';

interface Attempt {
  readonly exchange: Exchange;
  readonly remedy?: Remedy | undefined;
}

class LiveIo implements Io {
  readonly #options: LiveOptions;
  readonly #guard: AddressGuard;
  readonly #pools: ConnectionPools;
  readonly #bodies: BodyReader;
  /** The connections to the DNS resolver. The guard does not check them, because the operator has configured the resolver. */
  readonly #resolver: Agent;
  readonly #signatures: Signatures;
  readonly #ownHeaders: OwnHeaders;
  #sent = 0;
  #resent = 0;
  #closed = false;

  constructor(options: LiveOptions) {
    const { limits, network, targetHost, ca, lookup, proxies } = options;
    this.#options = options;
    // Only a private host name allows private addresses. A public name that resolves to a private address may be an attack.
    const policy = network === 'auto' && isPublicName(targetHost) ? 'public' : network;
    this.#guard = new AddressGuard(policy, targetHost);
    const connections = new Connections(this.#guard, { timeoutMs: limits.requestMs, ca, lookup, proxies });
    this.#resolver = new Agent({ connections: 8, ...throughProxy(options) });
    this.#pools = new ConnectionPools(limits, connections);
    this.#bodies = new BodyReader(limits.bodyBytes, limits.auditBytes);
    this.#signatures = new Signatures(options.sign);
    this.#ownHeaders = new OwnHeaders(options.headers);
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<Exchange> {
    const { origin } = new URL(request.url);
    let attempt = await this.#attempt(request, signal);
    // Retries the request, with each remedy at most once.
    for (const tried = new Set<Remedy>(); attempt.remedy !== undefined; ) {
      const { exchange, remedy } = attempt;
      if (remedy === 'HTTP/1.1') await this.#pools.useHttp1(origin).catch(() => undefined);
      if (request.once === true) return exchange;
      if (tried.has(remedy)) {
        const isClosed = exchange.failure?.reason === 'reset';
        if (isClosed) await this.#pools.narrow(origin).catch(() => undefined);
        return exchange;
      }
      if (remedy === 'new connection' && this.#resent++ >= MAX_RESENDS) return exchange;
      tried.add(remedy);
      attempt = await this.#attempt(request, signal, remedy);
    }
    return attempt.exchange;
  }

  async dns(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
    const { resolver, limits } = this.#options;
    if (resolver === undefined) return { question, failure: 'no DNS resolver is configured' };
    if (this.#guard.isPrivate(question.name) && isPublicName(new URL(resolver).hostname)) {
      return { question, failure: 'private names are not sent to a public resolver', unasked: true };
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

  async #attempt(request: HttpRequest, signal: AbortSignal, remedy?: Remedy): Promise<Attempt> {
    const ended = (): Attempt => ({ exchange: { request, failure: describeFailure(undefined, 'deadline') } });
    if (signal.aborted || this.#closed) return ended();
    if (++this.#sent > this.#options.limits.requests) {
      return { exchange: { request, failure: describeFailure(undefined, 'budget') } };
    }
    const { origin, protocol } = new URL(request.url);
    let pool: OriginPool;
    try {
      pool = await untilAborted(this.#pools.to(origin), signal);
    } catch (error) {
      if (signal.aborted || this.#closed) return ended();
      const { requestMs: timeoutMs } = this.#options.limits;
      const failure = connectFailure(error, { secure: protocol === 'https:', timeoutMs });
      return { exchange: { request, failure } };
    }
    return pool.slots(() => (signal.aborted ? ended() : this.#exchange(request, pool, signal, remedy)));
  }

  async #exchange(
    request: HttpRequest,
    pool: OriginPool,
    signal: AbortSignal,
    remedy: Remedy | undefined,
  ): Promise<Attempt> {
    const { httpVersion } = pool;
    const isRead = remedy === 'node' || pool.isForNode === true;
    const isAnew = isRead || remedy === 'new connection' || pool.renewed >= MAX_RENEWED;
    const signature = await this.#signatures.of(request);
    const ownHeaders = this.#ownHeaders.of(request);
    const sent = [...this.#ownHeaders.sent(request), ...signature, ...ownHeaders];
    const secrets = [...secretsOfSignature(signature), ...this.#ownHeaders.needles];
    const started = performance.now();
    const timeoutMs = Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, this.#options.limits.requestMs);
    const timeout = AbortSignal.timeout(timeoutMs);
    const stop = AbortSignal.any([signal, timeout]);
    let partial: { status: number; headers: HeaderList } | undefined;
    try {
      const message = messageOf(request, pool, sent);
      const response = isAnew
        ? await askThroughNode(pool.through?.proxy.url ?? new URL(request.url), pool.connect, message, {
            folded: isRead,
            signal: stop,
          })
        : await ask(pool, message, stop);
      const { statusCode: status, body } = response;
      if (pool.through !== undefined && status === 407) {
        body.on('error', () => undefined).destroy();
        throw ProxyFailure.answered(status);
      }
      const fields = eraseFromFields(pairs(response.headers as unknown as string[]), secrets);
      const { fields: headers, needles } =
        ownHeaders.length > 0 ? this.#ownHeaders.received(fields) : { fields, needles: [] };
      partial = { status, headers };
      const { bytes, truncated } = await this.#bodies.read(body, headers, request.enough);
      eraseFromBody(bytes, [...secrets, ...needles], truncated);
      if (ownHeaders.length > 0) eraseTokens(bytes);
      const ms = Math.round(performance.now() - started);
      if (isRead && (httpVersion === '1.1' || headers.length > MANY_FIELDS)) pool.isForNode = true;
      if (remedy === 'new connection' && httpVersion === '1.1' && !OF_CONNECTION.has(status)) pool.renewed++;
      const answer: HttpAnswer = { ...partial, httpVersion, body: bytes, truncated, ms };
      return {
        exchange: { request, answer },
        remedy: OF_CONNECTION.has(status) ? 'new connection' : undefined,
      };
    } catch (error) {
      if (signal.aborted || this.#closed) {
        return { exchange: { request, failure: describeFailure(undefined, 'deadline', { partial }) } };
      }
      const known = timeout.aborted ? 'timeout' : undefined;
      const failure = describeFailure(error, known, { timeoutMs, partial });
      return { exchange: { request, failure }, remedy: remedyFor(request, failure, error) };
    }
  }
}

/** Returns the undici options that connect to the DNS resolver through the caller's proxy; empty without a proxy. */
function throughProxy({ limits, targetHost, proxies }: LiveOptions): Pick<Agent.Options, 'connect'> {
  if (proxies === undefined) return {};
  const guard = new AddressGuard('any', targetHost);
  return { connect: new Connections(guard, { timeoutMs: limits.requestMs, proxies, http1: true }).connect };
}

/** Returns how to retry a failed request; `undefined` if a retry cannot help. */
function remedyFor(
  { method }: HttpRequest,
  { reason, partial }: HttpFailure,
  error: unknown,
): Remedy | undefined {
  if (partial !== undefined) return undefined;
  if (asksForHttp1(error)) return 'HTTP/1.1';
  if (isForNode(error)) return 'node';
  // A server may close a connection just as a request arrives. Clients then resend safe requests (RFC 9110 section 9.2.2).
  return method === 'GET' && reason === 'reset' ? 'new connection' : undefined;
}

/** Returns the request in the form that is sent. A proxy receives the whole URL as the path (RFC 9112 section 3.2.2). */
function messageOf(request: HttpRequest, { through }: OriginPool, sent: HeaderList): OutgoingRequest {
  const { origin, host, pathname, search } = new URL(request.url);
  const forProxy: HeaderList = through === undefined ? [] : [['host', host], ...through.proxy.headers];
  return {
    method: request.method,
    path: `${through === undefined ? '' : origin}${pathname}${search}`,
    headers: [...forProxy, ...sent],
    body: request.body,
  };
}

/** Sends a request. Also rejects if `signal` aborts before the connection is open, which undici does not notice. */
function ask(
  { dispatcher }: OriginPool,
  { method, path, headers, body }: OutgoingRequest,
  signal: AbortSignal,
) {
  const response = dispatcher.request({
    path,
    method,
    headers: headers.flat(),
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
    highWaterMark: BUFFERED,
  });
  return untilAborted(response, signal);
}

/** Returns headers from a list of alternating names and values. Each character of a value is one byte. */
function pairs(raw: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = String(raw[i]).toLowerCase();
    list.push([name, percentEncoded(name, String(raw[i + 1]))]);
  }
  return list;
}

/** Headers that contain URLs, with a pattern that matches the URLs. */
const URLS: ReadonlyMap<string, RegExp> = new Map([
  ['location', /^.*$/s],
  ['link', /<[^<>]*>/g],
]);

/** Percent-encodes non-ASCII bytes in a header's URLs, whatever their encoding (RFC 3986 section 2.5). */
function percentEncoded(name: string, value: string): string {
  const urls = URLS.get(name);
  if (urls === undefined) return value;
  return value.replace(urls, (url) =>
    url.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  );
}

const NONE: HeaderList = [];

/** The signatures of one audit. Recordings and evidence omit them, because anyone could use them until they expire. */
class Signatures {
  readonly #sign: Sign | undefined;
  readonly #headersByHost = new Map<string, Promise<HeaderList>>();

  /** Creates the signatures of one audit. Without `sign`, requests are not signed. */
  constructor(sign: Sign | undefined) {
    this.#sign = sign;
  }

  /** Returns the signature headers; empty for http URLs and for requests without the auditor's own User-Agent. */
  async of({ url, isOwn }: HttpRequest): Promise<HeaderList> {
    const { protocol, host } = new URL(url);
    if (this.#sign === undefined || isOwn !== true || protocol !== 'https:') return NONE;
    // If signing fails, the audit continues without a signature.
    const signed = this.#headersByHost.get(host) ?? this.#sign(host).catch(() => NONE);
    this.#headersByHost.set(host, signed);
    return signed;
  }
}

/** Returns the forms in which a response may echo a signature. Its header has the signature between two colons (RFC 8941). */
function secretsOfSignature(signature: HeaderList): readonly string[] {
  const value = signature.find(([name]) => name === 'signature')?.[1];
  const secret = value === undefined ? undefined : /:([^:]+):/.exec(value)?.[1];
  return secret === undefined ? [] : spellingsOf(secret);
}
