/**
 * Which responses our own concurrency may have caused, and what repeating them has shown. A limiter of simultaneous
 * requests may answer with any status: 2xx, 3xx, 404 and 410 aside, a status counts only if it comes again with no
 * other request in flight. So does 202, which some hosts send while they still work on another request.
 */

import { headerOf } from '../../base/headers.ts';
import { isJsonType } from '../../base/media-type.ts';
import { type Answer, readAnswer } from '../evidence/reply.ts';
import type { Exchange, HttpAnswer } from '../io/io.ts';
import { sameForm } from '../walls/same-form.ts';

/** Failures that our pace may cause. They count only if they come again alone and after a pause. */
export type TransientFailure = '429' | '503' | '5xx' | 'reset' | 'connect' | 'timeout';

/** Suspect responses of one kind, and what repetitions have shown of it. */
export interface Kind {
  /** A failure, or a status that is none. */
  readonly transient: TransientFailure | undefined;
  readonly status: number | undefined;
  confirmed: number;
  refuted: number;
}

/** A kind of responses that share status and form. */
interface StatusKind extends Kind {
  readonly example: Answer;
  /** JSON in response to a request that is not a GET: the messages of an endpoint differ, and its kind is the status. */
  readonly isOfEndpoint: boolean;
}

/** The maximum number of forms that are told apart. */
const MAX_FORMS = 16;
/** The maximum number of forms of one status that are repeated if the first of them was confirmed. */
const MAX_CONFIRMED_FORMS = 2;

export class Suspects {
  readonly #isRefusal: (exchange: Exchange) => boolean;
  readonly #failures = new Map<TransientFailure, Kind>();
  readonly #statuses: StatusKind[] = [];

  /** @param isRefusal whether a response shows by its marks who refused */
  constructor(isRefusal: (exchange: Exchange) => boolean) {
    this.#isRefusal = isRefusal;
  }

  /** The kind of a suspect response; `undefined` for a response that our concurrency did not cause. */
  kindOf(exchange: Exchange): Kind | undefined {
    const failure = transientFailureIn(exchange);
    if (failure === undefined && !isOdd(exchange)) return undefined;
    // Who shows that it refuses is not failing; whether it refuses those in company alone is looked at like any status.
    const transient = failure !== undefined && this.#isRefusal(exchange) ? undefined : failure;
    return transient === undefined ? this.#statusKindOf(exchange) : this.#failureKindOf(transient);
  }

  /** Whether a response, sent alone, shows the kind again. */
  isAgain({ transient, status }: Kind, exchange: Exchange): boolean {
    if (transient === undefined) return exchange.answer === undefined || exchange.answer.status === status;
    return transientFailureIn(exchange) !== undefined && !this.#isRefusal(exchange);
  }

  /** Whether repetitions have shown that responses of this kind are the site's own. */
  isBelieved(kind: Kind): boolean {
    if (kind.confirmed > 0 || kind.refuted > 0) return kind.refuted === 0;
    const { confirmed, refuted } = this.#ofStatus(kind);
    return confirmed > 0 && refuted === 0;
  }

  /** Whether enough forms of this status were repeated, and all came again. */
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
    const isOfEndpoint = request.method !== 'GET' && isJsonType(answer.type);
    const known = this.#statuses.find(
      (kind) =>
        kind.status === status && ((kind.isOfEndpoint && isOfEndpoint) || sameForm(kind.example, answer)),
    );
    if (known !== undefined) return known;
    const kind = { transient: undefined, status, example: answer, isOfEndpoint, confirmed: 0, refuted: 0 };
    if (this.#statuses.length < MAX_FORMS) this.#statuses.push(kind);
    return kind;
  }
}

function isOdd({ request, answer }: Exchange): boolean {
  if (answer === undefined) return false;
  const { status } = answer;
  // The response to a notification of JSON-RPC is a 202 without a body.
  if (status === 202) return request.method === 'GET' || answer.body.length > 0;
  return status >= 400 && status !== 404 && status !== 410 && !isOfProtocol(answer);
}

/** Statuses with which a protocol refuses a message, and limiters of requests do not. */
const REFUSES_MESSAGE: ReadonlySet<number> = new Set([400, 406, 415, 422]);
const JSONRPC = /"jsonrpc" ?: ?"2\.0"/;
/** The bytes of a body that are searched. */
const SEARCHED_BYTES = 2_048;

/**
 * Whether only the server itself can have sent a response: a JSON-RPC error about the message, or a 405 that lists the allowed
 * methods. Repeating each status alone makes an audit of an MCP server slower by a third; repeating only the first of them all
 * costs one request and a tenth of the time, because the handshakes that all else waits for end with such responses.
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
  // Servers of files say 501 to a POST: that is about the method, and not about the moment.
  if (answer.status === 501 && request.method !== 'GET') return undefined;
  return answer.status >= 500 ? '5xx' : undefined;
}
