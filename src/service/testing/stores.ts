/** Wraps stores so that they behave like stores on a network. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConditionalStore } from '../store.ts';

/** A store and the number of its operations of each kind. */
export interface Counted {
  readonly store: ConditionalStore;
  readonly trips: { reads: number; writes: number; removals: number; lists: number };
}

/** Delays each operation at random, so operations of several writers interleave. */
export function jittery(store: ConditionalStore, mostMs = 4): ConditionalStore {
  const pause = () => sleep(Math.random() * mostMs);
  return around(store, pause, pause);
}

/** Counts the operations on a store. */
export function counted(store: ConditionalStore): Counted {
  const trips = { reads: 0, writes: 0, removals: 0, lists: 0 };
  const count = async (kind: keyof typeof trips) => {
    trips[kind] += 1;
  };
  return { trips, store: around(store, count) };
}

/** Returns a store that fails while `isDown` returns true, and never responds while it returns `hang`. */
export function failing(store: ConditionalStore, isDown: () => boolean | 'hang'): ConditionalStore {
  const gate = async () => {
    const down = isDown();
    if (down === 'hang') await new Promise(() => undefined);
    if (down === true) throw new Error('connect ECONNREFUSED 10.0.0.7:443');
  };
  return around(store, gate);
}

/** Runs each operation between `before` and `after`. */
function around(
  store: ConditionalStore,
  before: (kind: keyof Counted['trips']) => Promise<unknown>,
  after: () => Promise<unknown> = async () => undefined,
): ConditionalStore {
  const through = async <T>(kind: keyof Counted['trips'], work: () => Promise<T>): Promise<T> => {
    await before(kind);
    const result = await work();
    await after();
    return result;
  };
  return {
    read: (key) => through('reads', () => store.read(key)),
    write: (key, text, condition) => through('writes', () => store.write(key, text, condition)),
    remove: (key) => through('removals', () => store.remove(key)),
    keys: (prefix) => through('lists', () => store.keys(prefix)),
    folders: (prefix) => through('lists', () => store.folders(prefix)),
  };
}
