/** The requests of one audit to one origin: how many are under way at a time, and which of them runs alone. */

import type { Limits } from '../../base/limits.ts';
import type { Exchange } from '../io/io.ts';

/** The requests that are sent at once before the origin has shown that it takes them. */
const FIRST_AT_ONCE = 6;
/** An origin that has answered this many requests, each in less than `QUICK_MS`, gets all the streams of HTTP/2. */
const QUICK_ANSWERS = 8;
const QUICK_MS = 1_000;
/** An answer that took so long in company tells of a server that takes one request at a time. */
const SLOW_MS = 4_000;
/** The pauses between requests to an origin that does not stand one at a time without them, in milliseconds. */
const FIRST_GAP_MS = 100;
const LONGEST_GAP_MS = 2_000;
/** After so many responses without a refusal a metered origin is asked twice as fast. */
const ANSWERS_TO_SPEED_UP = 10;

/** When a request was sent, and how many were allowed at a time then. */
export interface Turn {
  readonly number: number;
  readonly limit: number;
}

/** A request that was sent in its turn. */
export interface Sent {
  readonly seen: Exchange;
  readonly turn: Turn;
  /** No other request to the origin was in flight at any time between the request and its response. */
  readonly alone: boolean;
}

interface Alone {
  /** Before the request; others go on meanwhile unless `hold`. */
  readonly pause: () => Promise<void>;
  /** Nothing else is sent from now on: what failed may fail because of it. */
  readonly exclusive: boolean;
  /** Waits until nothing else wants to be sent, because it may take long. */
  readonly last: boolean;
  /** Asked when its turn has come: whether it is still of use. */
  readonly wanted: () => boolean;
}

export class OriginQueue {
  readonly #limits: Limits;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  /** Those that run alone as soon as the others have ended, and those that let all others go first. */
  readonly #urgent: (() => void)[] = [];
  readonly #last: (() => void)[] = [];
  #limit: number;
  #underWay = 0;
  #alone = false;
  #turns = 0;
  /** The turn from which on the limit is as low as it is: failures of earlier ones do not lower it again. */
  #loweredAt = 0;
  #gapMs = 0;
  /** The turn from which on the gap is as long as it is. */
  #gapSince = 0;
  #cooling = false;
  /** The longest gap at which the origin still refused. */
  #refusedGapMs = 0;
  /** Responses since the gap was last changed; `undefined` if the gap is not made shorter. */
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

  /** Runs a request as one of those that may be under way. */
  async concurrent(send: () => Promise<Exchange>): Promise<Sent> {
    await new Promise<void>((start) => {
      this.#waiting.push(start);
      this.#next();
    });
    const turn = { number: this.#turns, limit: this.#limit };
    const isFirst = this.#underWay === 1;
    try {
      const seen = await send();
      // A later turn began before this request ended.
      return { seen, turn, alone: isFirst && this.#turns === turn.number };
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** Runs a request as soon as those in flight have ended, while no other is in flight. */
  async solo(send: () => Promise<Exchange>): Promise<Sent> {
    await this.#turnAlone(this.#urgent);
    try {
      return { seen: await send(), turn: { number: this.#turns, limit: 1 }, alone: true };
    } finally {
      this.#endAlone();
    }
  }

  /** Runs a request while no other is under way; `undefined` where it is not wanted any more by then. */
  async alone({ pause, exclusive, last, wanted }: Alone, send: () => Promise<Exchange>) {
    if (!exclusive) await pause();
    await this.#turnAlone(last ? this.#last : this.#urgent);
    try {
      if (!wanted()) return undefined;
      if (exclusive) await pause();
      return await send();
    } finally {
      this.#endAlone();
    }
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

  /** Whether a transient failure has lowered the number of requests at a time. */
  get isStrained(): boolean {
    return this.#loweredAt > 0;
  }

  /** From now on one request at a time. */
  narrow(): void {
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = 1;
  }

  /** The origin answered: it may be asked more at a time, unless it has shown a transient failure. */
  answered({ seen, turn }: Sent): void {
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

  /** A transient failure: fewer at a time, 2 and then 1, but a step only once for those that were under way together. */
  strained({ number }: Turn): void {
    if (number <= this.#loweredAt) return;
    this.#loweredAt = Math.max(this.#turns, 1);
    this.#limit = this.#limit > 2 ? 2 : 1;
  }

  /** One at a time was still too fast for what was sent in this turn: from now on with pauses between them. */
  slowDown({ number, limit }: Turn): void {
    if (limit > 1 || number <= this.#gapSince) return;
    this.#gapSince = this.#turns;
    this.#refusedGapMs = Math.max(this.#refusedGapMs, this.#gapMs);
    if (this.#metered !== undefined) this.#metered = 0;
    this.#gapMs = Math.min(Math.max(this.#gapMs * 2, FIRST_GAP_MS), LONGEST_GAP_MS);
    this.#cool();
  }

  /** The origin limits the rate: one request at a time, with this gap, which gets shorter while nothing is refused. */
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

  /** What looked like a transient failure was the site's own fault, which it gives to one alone too. */
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
    if (this.#underWay > 0) return;
    const start = queue.shift();
    if (start === undefined) return;
    this.#alone = true;
    start();
  }

  /** Keeps the gap to what was sent last. */
  #cool(): void {
    if (this.#gapMs === 0 || this.#cooling) return;
    this.#cooling = true;
    void this.#wait(this.#gapMs).then(() => {
      this.#cooling = false;
      this.#next();
    });
  }
}
