/**
 * What the probes ask with: one request is made once and shared, redirects are followed, a short Retry-After is
 * honoured once, and every way of getting no answer has its name.
 */
import type {
  DnsQuestion,
  DnsReply,
  Exchange,
  FailureReason,
  HeaderList,
  HttpAnswer,
  HttpRequest,
  Io,
} from '../io/io.ts';
import { headerOf } from '../io/io.ts';
import type { Limits } from '../limits.ts';
import { challengeMark } from '../parse/challenge.ts';
import { type MediaType, parseMediaType } from '../parse/media-type.ts';
import { decodeText } from '../parse/text.ts';

/** A redirect that was followed. */
export interface Hop {
  readonly url: string;
  readonly status: number;
}

/** The final answer to a request, after redirects. */
export interface Answer {
  /** The URL that was asked first. */
  readonly asked: string;
  /** The redirects on the way, in order; empty when `url` is `asked`. */
  readonly hops: readonly Hop[];
  /** The URL that answered. */
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderList;
  readonly type: MediaType | undefined;
  /** The decompressed body, up to the limit. */
  readonly body: Uint8Array;
  /** The body as text, in its charset. */
  readonly text: string;
  readonly truncated: boolean;
  /** Redirects were not followed to an end: more than the limit, or a Location that is no URL. */
  readonly lost?: string;
}

/** What became of a request. `cut` is the audit's own doing (deadline, number of requests), the rest is the network's. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'blocked'; readonly answer: Answer; readonly mark: string }
  | {
      readonly kind: 'failed';
      readonly asked: string;
      readonly reason: FailureReason;
      readonly message: string;
      readonly status?: number;
    }
  | { readonly kind: 'cut'; readonly asked: string; readonly message: string };

export interface RequestOptions {
  readonly method?: HttpRequest['method'];
  readonly accept?: string;
  readonly userAgent?: string;
  /** Further header fields, names in lower case. */
  readonly headers?: HeaderList;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly enough?: (text: string) => boolean;
  /** `false`: the redirect itself is the answer. Default: GET follows, other methods do not. */
  readonly follow?: boolean;
}

/** The mark of a plain 429: the site's own limit, not bot protection. */
export const RATE_LIMITED = 'rate limited';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CUT: ReadonlySet<FailureReason> = new Set(['deadline', 'budget', 'unrecorded']);

/** A request that was made, perhaps for more than one probe. */
export interface Asked {
  readonly reply: Promise<Reply>;
  /** What was sent and came back for it, redirects and a second try included; kept only where the audit is traced. */
  readonly exchanges: readonly Exchange[];
}

/** What a probe asks with. */
export type ProbeClient = Pick<Client, 'request' | 'atEnd' | 'dns'>;

export class Client {
  readonly #io: Io;
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #userAgent: string;
  readonly #allowUrl: (url: URL) => boolean;
  readonly #traced: boolean;
  readonly #asked = new Map<string, Asked>();
  /** One pause an origin: whoever is told to slow down waits for the same one. */
  readonly #pauses = new Map<string, Promise<void>>();
  readonly #paused = new Set<string>();
  readonly #farewells: (() => Promise<unknown>)[] = [];

  /**
   * @param userAgent what the auditor calls itself
   * @param allowUrl whether a URL may be asked, judged by its form (the guard judges addresses): sites name URLs too
   * @param traced keeps all exchanges, those of redirects included, to the end of the audit
   */
  constructor(options: {
    io: Io;
    limits: Limits;
    signal: AbortSignal;
    userAgent: string;
    allowUrl?: (url: URL) => boolean;
    traced?: boolean;
  }) {
    this.#io = options.io;
    this.#limits = options.limits;
    this.#signal = options.signal;
    this.#userAgent = options.userAgent;
    this.#allowUrl = options.allowUrl ?? (() => true);
    this.#traced = options.traced ?? false;
  }

  /** Sends a request (GET unless the options say otherwise); the same request is made once and its reply shared. */
  request(url: string | URL, options: RequestOptions = {}): Promise<Reply> {
    return this.ask(url, options).reply;
  }

  /** Does what `request` does, and gives with it what was exchanged. */
  ask(url: string | URL, options: RequestOptions = {}): Asked {
    const request = this.#build(String(url), options);
    const key = JSON.stringify([
      request.method,
      request.url,
      request.headers,
      request.body ?? null,
      options.follow ?? null,
    ]);
    let asked = this.#asked.get(key);
    if (asked === undefined) {
      const exchanges: Exchange[] = [];
      const reply = this.#follow(request, options.follow ?? request.method === 'GET', exchanges);
      asked = { reply, exchanges };
      this.#asked.set(key, asked);
      // Whoever waits for it learns of a fault; that nobody waits must not end the process.
      reply.catch(() => undefined);
    }
    return asked;
  }

  /** Plans a request for when the audit has seen everything, to leave nothing open on the server. */
  atEnd(url: string, options: RequestOptions): void {
    this.#farewells.push(() => this.request(url, options));
  }

