/**
 * Controls the concurrency and rate of an audit, and which responses count (.github/DECISIONS.md, "Pace"). A server error,
 * reset, refused connection, hang or 429 counts only if a retry fails in the same way after a pause, with no other request in
 * flight. Other statuses that a limiter may send count only if such a retry gets the same status.
 */

import { headerOf } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import type { Exchange, HttpAnswer, HttpRequest, Io } from '../io/io.ts';
import { OriginQueue, type Sent, type Turn } from './origin-queue.ts';
import { type Kind, Suspects, type TransientFailure } from './suspects.ts';

/** A request, its final result, and how reliable the result is. */
export interface Paced {
  readonly exchange: Exchange;
  /** All exchanges of the request, in order. The last one is `exchange`. */
  readonly tries: readonly Exchange[];
  /** The number of the request that first got this response. Requests are counted from 1, in the order of sending. */
  readonly nth: number;
  /**
   * How reliable the response is: `plain` if our concurrency is not its cause; otherwise `confirmed` if a retry with no other
   * request in flight got it too, and `doubtful` if not.
   */
  readonly confidence: 'plain' | 'confirmed' | 'doubtful';
}

/** The maximum number of retries that one audit sends with no other request in flight. */
const MAX_REPEATS = 6;
/** Lower limits on retries after some failures. Each of these retries may take a full timeout or hold up all other requests. */
const MAX_OF_KIND: Readonly<Partial<Record<TransientFailure, number>>> = {
  timeout: 2,
  reset: 2,
  connect: 2,
  '429': 2,
};
/** The maximum number of retries at a lower rate, after a failure that our rate is known to have caused. */
const MAX_SLOWER = 3;
/** The pause before a retry, in milliseconds, if the response requests no pause. */
const PAUSE_MS = 1_000;
/** The pause before retrying a status that rate limiters use, in milliseconds. Some limiters reset in tenths of a second. */
const SHORT_PAUSE_MS = 250;
const OF_LIMITERS: ReadonlySet<number | undefined> = new Set([202, 403, 429, 503, 999]);

/** The longest pause after a second 429 without `Retry-After`, in milliseconds. An early retry could prolong the refusal. */
const RATE_WINDOW_MS = 10_000;
/** The usual number of requests in an audit. If the rate is limited, the unsent requests are spread over the time left. */
const USUAL_REQUESTS = 80;
/** The minimum number of requests assumed to remain, even if the audit has already sent `USUAL_REQUESTS`. */
const FEWEST_LEFT = 10;

export interface SendOptions {
  /** Limits the retries. Default: `all`. */
  readonly repeats?: 'all' | 'one' | 'none' | undefined;
  /** Whether to send the request with no other request to its origin in flight. Later requests wait for its response. */
  readonly alone?: boolean | undefined;
  /** Whether other responses are compared with this response. If so, a retry of another request does not confirm it. */
  readonly control?: boolean | undefined;
}

interface Retried {
  readonly exchange: Exchange;
  /** Whether no other request was in flight during the retry. */
  readonly alone: boolean;
}

/** A response that a retry must confirm, because our concurrency may have caused it. */
interface Failure {
  readonly kind: Kind;
  readonly queue: OriginQueue;
  readonly pauseMs: number;
  readonly first: Sent;
  readonly once: () => Promise<Exchange>;
  readonly control: boolean;
  /** The kind of the first failure, if a retry failed in another way. */
  readonly before?: Kind;
}

export class Pace {
  readonly #io: Io;
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #suspects: Suspects;
  readonly #origins = new Map<string, OriginQueue>();
  #sent = 0;
  #repeats = 0;

  /** `isRefusal` returns whether a response has signs of a bot wall. If so, the response is a refusal, not a failure. */
  constructor(options: {
    readonly io: Io;
    readonly limits: Limits;
    readonly signal: AbortSignal;
    readonly isRefusal: (exchange: Exchange) => boolean;
  }) {
    this.#io = options.io;
    this.#limits = options.limits;
    this.#signal = options.signal;
    this.#suspects = new Suspects(options.isRefusal);
  }

  get sent(): number {
    return this.#sent;
  }

