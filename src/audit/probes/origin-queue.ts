/** The queue of one audit's requests to one origin. It limits how many are in flight, and can send a request alone. */

import type { Limits } from '../../base/limits.ts';
import type { Exchange } from '../io/io.ts';

/** The initial concurrency limit. It is raised when the origin shows that it can handle more. */
const FIRST_AT_ONCE = 6;
/**
 * The number of responses, all within `QUICK_MS`, after which an HTTP/2 origin gets up to `Limits.streams` requests at once.
 */
const QUICK_ANSWERS = 8;
const QUICK_MS = 1_000;
/** The response time, in milliseconds, above which a server seems to handle only one request at a time. */
const SLOW_MS = 4_000;
/** The first gap between requests, in milliseconds, if one request at a time is still too fast for the origin. */
const FIRST_GAP_MS = 100;
const LONGEST_GAP_MS = 2_000;
/** The time that a server may take to notice that we closed a connection before the response ended, in milliseconds. */
const CLOSE_MS = 200;
/** After this many responses without a refusal, the gap between requests to a rate-limited origin is halved. */
const ANSWERS_TO_SPEED_UP = 10;

/** The sequence number of a request, and the concurrency limit when it was sent. */
export interface Turn {
  readonly number: number;
  readonly limit: number;
}

export interface Sent {
  readonly exchange: Exchange;
  readonly turn: Turn;
  /** Whether no other request to the origin was in flight at any time from the request to the response. */
  readonly alone: boolean;
}

interface Alone {
  /** Waits before the request is sent. Other requests continue during the wait, unless `exclusive` is set. */
  readonly pause: () => Promise<void>;
  /** Whether other requests also wait during the pause. They may have caused the failure of the request that is retried. */
  readonly exclusive: boolean;
  /** Whether to wait until no other request is queued, because this request may take a long time. */
  readonly last: boolean;
  /** Called when the request's turn comes. Returns whether the request is still needed. */
  readonly wanted: () => boolean;
}

export class OriginQueue {
  readonly #limits: Limits;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  /** Requests to send alone: `#urgent` when no request is in flight, `#last` when no request is waiting either. */
  readonly #urgent: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  #limit: number;
  #underWay = 0;
  /** The number of requests that the auditor has ended, but that the server may still be processing. */
  #closing = 0;
  #alone = false;
  #turns = 0;
  /** The number of requests sent when the concurrency limit was last lowered. Failures of these do not lower it again. */
  #loweredAt = 0;
  #gapMs = 0;
  /** The number of requests sent when a failure last lengthened the gap between requests. */
  #gapSince = 0;
  #cooling = false;
  /** The longest gap with which the origin still refused requests, in milliseconds. */
  #refusedGapMs = 0;
  /** The number of responses counted toward the next halving of the gap; `undefined` unless the origin limits the rate. */
  #metered: number | undefined;
  #answers = 0;
  #allQuick = true;

