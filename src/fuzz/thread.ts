/** The thread that inputs are fed in, from outside: started when it is needed, ended when it does not come back. */
import { Worker } from 'node:worker_threads';
import { inputOf } from './feed.ts';
import { targetNamed } from './targets/index.ts';
import type { Done, Order } from './worker.ts';

/** An input that has not been read after so long is one that is never read, in milliseconds. */
const HANG_MS = 30_000;
const POLL_MS = 500;
/** More memory than this no reader of 2 MiB needs, in MiB. */
const HEAP_MIB = 1_024;

export class Thread implements AsyncDisposable {
  #worker: Worker | undefined;
  #current = new Int32Array(new SharedArrayBuffer(4));

  /** Gives an order; an input that does not end, or takes all memory, is found by its number. */
  async obey(order: Order): Promise<Done> {
    this.#current[0] = order.do === 'feed' ? order.from : 0;
    const worker = this.#started();
    const answer = Promise.withResolvers<Done>();
    const stopped = (why: string) => answer.resolve(this.#lost(order, why));
    const onError = (error: Error) => stopped(`${error.name}: ${error.message}`);
    const onExit = () => stopped('ends the process');
    worker.once('message', answer.resolve).once('error', onError).once('exit', onExit);
    const watch = this.#watch(order, () => stopped(`does not end within ${HANG_MS / 1000} s`));
    worker.postMessage(order);
    try {
      const done = await answer.promise;
      if (done.why !== undefined && order.do !== 'shorten') await this.#end(worker);
      return done;
    } finally {
      clearInterval(watch);
      worker.off('message', answer.resolve).off('error', onError).off('exit', onExit);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#worker !== undefined) await this.#end(this.#worker);
  }

  #started(): Worker {
    this.#worker ??= new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#current.buffer,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    return this.#worker;
  }

  #watch(order: Order, onHang: () => void): NodeJS.Timeout {
    let seen = -1;
    let since = Date.now();
    const allowed = order.do === 'shorten' ? HANG_MS + order.forMs : HANG_MS;
    return setInterval(() => {
      const index = Atomics.load(this.#current, 0);
      if (index !== seen) since = Date.now();
      seen = index;
      if (Date.now() - since > allowed) onHang();
    }, POLL_MS);
  }

  #lost(order: Order, why: string): Done {
    const index = Atomics.load(this.#current, 0);
    const target = targetNamed(order.target);
    const input =
      order.do !== 'feed' ? order.input : target === undefined ? '' : inputOf(target, order.seed, index);
    return { next: index + 1, why, input };
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#worker === worker) this.#worker = undefined;
    await worker.terminate();
  }
}
