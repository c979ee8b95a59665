/** Sends probes' requests at a rate that the site can handle, and follows redirects. Equal requests are sent once. */

import { headerOf } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import { type FollowedHop, type Reply, readAnswer } from '../evidence/reply.ts';
import type { DnsQuestion, DnsReply, Exchange, FailureReason, HttpRequest, Io } from '../io/io.ts';
import { challengeSignature } from '../walls/refusal.ts';
import { OtherSites, overLimit } from './other-sites.ts';
import type { OwnAddress } from './own-address.ts';
import { Pace, type Paced, type SendOptions } from './pace.ts';
import { type Raw, type References, Refusals } from './refusals.ts';
import { type RequestOptions, requestTo } from './request.ts';
import { type Resume, sendResuming } from './resumed-stream.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ABORTED: ReadonlySet<FailureReason> = new Set(['deadline', 'budget', 'unrecorded']);

/** A request that was sent, and that several probes may share. */
interface SharedRequest {
  readonly reply: Promise<Reply>;
  /** All HTTP exchanges of the request, including redirects and retries. Empty unless the audit is traced. */
  readonly exchanges: readonly Exchange[];
}

/** A shared request, and its raw response, before the client decides whether the site refused the request. */
interface PendingRequest extends SharedRequest {
  readonly raw: Promise<Raw>;
}

interface FollowOptions extends Pick<SendOptions, 'alone' | 'control'> {
  readonly follow: boolean;
  readonly sample?: boolean | undefined;
  readonly resume?: Resume | undefined;
  readonly exchanges: Exchange[];
}

interface PlannedRequest {
  readonly url: string | URL;
  readonly options: RequestOptions;
}

/** The requests for the root and an unknown path. Their responses show whether another response is a refusal. */
export interface ReferenceRequests {
  readonly root: PlannedRequest;
  /** Returns a request for a path that does not exist, on the site that the root has redirected to. */
  unknown(root: Reply): PlannedRequest;
}

export type ProbeClient = Pick<
  Client,
  'request' | 'requestAlone' | 'requested' | 'atEnd' | 'dns' | 'sent' | 'ownUrl' | 'allow'
>;

export class Client {
  readonly #io: Io;
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #userAgent: string;
  readonly #allowUrl: (url: URL) => boolean;
  readonly #traced: boolean;
  readonly #referenceRequests: ReferenceRequests | undefined;
  readonly #pace: Pace;
  readonly #others: OtherSites;
  readonly #refusals: Refusals;
  readonly #address: OwnAddress | undefined;
  readonly #requests = new Map<string, PendingRequest>();
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  #wasCutShort = false;