  /** Sends a request as soon as its origin's queue allows it. Retries it if the response may be due to our own concurrent requests. */
  async send(
    request: HttpRequest,
    { repeats = 'all', alone = false, control = false }: SendOptions = {},
  ): Promise<Paced> {
    const { origin } = new URL(request.url);
    const queue = this.#queueOf(origin);
    const tries: Exchange[] = [];
    const numbers: number[] = [];
    const once = async (): Promise<Exchange> => {
      this.#sent += 1;
      numbers.push(this.#sent);
      const before = tries.at(-1);
      const repetition = before === undefined ? request : { ...request, isRepetition: true };
      const exchange = await this.#io.send(repetition, this.#signal);
      // If a replayed recording has no retry, the recorded audit accepted the first response. The replay accepts it too.
      if (before !== undefined && exchange.failure?.reason === 'unrecorded') return before;
      tries.push(exchange);
      return exchange;
    };
    const end = (exchange: Exchange, confidence: Paced['confidence']): Paced => ({
      exchange,
      tries,
      // The number of the first try if its status equals the final status; otherwise, the number of the last try.
      nth: (tries[0]?.answer?.status === exchange.answer?.status ? numbers[0] : numbers.at(-1)) ?? 0,
      confidence,
    });

    const first = await (alone ? queue.solo(once) : queue.concurrent(once));
    const kind = this.#suspects.kindOf(first.exchange);
    if (kind?.transient === undefined) queue.answered(first);
    if (kind === undefined) return end(first.exchange, 'plain');
    const shortMs = OF_LIMITERS.has(kind.status) ? SHORT_PAUSE_MS : 0;
    const failure: Failure = { kind, queue, pauseMs: shortMs, first, once, control };
    if (kind.transient === undefined) {
      if (repeats !== 'all' || request.method === 'DELETE') return end(first.exchange, 'plain');
      if (first.alone) this.#learn(failure, first.exchange, first.turn);
      if (first.alone || (!control && this.#isSettled(kind))) return end(first.exchange, 'confirmed');
      return this.#ended(await this.#lookAgain(failure), failure, end);
    }
    // A host that never responded is not retried.
    const isUnreached = (kind.transient === 'timeout' || kind.transient === 'connect') && !queue.hasAnswered;
    if (isUnreached) return end(first.exchange, 'confirmed');
    queue.strained(first.turn);
    const pauseMs = pauseOf(first.exchange, this.#limits.retryAfterMs);
    const isFinal = request.method === 'DELETE' || repeats === 'none';
    if (pauseMs === undefined || isFinal) return end(first.exchange, 'doubtful');
    const paused: Failure = { ...failure, pauseMs };
    const again = await (repeats === 'one' ? this.#askOnceMore(paused) : this.#lookAgain(paused));
    return this.#ended(again, paused, end);
  }

  /** Returns the last response to a request, and how reliable it is. */
  #ended(
    { exchange, alone }: Retried,
    { kind }: Failure,
    end: (exchange: Exchange, confidence: Paced['confidence']) => Paced,
  ): Paced {
    if (this.#suspects.kindOf(exchange) === undefined) return end(exchange, 'plain');
    return end(exchange, alone || this.#suspects.isBelieved(kind) ? 'confirmed' : 'doubtful');
  }

  /** Returns whether earlier retries have confirmed responses of this kind, so no more retries are needed. */
  #isSettled(kind: Kind): boolean {
    return (kind.confirmed > 0 && kind.refuted === 0) || this.#suspects.isKnownStatus(kind);
  }

  /** Retries the request once, after a pause, with no other request in flight. */
  async #askOnceMore(failure: Failure): Promise<Retried> {
    const alone = await this.#alone(failure, failure.first.turn, () => true);
    return { exchange: alone ?? failure.first.exchange, alone: alone !== undefined };
  }

  /** Retries after a pause, with no other request in flight. If our rate is known to be the cause, retries at a lower rate. */
  async #lookAgain(failure: Failure): Promise<Retried> {
    const { kind, queue, pauseMs, first, once, control } = failure;
    const isOfUse = () =>
      kind.refuted === 0 && (kind.transient !== undefined || control || !this.#isSettled(kind));
    const alone = await this.#alone(failure, first.turn, isOfUse);
    if (alone !== undefined)
      return { exchange: (await this.#onceMore(failure, alone)) ?? alone, alone: true };
    if (kind.transient === undefined && queue.isStrained && !this.#isSettled(kind)) queue.narrow();
    else if (kind.refuted === 0) return { exchange: first.exchange, alone: false };
    if (isAskedToWait(first.exchange)) await this.#io.wait(pauseMs, this.#signal);
    for (let tries = 1; ; tries++) {
      const slower = await queue.concurrent(once);
      const again = this.#suspects.kindOf(slower.exchange);
      if (again === undefined) return { exchange: slower.exchange, alone: false };
      if (again.transient === undefined) {
        if (slower.alone) this.#learn({ ...failure, kind: again }, slower.exchange, slower.turn);
        if (slower.alone || this.#isSettled(again)) return { exchange: slower.exchange, alone: true };
        if (again !== kind && failure.before === undefined)
          return this.#lookAgain({ ...failure, kind: again, first: slower, before: kind });
      }
      queue.strained(slower.turn);
      const last = await this.#alone(failure, slower.turn, () => true);
      if (last !== undefined) return { exchange: last, alone: true };
      if (tries === MAX_SLOWER) return { exchange: slower.exchange, alone: false };
      queue.slowDown(slower.turn);
    }
  }

  /** Retries with no other request in flight. Returns `undefined` if the retry is not needed or not allowed any more. */
  async #alone(failure: Failure, turn: Turn, isOfUse: () => boolean): Promise<Exchange | undefined> {
    const { kind, queue, pauseMs, once } = failure;
    const isWanted = () => isOfUse() && this.#mayRepeat(failure);
    if (!isWanted()) return undefined;
    return queue.alone(
      {
        pause: () => this.#io.wait(pauseMs, this.#signal),
        exclusive: kind.transient !== 'timeout' && kind.transient !== '5xx',
        last: kind.transient === 'timeout',
        wanted: () => {
          if (!isWanted()) return false;
          this.#repeats += 1;
          return true;
        },
      },
      async () => {
        let exchange = await once();
        if (this.#isOfRateLimit(failure, exchange)) {
          await this.#io.wait(this.#rateWindowMs, this.#signal);
          this.#repeats += 1;
          exchange = await once();
          if (!this.#suspects.isAgain(kind, exchange)) queue.meter(this.#gapMs);
        }
        this.#learn(failure, exchange, turn);
        return exchange;
      },
    );
  }

  /** Retries a failed request once more, after all other requests, if our rate turned out to be the cause. */
  async #onceMore({ kind, queue, pauseMs, once }: Failure, alone: Exchange): Promise<Exchange | undefined> {
    const { transient } = kind;
    if (transient === undefined || transient === 'timeout' || transient === '5xx') return undefined;
    if (!this.#suspects.isAgain(kind, alone)) return undefined;
    const wanted = () => kind.refuted > 0;
    const pause = () => this.#io.wait(2 * pauseMs, this.#signal);
    return queue.alone({ pause, exclusive: true, last: true, wanted }, once);
  }

  /** Returns whether the origin limits the requests in several seconds. A 429 for a retry shows this if other requests worked. */
  #isOfRateLimit({ kind, queue, first }: Failure, exchange: Exchange): boolean {
    const isSecond = kind.transient === '429' && kind.refuted === 0 && kind.confirmed === 1;
    return (
      isSecond &&
      queue.hasAnswered &&
      !isAskedToWait(first.exchange) &&
      this.#suspects.isAgain(kind, exchange)
    );
  }

  get #rateWindowMs(): number {
    return Math.min(RATE_WINDOW_MS, this.#limits.auditMs / 4);
  }

  /** Returns the gap, in milliseconds, with which the remaining requests fit into three quarters of the audit's time. */
  get #gapMs(): number {
    const leftMs = (3 * this.#limits.auditMs) / 4 - this.#rateWindowMs;
    return leftMs / Math.max(USUAL_REQUESTS - this.#sent, FEWEST_LEFT);
  }

  /** Records whether a retry confirmed the first response, and adapts the rate, before the next retry begins. */
  #learn({ kind, queue }: Failure, exchange: Exchange, turn: Turn): void {
    if (!this.#suspects.isAgain(kind, exchange)) {
      kind.refuted += 1;
      if (kind.transient === undefined) queue.strained(turn);
      queue.slowDown(turn);
      return;
    }
    kind.confirmed += 1;
    if (kind.transient !== undefined && this.#suspects.nothingRefuted) queue.endBackOff();
  }

  #mayRepeat({ kind, control }: Failure): boolean {
    if (this.#repeats >= MAX_REPEATS) return false;
    const { transient, refuted, confirmed } = kind;
    if (control || refuted > 0) return true;
    return confirmed < (transient === undefined ? 1 : (MAX_OF_KIND[transient] ?? MAX_REPEATS));
  }

  #queueOf(origin: string): OriginQueue {
    let queue = this.#origins.get(origin);
    if (queue === undefined) {
      queue = new OriginQueue(this.#limits, (ms) => this.#io.wait(ms, this.#signal));
      this.#origins.set(origin, queue);
    }
    return queue;
  }
}

/** Returns the pause before a retry, in milliseconds; `undefined` if the server requests a longer pause than allowed. */
function pauseOf({ answer }: Exchange, longest: number): number | undefined {
  const wanted = retryAfterMs(answer);
  if (wanted === undefined) return PAUSE_MS;
  return wanted <= longest ? wanted : undefined;
}

function isAskedToWait({ answer }: Exchange): boolean {
  return retryAfterMs(answer) !== undefined;
}

/** Returns the pause that a 429 or 503 requests, in milliseconds (RFC 9110 section 10.2.3, only the form in seconds). */
function retryAfterMs(answer: HttpAnswer | undefined): number | undefined {
  if (answer === undefined || (answer.status !== 429 && answer.status !== 503)) return undefined;
  const seconds = headerOf(answer.headers, 'retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
