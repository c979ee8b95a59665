/** Stores that behave as a network makes them behave. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConditionalStore } from '../store.ts';

/** How often each operation was asked for. */
export interface Counted {
  readonly store: ConditionalStore;
  readonly trips: { reads: number; writes: number; removals: number; lists: number };
}

/** Answers after a while that differs from call to call, so that operations of several writers interleave. */
export function jittery(store: ConditionalStore, mostMs = 4): ConditionalStore {
  const pause = () => sleep(Math.random() * mostMs);
  return around(store, pause, pause);
}

/** Counts round trips. */
export function counted(store: ConditionalStore): Counted {
  const trips = { reads: 0, writes: 0, removals: 0, lists: 0 };
  return {
    trips,
    store: {
      read: (key) => {
        trips.reads++;
        return store.read(key);
      },
      write: (key, text, condition) => {
        trips.writes++;
        return store.write(key, text, condition);
      },
      remove: (key) => {
        trips.removals++;
        return store.remove(key);
      },
      keys: (prefix) => {
        trips.lists++;
        return store.keys(prefix);
      },
      folders: (prefix) => {
        trips.lists++;
        return store.folders(prefix);
      },
    },
  };
}

/** Fails where `isDown` says so; `hang` in place of failing never answers. */
export function failing(store: ConditionalStore, isDown: () => boolean | 'hang'): ConditionalStore {
  const gate = async () => {
    const down = isDown();
    if (down === 'hang') await new Promise(() => undefined);
    if (down === true) throw new Error('connect ECONNREFUSED 10.0.0.7:443');
  };
  return around(store, gate, async () => undefined);
}

function around(
  store: ConditionalStore,
  before: () => Promise<unknown>,
  after: () => Promise<unknown>,
): ConditionalStore {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    await before();
    const result = await work();
    await after();
    return result;
  };
  return {
    read: (key) => through(() => store.read(key)),
    write: (key, text, condition) => through(() => store.write(key, text, condition)),
    remove: (key) => through(() => store.remove(key)),
    keys: (prefix) => through(() => store.keys(prefix)),
    folders: (prefix) => through(() => store.folders(prefix)),
  };
}
