/** The queue of one audit's requests to one origin: how many are in flight, and which runs with no other in flight. */

import type { Limits } from '../../base/limits.ts';
import type { Exchange } from '../io/io.ts';

/** The initial number of requests in flight, before the origin has shown that it can handle them. */
const FIRST_AT_ONCE = 6;
/** After this many responses, each within `QUICK_MS`, the origin gets all HTTP/2 streams. */
const QUICK_ANSWERS = 8;
const QUICK_MS = 1_000;
/** A response that takes this long while others are in flight indicates a server that handles one request at a time. */
const SLOW_MS = 4_000;
/** The gaps between requests to an origin that cannot handle one at a time without them, in milliseconds. */
const FIRST_GAP_MS = 100;
const LONGEST_GAP_MS = 2_000;
/** How long a server may take to notice that we closed a connection before its response ended, in milliseconds. */
const CLOSE_MS = 200;
/** After this many responses without a refusal, the rate for a metered origin doubles. */
const ANSWERS_TO_SPEED_UP = 10;

/** When a request was sent, and the concurrency limit then. */
export interface Turn {
  readonly number: number;
  readonly limit: number;
}

/** A request that was sent in its turn. */
export interface Sent {
  readonly exchange: Exchange;
  readonly turn: Turn;
  /** Whether no other request to the origin was in flight between the request and its response. */
  readonly alone: boolean;
}

interface Alone {
  /** Runs before the request; others continue meanwhile unless `hold`. */
  readonly pause: () => Promise<void>;
  /** Sends nothing else from now on: failures may be caused by other requests. */
  readonly exclusive: boolean;
  /** Waits until nothing else is queued, because it may take long. */
  readonly last: boolean;
  /** Called when its turn has come: whether it is still needed. */
  readonly wanted: () => boolean;
}

export class OriginQueue {
  readonly #limits: Limits;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  /** Requests that run when those in flight have ended, and requests that let all others go first. */
  readonly #urgent: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  #limit: number;
  #underWay = 0;
  /** Requests that have ended for us, and that the server may still count as in flight. */
  #closing = 0;
  #alone = false;
  #turns = 0;
  /** The turn since which the limit is this low: failures of earlier turns do not lower it again. */
  #loweredAt = 0;
  #gapMs = 0;
  /** The turn since which the gap is this long. */
  #gapSince = 0;
  #cooling = false;
  /** The longest gap at which the origin still refused. */
  #refusedGapMs = 0;
  /** The number of responses since the gap last changed; `undefined` if the gap is fixed. */
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

  /** Runs a request within the concurrency limit. */
  async concurrent(send: () => Promise<Exchange>): Promise<Sent> {
    await new Promise<void>((start) => {
      this.#waiting.push(start);
      this.#next();
    });
    const turn = { number: this.#turns, limit: this.#limit };
    const isFirst = this.#underWay === 1 && this.#closing === 0;
    try {
      const exchange = await this.#closed(send());
      // A later turn began before this request ended.
      return { exchange, turn, alone: isFirst && this.#turns === turn.number };
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** Runs a request when those in flight have ended, while no other is in flight. */
  async solo(send: () => Promise<Exchange>): Promise<Sent> {
    await this.#turnAlone(this.#urgent);
    try {
      const exchange = await this.#closed(send());
      return { exchange, turn: { number: this.#turns, limit: 1 }, alone: true };
    } finally {
      this.#endAlone();
    }
  }

  /** Runs a request while no other is in flight; `undefined` if it is no longer needed by then. */
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

  /** Lets nothing run alone until the server has had time to notice that a response was cut off. */
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

  /** Whether a transient failure has lowered the concurrency limit. */
  get isStrained(): boolean {
    return this.#loweredAt > 0;
  }

  /** Limits the origin to one request at a time. */
  narrow(): void {
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = 1;
  }

  /** The origin responded: raises the limit, unless it has shown a transient failure. */
  answered({ exchange: seen, turn }: Sent): void {
    const { answer } = seen;
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

  /** A transient failure lowers the limit to 2 and then 1, one step for all requests that were in flight together. */
  strained({ number }: Turn): void {
    if (number <= this.#loweredAt) return;
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = this.#limit > 2 ? 2 : 1;
  }

  /** One at a time was still too fast for this turn: adds gaps from now on. */
  slowDown({ number, limit }: Turn): void {
    if (limit > 1 || number <= this.#gapSince) return;
    this.#gapSince = this.#turns;
    this.#refusedGapMs = Math.max(this.#refusedGapMs, this.#gapMs);
    if (this.#metered !== undefined) this.#metered = 0;
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, FIRST_GAP_MS), LONGEST_GAP_MS);
    this.#cool();
  }

  /** The origin limits the rate: one request at a time with this gap, which shrinks while nothing is refused. */
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

  /** The apparent transient failure was the site's own fault, because it occurs with no other request in flight too. */
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

  /** Keeps the gap after the last request. */
  #cool(): void {
    if (this.#gapMs === 0 || this.#cooling) return;
    this.#cooling = true;
    void this.#wait(this.#gapMs).then(() => {
      this.#cooling = false;
      this.#next();
    });
  }
}
