/**
 * Decides which responses our own concurrency may have caused, and remembers the results of retries. A limiter of concurrent
 * requests may send any status. So all statuses except 2xx, 3xx, 404 and 410 count only if a retry with no other request in
 * flight gets the same status. This also applies to 202, which some hosts send while they work on another request.
 */

import { headerOf } from '../../base/headers.ts';
import { isJsonType } from '../../base/media-type.ts';
import { type Answer, readAnswer } from '../evidence/reply.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../io/io.ts';
import { sameForm } from '../walls/same-form.ts';

/** Failures that our concurrency may cause. They count only if a later retry with no other request in flight fails too. */
export type TransientFailure = '429' | '503' | '5xx' | 'reset' | 'connect' | 'timeout';

/** Responses of one kind that our concurrency may have caused, and the results of their retries. */
export interface Kind {
  /** The kind of failure; `undefined` if the response is not a failure, but has a status such as 403. */
  readonly transient: TransientFailure | undefined;
  readonly status: number | undefined;
  confirmed: number;
  refuted: number;
}

/** Responses with the same status that look alike (`sameForm`). */
interface StatusKind extends Kind {
  readonly example: Answer;
  /** Whether the response is JSON for a method other than GET. Its content varies, so only the status is compared. */
  readonly isOfEndpoint: boolean;
}

/** The maximum number of different responses (compared by `sameForm`) that are remembered. */
const MAX_FORMS = 16;
/** After retries have confirmed this many different responses with one status, responses with that status are not retried. */
const MAX_CONFIRMED_FORMS = 2;

export class Suspects {
  readonly #isRefusal: (exchange: Exchange) => boolean;
  readonly #failures = new Map<TransientFailure, Kind>();
  readonly #statuses: StatusKind[] = [];

  /** `isRefusal` returns whether a response has signs of the bot wall that refused the request. */
  constructor(isRefusal: (exchange: Exchange) => boolean) {
    this.#isRefusal = isRefusal;
  }

  /** Returns the kind of a response that our concurrency may have caused; `undefined` for any other response. */
  kindOf(exchange: Exchange): Kind | undefined {
    const failure = transientFailureIn(exchange);
    if (failure === undefined && !isOdd(exchange)) return undefined;
    // A 429 or 5xx with signs of a bot wall is a refusal, not a failure, so it is compared by status and content.
    const transient = failure !== undefined && this.#isRefusal(exchange) ? undefined : failure;
    return transient === undefined ? this.#statusKindOf(exchange) : this.#failureKindOf(transient);
  }

  /** Returns whether the response to a retry with no other request in flight is again of this kind. */
  isAgain(kind: Kind, exchange: Exchange): boolean {
    if (kind.transient !== undefined)
      return transientFailureIn(exchange) !== undefined && !this.#isRefusal(exchange);
    if (exchange.answer === undefined) return true;
    // A retry that gets the site's own 403 does not confirm a rate limiter's 403, because the responses look different.
    return (
      exchange.answer.status === kind.status && 'example' in kind && isOfKind(kind as StatusKind, exchange)
    );
  }

  /** Returns whether retries have shown that our concurrency does not cause responses of this kind. */
  isBelieved(kind: Kind): boolean {
    if (kind.confirmed > 0 || kind.refuted > 0) return kind.refuted === 0;
    const { confirmed, refuted } = this.#ofStatus(kind);
    return confirmed > 0 && refuted === 0;
  }

  /** Returns whether enough different responses with this status were retried, and no retry had another outcome. */
  isKnownStatus(kind: Kind): boolean {
    const { confirmed, refuted } = this.#ofStatus(kind);
    return confirmed >= MAX_CONFIRMED_FORMS && refuted === 0;
  }

  get nothingRefuted(): boolean {
    return [...this.#failures.values(), ...this.#statuses].every(({ refuted }) => refuted === 0);
  }

  #ofStatus({ transient, status }: Kind): { readonly confirmed: number; readonly refuted: number } {
    const ofStatus = transient === undefined ? this.#statuses.filter((kind) => kind.status === status) : [];
    return {
      confirmed: ofStatus.filter(({ confirmed }) => confirmed > 0).length,
      refuted: ofStatus.filter(({ refuted }) => refuted > 0).length,
    };
  }

  #failureKindOf(transient: TransientFailure): Kind {
    const kind = this.#failures.get(transient) ?? { transient, status: undefined, confirmed: 0, refuted: 0 };
    this.#failures.set(transient, kind);
    return kind;
  }

  #statusKindOf({ request, answer: http }: Exchange): Kind | undefined {
    if (http === undefined) return undefined;
    const answer = readAnswer(request, request, [], http);
    const { status } = answer;
    const isOfEndpoint = isEndpointJson(request, answer);
    const known = this.#statuses.find(
      (kind) => kind.status === status && isSameForm(kind, answer, isOfEndpoint),
    );
    if (known !== undefined) return known;
    const kind = { transient: undefined, status, example: answer, isOfEndpoint, confirmed: 0, refuted: 0 };
    if (this.#statuses.length < MAX_FORMS) this.#statuses.push(kind);
    return kind;
  }
}

function isOfKind(kind: StatusKind, { request, answer: http }: Exchange): boolean {
  if (http === undefined) return false;
  const answer = readAnswer(request, request, [], http);
  return isSameForm(kind, answer, isEndpointJson(request, answer));
}

function isSameForm(kind: StatusKind, answer: Answer, isOfEndpoint: boolean): boolean {
  return (kind.isOfEndpoint && isOfEndpoint) || sameForm(kind.example, answer);
}

function isEndpointJson({ method }: HttpRequest, { type }: Answer): boolean {
  return method !== 'GET' && isJsonType(type);
}

function isOdd({ request, answer }: Exchange): boolean {
  if (answer === undefined) return false;
  const { status } = answer;
  // A 202 without a body is the regular response to a JSON-RPC notification.
  if (status === 202) return request.method === 'GET' || answer.body.length > 0;
  return status >= 400 && status !== 404 && status !== 410 && !isOfProtocol(answer);
}

/** Statuses with which a server refuses a message that violates a protocol. Rate limiters do not use them. */
const REFUSES_MESSAGE: ReadonlySet<number> = new Set([400, 406, 415, 422]);
const JSONRPC = /"jsonrpc" ?: ?"2\.0"/;
const SEARCHED_BYTES = 2_048;

/**
 * Returns whether only the server itself can have sent a response: a JSON-RPC error about the message, or a 405 with allowed
 * methods. These responses are not retried. Retrying all of them would make the audit of an MCP server slower by a third.
 * Retrying only the first one would still make it slower by a tenth, because other requests wait for the handshake.
 */
function isOfProtocol({ status, headers, body }: HttpAnswer): boolean {
  if (status === 405) return headerOf(headers, 'allow') !== undefined;
  if (!REFUSES_MESSAGE.has(status)) return false;
  const text = new TextDecoder().decode(body.subarray(0, SEARCHED_BYTES));
  return text.includes('"error"') && JSONRPC.test(text);
}

function transientFailureIn({ request, answer, failure }: Exchange): TransientFailure | undefined {
  if (failure !== undefined) {
    const { reason } = failure;
    return reason === 'reset' || reason === 'connect' || reason === 'timeout' ? reason : undefined;
  }
  if (answer.status === 429 || answer.status === 503) return `${answer.status}`;
  // File servers respond to a POST with 501. This status is about the method, not the load.
  if (answer.status === 501 && request.method !== 'GET') return undefined;
  return answer.status >= 500 ? '5xx' : undefined;
}
