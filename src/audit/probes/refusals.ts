/** Decides whether a response is the site's own, or a refusal by something in front of it (DECISIONS.md, "Refused"). */

import { headerOf } from '../../base/headers.ts';
import { isJsonType } from '../../base/media-type.ts';
import { looksLikeHtml, plain } from '../../base/text.ts';
import { REFUSED_FOR_NAME } from '../evidence/facts.ts';
import { type Answer, type Reply, rateLimited } from '../evidence/reply.ts';
import type { HttpRequest } from '../io/io.ts';
import { challengeSignature, presenceOf, REFUSING } from '../walls/refusal.ts';
import { sameForm } from '../walls/same-form.ts';
import type { Paced } from './pace.ts';

/** The result of a request before `Refusals` decides whether it is a refusal. */
export interface Raw {
  readonly request: HttpRequest;
  readonly reply: Exclude<Reply, { kind: 'blocked' }>;
  readonly nth: number;
  readonly confidence: Paced['confidence'];
}

/** The responses for the root and for a path that does not exist. Other responses are compared with them. */
export interface References {
  readonly root: Raw;
  readonly unknown: Raw;
}

/** The maximum number of times that an unknown path is requested again to see whether a bot wall has appeared. */
const MAX_CONTROLS = 6;

/** A bot wall that refuses all requests from request number `from` on. */
interface Wall {
  readonly from: number;
  readonly mark: string;
}

export class Refusals {
  readonly #references: () => Promise<References | undefined>;
  readonly #askUnknownAgain: () => Promise<Raw>;
  readonly #askRootAgain: () => Promise<Raw>;
  readonly #userAgent: string;
  /** For each response so far, by request number: whether it was a refusal. */
  readonly #refusals = new Map<number, boolean>();
  #wall: Wall | undefined;
  #controls = 0;
  #running: Promise<Raw> | undefined;
  #next: Promise<Raw> | undefined;
  #latest: Raw | undefined;
  #rootAgain: Promise<Raw> | undefined;

  /** `references` sends two requests, only after a refusal or server error. The `ask…Again` functions repeat one of the two. */
  constructor(options: {
    readonly references: () => Promise<References | undefined>;
    readonly askUnknownAgain: () => Promise<Raw>;
    readonly askRootAgain: () => Promise<Raw>;
    readonly userAgent: string;
  }) {
    this.#references = options.references;
    this.#askUnknownAgain = options.askUnknownAgain;
    this.#askRootAgain = options.askRootAgain;
    this.#userAgent = options.userAgent;
  }

  /** Decides whether a response is a refusal. Returns the result that probes receive. */
  async judge(raw: Raw): Promise<Reply> {
    const { reply, confidence } = raw;
    if (reply.kind === 'aborted') return reply;
    if (reply.kind === 'failed') return confidence === 'doubtful' ? unconfirmed(reply) : reply;
    const { answer } = reply;
    const mark = challengeSignature(answer);
    this.#refusals.set(raw.nth, mark !== undefined || isRefusing(answer));
    if (mark !== undefined) return this.#marked(raw, answer, mark);
    if (answer.status === 429) return this.#rateLimited(raw, answer);
    if (answer.status >= 500) return this.#serverError(raw, answer);
    if (confidence === 'doubtful') return doubtful(answer);
    return isRefusing(answer) ? this.#unmarked(raw, answer) : reply;
  }

