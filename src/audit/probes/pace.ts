/**
 * How fast an audit asks, and which failures it believes (.github/DECISIONS.md, "Pace"). A server error, a reset, a
 * refused connection, a hang or a 429 counts only when the same request fails again, alone and after a pause.
 */

import { headerOf } from '../../base/headers.ts';
import type { Limits } from '../../base/limits.ts';
import type { Exchange, HttpAnswer, HttpRequest, Io } from '../io/io.ts';
import { OriginQueue, type Sent, type Turn } from './origin-queue.ts';

/** The kinds of failure that our own pace can cause. */
type TransientFailure = '429' | '503' | '5xx' | 'reset' | 'connect' | 'timeout';

/** A request, what came of it, and how far that can be believed. */
export interface Paced {
  readonly exchange: Exchange;
  /** All that was sent for it, in order; the last one is `exchange`. */
  readonly tries: readonly Exchange[];
  /** Which request of the audit it was, counted from 1 in the order of sending. */
  readonly nth: number;
  /**
   * `plain`: nothing that our pace could have caused. `confirmed`: a failure that came again when asked alone.
   * `doubtful`: a failure of which that cannot be said.
   */
  readonly confidence: 'plain' | 'confirmed' | 'doubtful';
}

/** Requests that are made again alone in one audit. */
const MAX_REPEATS = 6;
/** Of kinds that hold up the audit: a hang costs its whole time limit, the others a second in which all wait. */
const MAX_OF_KIND: Readonly<Partial<Record<TransientFailure, number>>> = {
  timeout: 2,
  reset: 2,
  connect: 2,
  '429': 2,
};
/** How often a request is made again at a slower pace, where the pace is known to be the cause. */
const MAX_SLOWER = 3;
/** The pause before a request is made again, where the answer names none, in milliseconds. */
const PAUSE_MS = 1_000;

/** A failure that is looked at again. */
interface Failure {
  readonly transient: TransientFailure;
  readonly queue: OriginQueue;
  readonly pauseMs: number;
  readonly first: Sent;
  readonly once: () => Promise<Exchange>;
}

/** What the repetitions of one kind have shown. */
interface Repetitions {
  confirmed: number;
  refuted: number;
}

export class Pace {
  readonly #io: Io;
  readonly #limits: Limits;
  readonly #signal: AbortSignal;
  readonly #isRefusal: (exchange: Exchange) => boolean;
  readonly #origins = new Map<string, OriginQueue>();
  readonly #repetitions = new Map<TransientFailure, Repetitions>();
  #sent = 0;
  #repeats = 0;

  /** @param isRefusal whether an answer shows by its marks who refused: it is final, and not made again */
  constructor(given: {
    readonly io: Io;
    readonly limits: Limits;
    readonly signal: AbortSignal;
    readonly isRefusal: (exchange: Exchange) => boolean;
  }) {
    this.#io = given.io;
    this.#limits = given.limits;
    this.#signal = given.signal;
    this.#isRefusal = given.isRefusal;
  }

  /** How many requests were sent so far. */
  get sent(): number {
    return this.#sent;
  }