  /** Sends what `atEnd` planned. */
  async end(): Promise<void> {
    await Promise.all(this.#farewells.map((send) => send()));
  }

  dns(question: DnsQuestion): Promise<DnsReply> {
    return this.#io.dns(question, this.#signal);
  }

  #build(url: string, options: RequestOptions): HttpRequest {
    const target = new URL(url);
    target.hash = '';
    return {
      method: options.method ?? 'GET',
      url: target.href,
      headers: [
        ['accept', options.accept ?? '*/*'],
        ['accept-encoding', 'gzip, deflate, br'],
        ['user-agent', options.userAgent ?? this.#userAgent],
        ...(options.headers ?? []),
      ],
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.enough === undefined ? {} : { enough: options.enough }),
    };
  }

  async #follow(first: HttpRequest, follow: boolean, exchanges: Exchange[]): Promise<Reply> {
    const hops: Hop[] = [];
    let request = first;
    for (;;) {
      const { origin } = new URL(request.url);
      if (!this.#allowUrl(new URL(request.url))) {
        const message = `${hops.length === 0 ? '' : 'redirected to '}${origin}, which is not a public site`;
        return { kind: 'failed', asked: first.url, reason: 'forbidden', message };
      }
      const { answer, failure } = await this.#sendPatiently(request, exchanges);
      if (failure !== undefined) {
        const { reason, message, partial } = failure;
        if (CUT.has(reason)) return { kind: 'cut', asked: first.url, message };
        const where = hops.length === 0 ? message : `redirected to ${request.url}: ${message}`;
        const status = partial === undefined ? {} : { status: partial.status };
        return { kind: 'failed', asked: first.url, reason, message: where, ...status };
      }
      const location =
        follow && REDIRECTS.has(answer.status) ? headerOf(answer.headers, 'location') : undefined;
      if (location === undefined) return settle(first, request, hops, answer);
      const next = resolveRedirect(location, request.url);
      if (next === undefined)
        return settle(first, request, hops, answer, 'its Location is not an http(s) URL');
      if (next.href === request.url || hops.some((hop) => hop.url === next.href)) {
        return settle(first, request, hops, answer, 'redirects in a circle');
      }
      if (hops.length >= this.#limits.redirects) {
        return settle(first, request, hops, answer, `more than ${this.#limits.redirects} redirects`);
      }
      hops.push({ url: request.url, status: answer.status });
      request = { ...request, url: next.href };
    }
  }

  /** Sends; a 429 or 503 with a short Retry-After is waited for, once an origin and once a request. */
  async #sendPatiently(request: HttpRequest, exchanges: Exchange[]): Promise<Exchange> {
    const { origin } = new URL(request.url);
    await this.#pauses.get(origin);
    const exchange = await this.#send(request, exchanges);
    if (exchange.answer === undefined) return exchange;
    const delay = retryAfterMs(exchange.answer);
    if (delay === undefined || delay > this.#limits.retryAfterMs) return exchange;
    let pause = this.#pauses.get(origin);
    if (pause === undefined) {
      if (this.#paused.has(origin)) return exchange;
      this.#paused.add(origin);
      pause = this.#io.wait(delay, this.#signal).then(() => void this.#pauses.delete(origin));
      this.#pauses.set(origin, pause);
    }
    await pause;
    return this.#send(request, exchanges);
  }

  async #send(request: HttpRequest, exchanges: Exchange[]): Promise<Exchange> {
    const exchange = await this.#io.send(request, this.#signal);
    if (this.#traced) exchanges.push(exchange);
    return exchange;
  }
}

/** The wait that a 429 or 503 asks for, in milliseconds (RFC 9110 section 10.2.3, the form in seconds). */
function retryAfterMs(answer: HttpAnswer): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const value = headerOf(answer.headers, 'retry-after')?.trim();
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

function resolveRedirect(location: string, base: string): URL | undefined {
  try {
    const url = new URL(location, base);
    url.hash = '';
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
  } catch {
    return undefined;
  }
}

function settle(
  first: HttpRequest,
  last: HttpRequest,
  hops: readonly Hop[],
  http: HttpAnswer,
  lost?: string,
): Reply {
  const contentType = headerOf(http.headers, 'content-type');
  // Held weakly: the text of a large body is made again rather than kept through the audit beside its bytes.
  let read: WeakRef<{ text: string }> | undefined;
  const answer: Answer = {
    asked: first.url,
    hops,
    url: last.url,
    status: http.status,
    headers: http.headers,
    type: parseMediaType(contentType),
    body: http.body,
    get text() {
      const kept = read?.deref() ?? { text: decodeText(http.body, contentType) };
      if (read?.deref() === undefined) read = new WeakRef(kept);
      return kept.text;
    },
    truncated: http.truncated,
    ...(lost === undefined ? {} : { lost }),
  };
  const mark = challengeMark(answer) ?? (answer.status === 429 ? RATE_LIMITED : undefined);
  return mark === undefined ? { kind: 'answer', answer } : { kind: 'blocked', answer, mark };
}