  /** Returns `blocked` for signs of a bot wall. If all paths are now refused, says which request was refused first. */
  async #marked(raw: Raw, answer: Answer, mark: string): Promise<Reply> {
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isRefused(references.unknown) || isReference(raw, references))
      return { kind: 'blocked', answer, mark };
    const wall = this.#wallAt(raw.nth) ?? (await this.#wallAfter(raw, mark, isRefused));
    return { kind: 'blocked', answer, mark: wall === undefined ? mark : since(mark, wall) };
  }

  /** Judges a 429. If all paths are now refused, adds the number of the first refused request to the result. */
  async #rateLimited(raw: Raw, answer: Answer): Promise<Reply> {
    if (raw.confidence === 'doubtful') return rateLimited(answer, doubt(answer));
    const limited = rateLimited(answer);
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isReference(raw, references) || isRefused(references.unknown))
      return limited;
    const wall = this.#wallAt(raw.nth) ?? (await this.#wallAfter(raw, limited.mark, isRefused));
    return wall === undefined ? limited : { ...limited, mark: since(limited.mark, wall) };
  }

  /** Judges a server error. Unless the host began to fail on every path during the audit, the error is the site's own. */
  async #serverError(raw: Raw, answer: Answer): Promise<Reply> {
    if (raw.confidence === 'doubtful') return doubtful(answer);
    const references = await this.#comparable(raw, answer);
    if (references === undefined || isReference(raw, references) || !isWell(references.unknown))
      return raw.reply;
    if (isWell(await this.#control())) return raw.reply;
    const { requestedUrl, status } = answer;
    const message = 'the host now fails on every path';
    return { kind: 'failed', requestedUrl, reason: 'pace', message, status };
  }

  /** Judges a refusal without signs of a bot wall, by comparing it with the responses for the root and an unknown path. */
  async #unmarked(raw: Raw, answer: Answer): Promise<Reply> {
    const ownReply: Reply = { kind: 'answer', answer };
    // The `Allow` header lists this address's methods, so the server itself responded (RFC 9110 section 15.5.6).
    if (answer.status === 405 && headerOf(answer.headers, 'allow') !== undefined) return ownReply;
    const references = await this.#comparable(raw, answer);
    if (references === undefined) return ownReply;
    const known = this.#wallAt(raw.nth);
    if (known !== undefined) return { kind: 'blocked', answer, mark: since(known.mark, known) };
    const root = answerOf(references.root);
    const unknown = answerOf(references.unknown);
    const isNotHere = answer.status === 403 && root !== undefined && isSuccess(root);
    if (root?.status === answer.status && unknown?.status === answer.status)
      return { kind: 'blocked', answer, mark: everyPath(answer) };
    if (isNotHere && unknown?.status === 403 && (await this.#isClosedByNow())) {
      this.#wall ??= { from: this.#refusedFrom(raw.nth), mark: '403, now also for /' };
      const wall = this.#wallAt(raw.nth);
      if (wall !== undefined) return { kind: 'blocked', answer, mark: since(wall.mark, wall) };
    }
    if (isReference(raw, references)) {
      const isRoot = raw.request.url === references.root.request.url;
      const mark = `every unknown path returns ${answer.status}`;
      return isRoot || isNotHere ? ownReply : { kind: 'blocked', answer, mark };
    }
    if (root !== undefined && sameForm(answer, root))
      return { kind: 'blocked', answer, mark: `the same ${answer.status} as for /` };
    if (unknown !== undefined && sameForm(answer, unknown))
      return isNotHere
        ? ownReply
        : { kind: 'blocked', answer, mark: `the same ${answer.status} as for any path` };
    // An MCP endpoint sends a 406 with JSON; a bot wall sends a page.
    if (raw.request.method !== 'GET' && answer.status === 406 && isJsonType(answer.type)) return ownReply;
    // A `WWW-Authenticate` challenge (RFC 9110, 11.6.1) protects this address only. Bot walls send no such challenge.
    if (answer.status === 401 && headerOf(answer.headers, 'www-authenticate') !== undefined) return ownReply;
    const mark = `${answer.status}, now also for unknown paths`;
    const isLikeIt = (control: Raw) => {
      const now = answerOf(control);
      return now !== undefined && isRefusing(now) && (unknown === undefined || !sameForm(now, unknown));
    };
    const wall = await this.#wallAfter(raw, mark, isLikeIt);
    if (wall !== undefined) return { kind: 'blocked', answer, mark: since(mark, wall) };
    // Requests with the auditor's own User-Agent still work, so a request with another one is refused for its User-Agent.
    const isOwnName = headerOf(raw.request.headers, 'user-agent') === this.#userAgent;
    return isOwnName || [405, 406].includes(answer.status)
      ? ownReply
      : { kind: 'blocked', answer, mark: REFUSED_FOR_NAME };
  }

  /** Repeats the request for the root, which worked before. If it is now refused, a bot wall has appeared. */
  async #isClosedByNow(): Promise<boolean> {
    this.#rootAgain ??= this.#askRootAgain();
    return isRefused(await this.#rootAgain);
  }

  /** Returns the responses for the root and an unknown path if this response is from the same host. */
  async #comparable(raw: Raw, answer: Answer): Promise<References | undefined> {
    const references = await this.#references();
    if (references === undefined) return undefined;
    return hostOf(answer.url) === hostOf(references.unknown.request.url) || isReference(raw, references)
      ? references
      : undefined;
  }

  #wallAt(nth: number): Wall | undefined {
    return this.#wall !== undefined && nth >= this.#wall.from ? this.#wall : undefined;
  }

  /** Repeats the request for an unknown path. If it is now refused, returns the bot wall and the first refused request. */
  async #wallAfter(raw: Raw, mark: string, isUp: (control: Raw) => boolean): Promise<Wall | undefined> {
    if (!isUp(await this.#control())) return undefined;
    this.#wall ??= { from: this.#refusedFrom(raw.nth), mark };
    return this.#wallAt(raw.nth);
  }

  /** Returns the number of the first request in the unbroken series of refusals up to request `nth`. */
  #refusedFrom(nth: number): number {
    let from = nth;
    for (let earlier = nth - 1; this.#refusals.get(earlier) !== false && earlier > 0; earlier--) {
      if (this.#refusals.get(earlier) === true) from = earlier;
    }
    return from;
  }

  /** Repeats the request for an unknown path. While one repetition is in flight, all new calls share the next one. */
  #control(): Promise<Raw> {
    if (this.#running === undefined) return this.#startControl();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.#startControl();
    });
    return this.#next;
  }

  #startControl(): Promise<Raw> {
    if (this.#latest !== undefined && this.#controls >= MAX_CONTROLS) return Promise.resolve(this.#latest);
    this.#controls += 1;
    this.#running = this.#askUnknownAgain().then((raw) => {
      this.#latest = raw;
      this.#running = undefined;
      return raw;
    });
    return this.#running;
  }
}

