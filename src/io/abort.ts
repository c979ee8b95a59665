/** Ends of waiting: a time limit within a caller's signal. */

/** Aborts when the time is up, or when the caller's signal does. Disposing it frees its timer. */
export class Timer implements Disposable {
  readonly #abort = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timeout: NodeJS.Timeout;
  readonly #stop = () => this.#abort.abort();
  /** It was the time limit that aborted. */
  passed = false;

  constructor(ms: number, outer: AbortSignal) {
    this.#outer = outer;
    this.#timeout = setTimeout(() => {
      this.passed = !this.#abort.signal.aborted;
      this.#stop();
    }, ms);
    outer.addEventListener('abort', this.#stop, { once: true });
    if (outer.aborted) this.#stop();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timeout);
    this.#outer.removeEventListener('abort', this.#stop);
  }
}

/**
 * Waits for a promise no longer than until `signal` aborts; what it comes to afterwards is dropped.
 *
 * @throws the signal's reason, or what the promise rejects with
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
