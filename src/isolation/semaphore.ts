/**
 * So many at a time: the others wait for their turn, and leave when their time is up or their caller has gone. Who has no use
 * of a turn offers it: whoever waits, or comes later, gets the one that was offered first.
 */

export class Semaphore {
  readonly #waiting = new Set<() => void>();
  readonly #offers = new Set<() => void>();
  /** Turns that were taken from their holders, who have not ended them yet. */
  #owed = 0;
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Waits for a turn.
   *
   * @returns false where `signal` aborted or `ms` milliseconds passed first; else `leave` must be called afterwards
   */
  async acquire(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const finish = (entered: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', give);
        this.#waiting.delete(take);
        resolve(entered);
      };
      const take = () => finish(true);
      const give = () => finish(false);
      const timer = setTimeout(give, ms);
      signal?.addEventListener('abort', give, { once: true });
      this.#waiting.add(take);
      this.#takeOffers();
    });
  }

  /**
   * Offers a turn to whoever waits.
   *
   * @param give told, once, that it is taken: the turn is to be ended, by `release(true)`
   * @returns withdraws the offer
   */
  offer(give: () => void): () => void {
    this.#offers.add(give);
    this.#takeOffers();
    return () => void this.#offers.delete(give);
  }

  #takeOffers(): void {
    for (const give of this.#offers) {
      if (this.#waiting.size <= this.#owed) return;
      this.#offers.delete(give);
      this.#owed += 1;
      give();
    }
  }

  /**
   * Ends a turn: the one who has waited longest is next.
   *
   * @param given whether it was offered, and taken
   */
  release(given = false): void {
    if (given) this.#owed -= 1;
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }
}