/** Returns whether a response refuses the client. Some bot walls send a challenge page with status 202. */
function isRefusing(answer: Answer): boolean {
  return REFUSING.has(answer.status) || (answer.status === 202 && looksLikeHtml(answer.text));
}

const UNCONFIRMED = 'not confirmed by a separate retry';

/** Returns why a failure may not be the site's fault. */
function doubt({ headers }: Answer): string {
  const wait = headerOf(headers, 'retry-after');
  return wait === undefined ? UNCONFIRMED : `with Retry-After ${plain(wait, 40)}`;
}

/** Describes a refusal of all paths. Includes the vendor if the response shows it. */
function everyPath(answer: Answer): string {
  const same = `the same ${answer.status} for every path`;
  if (answer.status === 401) return `asks every client to log in, ${same}`;
  const vendor = presenceOf(answer);
  return vendor === undefined ? same : `${same}; ${vendor} is in front of the site`;
}

function doubtful(answer: Answer): Reply {
  const { requestedUrl, status } = answer;
  return { kind: 'failed', requestedUrl, reason: 'pace', message: doubt(answer), status };
}

function unconfirmed(failed: Reply & { kind: 'failed' }): Reply {
  return { ...failed, reason: 'pace', message: `${failed.message}; ${UNCONFIRMED}` };
}

function since(mark: string, { from }: Wall): string {
  return `${mark}; refused from the ${ordinal(from)} request on`;
}

function ordinal(number: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  // Created only when needed, because the data of `Intl.PluralRules` takes several milliseconds to load.
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  return `${number}${suffixes[rules.select(number)] ?? 'th'}`;
}

function answerOf({ reply }: Raw): Answer | undefined {
  return reply.kind === 'answer' ? reply.answer : undefined;
}

function isRefused(raw: Raw): boolean {
  const answer = answerOf(raw);
  return answer !== undefined && (isRefusing(answer) || challengeSignature(answer) !== undefined);
}

function isWell(raw: Raw): boolean {
  const answer = answerOf(raw);
  return answer !== undefined && answer.status < 500;
}

function isReference({ request }: Raw, { root, unknown }: References): boolean {
  return request === root.request || request === unknown.request;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function hostOf(url: string): string {
  return new URL(url).host;
}
