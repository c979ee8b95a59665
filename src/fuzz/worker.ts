/** A thread that feeds inputs; whoever started it ends it when it does not come back. */
import { parentPort, workerData } from 'node:worker_threads';
import { feed, inputOf, shorten } from './feed.ts';
import type { FuzzTarget } from './target.ts';
import { targetNamed } from './targets/index.ts';

/** What the thread is asked for. */
export type Order =
  | {
      readonly do: 'feed';
      readonly target: string;
      readonly seed: number;
      readonly from: number;
      readonly forMs: number;
    }
  | { readonly do: 'try'; readonly target: string; readonly input: string }
  | {
      readonly do: 'shorten';
      readonly target: string;
      readonly input: string;
      readonly why: string;
      readonly forMs: number;
    };

/** What it says when it is done. */
export interface Done {
  /** The number of the input after the last one that was fed. */
  readonly next: number;
  readonly why?: string | undefined;
  readonly input?: string | undefined;
}

/** In memory that both sides see: the number of the input that is being fed. */
const current = new Int32Array(workerData as SharedArrayBuffer);

async function obey(order: Order): Promise<Done> {
  const target = targetNamed(order.target);
  if (target === undefined) throw new Error(`There is no target ${order.target}.`);
  switch (order.do) {
    case 'feed':
      return feedMany(target, order);
    case 'try':
      return { next: 0, why: await feed(target, order.input), input: order.input };
    case 'shorten':
      return { next: 0, why: order.why, input: await shorten(target, order.input, order.why, order.forMs) };
  }
}

async function feedMany(target: FuzzTarget, order: Extract<Order, { do: 'feed' }>): Promise<Done> {
  const until = Date.now() + order.forMs;
  let index = order.from;
  for (; Date.now() < until; index++) {
    Atomics.store(current, 0, index);
    const input = inputOf(target, order.seed, index);
    const why = await feed(target, input);
    if (why !== undefined) return { next: index + 1, why, input };
  }
  return { next: index };
}

parentPort?.on('message', (order: Order) => {
  obey(order).then(
    (done) => parentPort?.postMessage(done),
    (error: unknown) => {
      throw error;
    },
  );
});