  constructor(limits: Limits, wait: (ms: number) => Promise<void>) {
    this.#limits = limits;
    this.#wait = wait;
    this.#limit = Math.min(FIRST_AT_ONCE, limits.perOrigin);
  }

  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  /** Sends a request as soon as the concurrency limit allows it. */
  async concurrent(send: () => Promise<Exchange>): Promise<Sent> {
    await new Promise<void>((start) => {
      this.#waiting.push(start);
      this.#next();
    });
    const turn = { number: this.#turns, limit: this.#limit };
    const isFirst = this.#underWay === 1 && this.#closing === 0;
    try {
      const exchange = await this.#closed(send());
      // `alone` is false if another request started before this one ended.
      return { exchange, turn, alone: isFirst && this.#turns === turn.number };
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** Sends a request after all requests in flight have ended. No other request starts until it ends. */
  async solo(send: () => Promise<Exchange>): Promise<Sent> {
    await this.#turnAlone(this.#urgent);
    try {
      const exchange = await this.#closed(send());
      return { exchange, turn: { number: this.#turns, limit: 1 }, alone: true };
    } finally {
      this.#endAlone();
    }
  }

  /** Sends a request with no other request in flight. Returns `undefined` if it is no longer needed when its turn comes. */
  async alone({ pause, exclusive, last, wanted }: Alone, send: () => Promise<Exchange>) {
    if (!exclusive) await pause();
    await this.#turnAlone(last ? this.#last : this.#urgent);
    try {
      if (!wanted()) return undefined;
      if (exclusive) await pause();
      return await this.#closed(send());
    } finally {
      this.#endAlone();
    }
  }

  /** Awaits a response. If the auditor cut it off, requests that must be sent alone wait until the server may have noticed. */
  async #closed(sent: Promise<Exchange>): Promise<Exchange> {
    const exchange = await sent;
    if (exchange.answer?.truncated !== true && exchange.failure?.reason !== 'timeout') return exchange;
    this.#closing += 1;
    void this.#wait(CLOSE_MS).then(() => {
      this.#closing -= 1;
      this.#next();
    });
    return exchange;
  }

  #turnAlone(queue: (() => void)[]): Promise<void> {
    return new Promise((start) => {
      queue.push(start);
      this.#next();
    });
  }

  #endAlone(): void {
    this.#alone = false;
    this.#cool();
    this.#next();
  }

  /** Returns whether the concurrency limit was lowered and has not been restored. */
  get isStrained(): boolean {
    return this.#loweredAt > 0;
  }

  /** Limits the origin to one request at a time. */
  narrow(): void {
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = 1;
  }

  /** Lowers the concurrency limit after a slow response. Raises it after any other response, unless it was lowered before. */
  answered({ exchange: { answer }, turn }: Sent): void {
    if (answer === undefined) return;
    if (answer.ms > SLOW_MS && turn.limit > 1) this.strained(turn);
    this.#speedUp();
    this.#answers += 1;
    this.#allQuick &&= answer.ms < QUICK_MS;
    if (this.#loweredAt > 0) return;
    const quick = this.#allQuick && this.#answers >= QUICK_ANSWERS;
    if (quick && answer.httpVersion === '2') this.#limit = this.#limits.streams;
    else this.#limit = Math.max(this.#limit, Math.min(this.#limit + 1, this.#limits.perOrigin));
    this.#next();
  }

  /** Lowers the concurrency limit to 2, then to 1. Failures of requests that were in flight together lower it only once. */
  strained({ number }: Turn): void {
    if (number <= this.#loweredAt) return;
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = this.#limit > 2 ? 2 : 1;
  }

  /** Lengthens the gap between requests, because a request failed although it was sent one at a time. */
  slowDown({ number, limit }: Turn): void {
    if (limit > 1 || number <= this.#gapSince) return;
    this.#gapSince = this.#turns;
    this.#refusedGapMs = Math.max(this.#refusedGapMs, this.#gapMs);
    if (this.#metered !== undefined) this.#metered = 0;
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, FIRST_GAP_MS), LONGEST_GAP_MS);
    this.#cool();
  }

  /** From now on, sends one request at a time, at least `gapMs` apart, because the origin limits the rate. */
  meter(gapMs: number): void {
    this.narrow();
    this.#gapMs = Math.max(gapMs, this.#gapMs);
    this.#metered = 0;
    this.#cool();
  }

  #speedUp(): void {
    if (this.#metered === undefined || ++this.#metered < ANSWERS_TO_SPEED_UP) return;
    this.#metered = 0;
    if (this.#gapMs / 2 > this.#refusedGapMs) this.#gapMs /= 2;
  }

  /** Restores the concurrency limit. Concurrency did not cause the failures: requests sent one at a time also failed. */
  endBackOff(): void {
    this.#loweredAt = 0;
    this.#limit = this.#limits.perOrigin;
    this.#next();
  }

  #next(): void {
    if (this.#alone) return;
    if (this.#urgent.length > 0) {
      this.#startAlone(this.#urgent);
      return;
    }
    while (this.#waiting.length > 0 && this.#underWay < this.#limit && !this.#cooling) {
      this.#underWay += 1;
      this.#turns += 1;
      this.#cool();
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length === 0) this.#startAlone(this.#last);
  }

  #startAlone(queue: (() => void)[]): void {
    if (this.#underWay > 0 || this.#closing > 0) return;
    const start = queue.shift();
    if (start === undefined) return;
    this.#alone = true;
    start();
  }

  /** Delays the next request by the gap. */
  #cool(): void {
    if (this.#gapMs === 0 || this.#cooling) return;
    this.#cooling = true;
    void this.#wait(this.#gapMs).then(() => {
      this.#cooling = false;
      this.#next();
    });
  }
}
