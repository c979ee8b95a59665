/** So many at a time: the others wait for their turn, and leave when their time is up or their caller has gone. */

export class Semaphore {
  readonly #waiting = new Set<() => void>();
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
    });
  }

  /** Ends a turn: the one who has waited longest is next. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }
}