  /**
   * Creates the client of one audit.
   * @param site a URL of the audited site; without it, every site counts as audited
   * @param allowUrl decides, without a DNS lookup, whether a URL may be requested
   * @param traced whether to keep all exchanges, including redirects, until the end of the audit
   * @param address the site's address, and the origin that the site uses in its URLs (`--canonical-origin`)
   * @param references the requests for the root and an unknown path, to recognize refusals without signs of a bot wall
   */
  constructor(options: {
    io: Io;
    limits: Limits;
    signal: AbortSignal;
    userAgent: string;
    site?: string | undefined;
    allowUrl?: ((url: URL) => boolean) | undefined;
    traced?: boolean | undefined;
    address?: OwnAddress | undefined;
    references?: ReferenceRequests | undefined;
  }) {
    this.#io = options.io;
    this.#limits = options.limits;
    this.#signal = options.signal;
    this.#userAgent = options.userAgent;
    this.#allowUrl = options.allowUrl ?? (() => true);
    this.#traced = options.traced ?? false;
    this.#referenceRequests = options.references;
    this.#address = options.address;
    this.#pace = new Pace({ ...options, isRefusal: showsRefusal });
    this.#others = new OtherSites(options.limits.otherSites, options.site);
    this.#refusals = new Refusals({
      references: () => this.#references(),
      askUnknownAgain: () => this.#askAgain('unknown'),
      askRootAgain: () => this.#askAgain('root'),
      userAgent: options.userAgent,
    });
  }

  /** Sends a request (GET by default). Equal requests are sent once and share the result. */
  request(url: string | URL, options: RequestOptions = {}): Promise<Reply> {
    return this.ask(url, options).reply;
  }

  /** Sends a request as `request` does, and also returns its HTTP exchanges. */
  ask(url: string | URL, options: RequestOptions = {}): SharedRequest {
    return this.#pending({ url, options });
  }

  /** Returns the result of a request if a probe has already sent it; otherwise `undefined`. Sends nothing. */
  requested(url: string | URL, options: RequestOptions = {}): Promise<Reply> | undefined {
    return this.#requests.get(this.#planned({ url, options }).key)?.reply;
  }

  /** Returns the request as sent, and the key that it shares with equal requests. */
  #planned({ url, options }: PlannedRequest) {
    const request = requestTo(this.ownUrl(String(url)), options, this.#userAgent);
    const { method, headers, body = null } = request;
    return { request, key: JSON.stringify([method, request.url, headers, body, options.follow ?? null]) };
  }

  #pending({ url, options }: PlannedRequest): PendingRequest {
    const { request, key } = this.#planned({ url, options });
    let pending = this.#requests.get(key);
    if (pending === undefined) {
      const exchanges: Exchange[] = [];
      const follow = options.follow ?? request.method === 'GET';
      const { sample, resume, control } = options;
      const raw = this.#follow(request, { follow, sample, resume, control, exchanges });
      const reply = raw.then(async (rawReply) => withMethod(await this.#refusals.judge(rawReply), request));
      pending = { raw, reply, exchanges };
      this.#requests.set(key, pending);
      // Callers handle errors. If no caller awaits the reply, an unhandled rejection would end the process.
      reply.catch(() => undefined);
    }
    return pending;
  }

  async #references(): Promise<References | undefined> {
    if (this.#referenceRequests === undefined) return undefined;
    const root = await this.#pending(this.#referenceRequests.root).raw;
    const unknown = await this.#pending(this.#referenceRequests.unknown(root.reply)).raw;
    return { root, unknown };
  }

  /** Repeats the request for the root or an unknown path, to see whether the response has changed. */
  async #askAgain(which: keyof References): Promise<Raw> {
    const { request } = (await this.#references())?.[which] ?? {};
    if (request === undefined) throw new Error(`an audit without references has no ${which} to ask`);
    return this.#follow(request, { follow: true, alone: true, exchanges: [] });
  }

  /** Sends a GET with no other request to its origin in flight. Responses are never shared, because they may differ. */
  requestAlone(url: string | URL, options: RequestOptions = {}): Promise<Reply> {
    return this.askAlone(url, options).reply;
  }

  /** Sends a request as `requestAlone` does, and also returns its HTTP exchanges. */
  askAlone(url: string | URL, options: RequestOptions = {}): SharedRequest {
    const request = requestTo(this.ownUrl(String(url)), options, this.#userAgent);
    const exchanges: Exchange[] = [];
    const raw = this.#follow(request, { follow: true, alone: true, exchanges });
    return { reply: raw.then((rawReply) => this.#refusals.judge(rawReply)), exchanges };
  }

  /** Returns whether the deadline ended a request of this audit or, in a replay, of the recorded audit. */
  get wasCutShort(): boolean {
    return this.#wasCutShort;
  }

  /** Returns the number of requests sent, including retries and redirects. */
  get sent(): number {
    return this.#pace.sent;
  }

  /** Schedules a request for the end of the audit, such as one that ends a session. */
  atEnd(url: string, options: RequestOptions): void {
    this.#cleanups.push(() => this.request(url, options));
  }

  /** Sends the requests scheduled by `atEnd`. */
  async end(): Promise<void> {
    await Promise.all(this.#cleanups.map((send) => send()));
  }

  /** Treats the URL's site as part of the audited site, because the root redirected there. */
  adopt(url: string): void {
    this.#others.adopt(url);
    this.#address?.redirectTo(url);
  }

  /** Treats an origin as the site's own, because the caller named it. */
  allow(origin: string): void {
    this.#others.allow(origin);
  }

  /** Returns the URL to request. Replaces the canonical origin (`--canonical-origin`) with the origin of the audited site. */
  ownUrl(url: string): string {
    return this.#address?.urlOf(url) ?? url;
  }

  dns(question: DnsQuestion): Promise<DnsReply> {
    return this.#io.dns(question, this.#signal);
  }

  async #follow(first: HttpRequest, options: FollowOptions): Promise<Raw> {
    const { follow, sample = false, resume, alone, control, exchanges } = options;
    const hops: FollowedHop[] = [];
    let request = first;
    for (;;) {
      const unsent = (reply: Raw['reply']): Raw => ({ request: first, reply, nth: 0, confidence: 'plain' });
      const refused = this.#whyNotSent(first, request.url);
      if (refused !== undefined) return unsent(refused);
      const purpose = hops.length > 0 ? 'redirect' : sample ? 'sample' : 'named';
      const paced = this.#others.includes(request.url)
        ? await this.#others.ask(request, purpose, (once, repeats) => this.#pace.send(once, { repeats }))
        : await this.#others.during(() => this.#send(request, { alone, control }, resume));
      if (paced === undefined) return unsent(overLimit(first.url, request.url, this.#limits.otherSites));
      if (this.#traced) exchanges.push(...paced.tries);
      const { exchange, nth, confidence } = paced;
      const end = (reply: Raw['reply']): Raw => ({ request: first, reply, nth, confidence });
      const { answer, failure } = exchange;
      if (failure !== undefined) {
        this.#wasCutShort ||= failure.reason === 'deadline';
        return end(withoutAnswer(first, request, paced));
      }
      const location =
        follow && REDIRECTS.has(answer.status) ? headerOf(answer.headers, 'location') : undefined;
      const settled = (lost?: string) => {
        this.#address?.answered(first.url, request.url);
        return end({
          kind: 'answer',
          answer: readAnswer(first, request, hops, answer, lost, this.#address?.rewrite),
        });
      };
      if (location === undefined) return settled();
      const named = resolveRedirect(location, request.url);
      if (named === undefined) return settled('its Location is not an http(s) URL');
      const next = this.ownUrl(named.href);
      if (next === request.url || hops.some((hop) => hop.url === next))
        return settled(this.#address?.whyLost(named) ?? 'redirect loop');
      if (hops.length >= this.#limits.redirects)
        return settled(`more than ${this.#limits.redirects} redirects`);
      const vary = headerOf(answer.headers, 'vary');
      hops.push({ url: request.url, status: answer.status, ...(vary !== undefined && { vary }) });
      request = { ...request, url: next };
    }
  }

  #send(request: HttpRequest, how: SendOptions, resume: Resume | undefined): Promise<Paced> {
    if (resume === undefined) return this.#pace.send(request, how);
    return sendResuming(request, resume, {
      send: (one) => this.#pace.send(one),
      wait: (ms) => this.#io.wait(ms, this.#signal),
      requestMs: this.#limits.requestMs,
    });
  }

  #whyNotSent(first: HttpRequest, url: string): Raw['reply'] | undefined {
    const firstUrl = first.url.slice(0, this.#limits.urlChars);
    const redirected = url === first.url ? {} : { redirected: true as const };
    const where = `${url === first.url ? '' : 'redirected to '}${new URL(url).origin}`;
    if (!this.#allowUrl(new URL(url))) {
      const message = `${where}, which is not a public site`;
      return { kind: 'failed', requestedUrl: firstUrl, reason: 'forbidden', message, ...redirected };
    }
    if (url.length > this.#limits.urlChars) {
      const message = `${where}, with a URL of more than ${this.#limits.urlChars} characters`;
      return { kind: 'failed', requestedUrl: firstUrl, reason: 'protocol', message, ...redirected };
    }
    if (first.body !== undefined && this.#others.includes(url)) {
      const message = `${where}, which is another site; request bodies are sent only to the audited site`;
      return { kind: 'aborted', requestedUrl: firstUrl, message, overLimit: true };
    }
    return undefined;
  }
}

/** Adds the method to a result without a response, unless it is GET. Responses already contain the method. */
function withMethod(reply: Reply, { method }: HttpRequest): Reply {
  return method === 'GET' || 'answer' in reply ? reply : { ...reply, method };
}

/** Returns the result of a request that failed, perhaps after redirects. */
function withoutAnswer(first: HttpRequest, last: HttpRequest, { exchange }: Paced): Raw['reply'] {
  const { reason, message, partial } = exchange.failure ?? { reason: 'reset', message: '' };
  if (ABORTED.has(reason)) return { kind: 'aborted', requestedUrl: first.url, message };
  const where = last === first ? message : `redirected to ${last.url}: ${message}`;
  const status = partial === undefined ? {} : { status: partial.status };
  const redirected = last === first ? {} : { redirected: true as const };
  return { kind: 'failed', requestedUrl: first.url, reason, message: where, ...status, ...redirected };
}

/** Returns whether a response has signs of the bot wall or service that refused the request. */
function showsRefusal({ request, answer }: Exchange): boolean {
  return answer !== undefined && challengeSignature(readAnswer(request, request, [], answer)) !== undefined;
}

function resolveRedirect(location: string, base: string): URL | undefined {
  const url = URL.parse(location, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url;
}