  /**
   * Sends a request when its origin has room for it; what may have been our pace's doing is looked at again.
   *
   * @param repeats how often it may be made again
   */
  async send(request: HttpRequest, repeats: 'all' | 'one' | 'none' = 'all'): Promise<Paced> {
    const { origin } = new URL(request.url);
    const queue = this.#queueOf(origin);
    const tries: Exchange[] = [];
    let nth = 0;
    const once = async (): Promise<Exchange> => {
      this.#sent += 1;
      nth = this.#sent;
      const exchange = await this.#io.send(request, this.#signal);
      tries.push(exchange);
      return exchange;
    };
    const end = (exchange: Exchange, confidence: Paced['confidence']): Paced => ({
      exchange,
      tries,
      nth,
      confidence,
    });

    const first = await queue.concurrent(once);
    const transient = this.#strainOf(first.seen);
    if (transient === undefined) {
      queue.answered(first);
      return end(first.seen, 'plain');
    }
    // A host that has never been reached is not asked to show that again.
    const isUnreached = (transient === 'timeout' || transient === 'connect') && !queue.hasAnswered;
    if (isUnreached) return end(first.seen, 'confirmed');
    queue.strained(first.turn);
    const pauseMs = pauseOf(first.seen, this.#limits.retryAfterMs);
    const isFinal = request.method === 'DELETE' || repeats === 'none';
    if (pauseMs === undefined || isFinal) return end(first.seen, 'doubtful');
    const failure: Failure = { transient, queue, pauseMs, first, once };
    const again = await (repeats === 'one' ? this.#askOnceMore(failure) : this.#lookAgain(failure));
    if (this.#strainOf(again.seen) === undefined) return end(again.seen, 'plain');
    const repetitions = this.#repetitionsOf(transient);
    const isBelieved = again.alone || (repetitions.refuted === 0 && repetitions.confirmed > 0);
    return end(again.seen, isBelieved ? 'confirmed' : 'doubtful');
  }

  /** Asks again alone after a pause, and leaves it at that. */
  async #askOnceMore(failure: Failure): Promise<{ readonly seen: Exchange; readonly alone: boolean }> {
    const alone = await this.#alone(failure, failure.first.turn, () => true);
    return { seen: alone ?? failure.first.seen, alone: alone !== undefined };
  }

  /** Asks again: alone after a pause, or, where the pace is known to be the cause, at the pace that has become of it. */
  async #lookAgain(failure: Failure): Promise<{ readonly seen: Exchange; readonly alone: boolean }> {
    const { transient, queue, pauseMs, first, once } = failure;
    const repetitions = this.#repetitionsOf(transient);
    const alone = await this.#alone(failure, first.turn, () => repetitions.refuted === 0);
    if (alone !== undefined) return { seen: (await this.#onceMore(failure, alone)) ?? alone, alone: true };
    if (repetitions.refuted === 0) return { seen: first.seen, alone: false };
    if (isAskedToWait(first.seen)) await this.#io.wait(pauseMs, this.#signal);
    for (let tries = 1; ; tries++) {
      const slower = await queue.concurrent(once);
      if (this.#strainOf(slower.seen) === undefined) return { seen: slower.seen, alone: false };
      queue.strained(slower.turn);
      const last = await this.#alone(failure, slower.turn, () => true);
      if (last !== undefined) return { seen: last, alone: true };
      if (tries === MAX_SLOWER) return { seen: slower.seen, alone: false };
      queue.slowDown(slower.turn);
    }
  }

  /** Makes the request again alone; `undefined` where that is not of use any more, or was done often enough. */
  async #alone(failure: Failure, turn: Turn, isOfUse: () => boolean): Promise<Exchange | undefined> {
    const { transient, queue, pauseMs, once } = failure;
    const repetitions = this.#repetitionsOf(transient);
    const isWanted = () => isOfUse() && this.#mayRepeat(transient, repetitions);
    if (!isWanted()) return undefined;
    return queue.alone(
      {
        pause: () => this.#io.wait(pauseMs, this.#signal),
        exclusive: transient !== 'timeout' && transient !== '5xx',
        last: transient === 'timeout',
        wanted: () => {
          if (!isWanted()) return false;
          this.#repeats += 1;
          return true;
        },
      },
      async () => {
        const seen = await once();
        this.#learn(failure, seen, turn);
        return seen;
      },
    );
  }

  /**
   * What came again alone, while nothing had shown yet that our pace was the cause: a limit over some seconds may still
   * have held then. Where later repetitions have shown it, the request is made once more when all others are done.
   */
  async #onceMore(
    { transient, queue, pauseMs, once }: Failure,
    alone: Exchange,
  ): Promise<Exchange | undefined> {
    if (transient === 'timeout' || transient === '5xx' || this.#strainOf(alone) === undefined)
      return undefined;
    const wanted = () => this.#repetitionsOf(transient).refuted > 0;
    const pause = () => this.#io.wait(2 * pauseMs, this.#signal);
    return queue.alone({ pause, exclusive: true, last: true, wanted }, once);
  }

  /** What a repetition shows of its kind of failure, before the next one is begun. */
  #learn({ transient, queue }: Failure, seen: Exchange, turn: Turn): void {
    const repetitions = this.#repetitionsOf(transient);
    if (this.#strainOf(seen) === undefined) {
      repetitions.refuted += 1;
      queue.slowDown(turn);
    } else {
      repetitions.confirmed += 1;
      if (this.#nothingRefuted()) queue.endBackOff();
    }
  }

  #mayRepeat(transient: TransientFailure, repetitions: Repetitions): boolean {
    if (this.#repeats >= MAX_REPEATS) return false;
    return repetitions.refuted > 0 || repetitions.confirmed < (MAX_OF_KIND[transient] ?? MAX_REPEATS);
  }

  #nothingRefuted(): boolean {
    return [...this.#repetitions.values()].every(({ refuted }) => refuted === 0);
  }

  #strainOf(exchange: Exchange): TransientFailure | undefined {
    const transient = transientFailureIn(exchange);
    return transient === undefined || this.#isRefusal(exchange) ? undefined : transient;
  }

  #repetitionsOf(transient: TransientFailure): Repetitions {
    let repetitions = this.#repetitions.get(transient);
    if (repetitions === undefined) {
      repetitions = { confirmed: 0, refuted: 0 };
      this.#repetitions.set(transient, repetitions);
    }
    return repetitions;
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

/** How long to wait before asking again, in milliseconds; `undefined` where the server asks for longer than we wait. */
function pauseOf({ answer }: Exchange, longest: number): number | undefined {
  const wanted = retryAfterMs(answer);
  if (wanted === undefined) return PAUSE_MS;
  return wanted <= longest ? wanted : undefined;
}

function isAskedToWait({ answer }: Exchange): boolean {
  return retryAfterMs(answer) !== undefined;
}

/** The wait that a 429 or 503 asks for, in milliseconds (RFC 9110 section 10.2.3, the form in seconds). */
function retryAfterMs(answer: HttpAnswer | undefined): number | undefined {
  if (answer === undefined || (answer.status !== 429 && answer.status !== 503)) return undefined;
  const seconds = headerOf(answer.headers, 'retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}
