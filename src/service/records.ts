/**
 * Typed records in a store that several instances write at the same time. Each change is based on a known version of the
 * record and is written only if that version is still there; otherwise it is made again. This instance remembers what it has
 * seen, so a change needs one round trip if nobody else has written. Changes that wait for each other are written together.
 * Every record has an end, which is noted before the record is written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { untilAborted } from '../base/until-aborted.ts';
import { ServiceError } from './errors.ts';
import type { Condition, ConditionalStore } from './store.ts';

/** Records that are remembered. A live scorecard is about 100 kB. */
const REMEMBERED = 100;
/** How often a change is tried before the record is held to be unusable, and the longest pause between, in milliseconds. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;
/** What a caller may wait before trying again when the store fails, in seconds. */
const RETRY_AFTER_S = 30;
/**
 * A store removes without a condition, and would take a record with it that somebody has just written. So what is to be
 * removed is first replaced by a mark, on which nobody writes for this long, in milliseconds.
 */
const REMOVAL_MS = 30_000;
const REMOVAL_ATTEMPTS = 3;
const REMOVAL = /^\{"removed":(\d+)\}$/;

/** A version of a record; `etag` is `undefined` where there is none yet. */
interface Version<T> {
  readonly value: T | undefined;
  readonly etag: string | undefined;
  /** Somebody removes the record, and has said so at this time. */
  readonly removedAt?: number | undefined;
  /** When the store said so, or this instance wrote it. */
  readonly at?: number;
}

/** What a change makes of a record: the next value, or an answer that needs no change. */
export type RecordChange<T, R> = { readonly next: T; readonly answer: R } | { readonly answer: R };

/** A change that waits for its turn. */
interface Pending<T> {
  readonly change: (value: T | undefined) => RecordChange<T, unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface RecordsOptions<T> {
  readonly store: ConditionalStore;
  readonly schema: z.ZodType<T>;
  /** What is stored of a record; its JSON where left out. */
  readonly textOf?: ((value: T) => string) | undefined;
  /** How long one round trip to the store may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** When nothing in a record matters any more, in milliseconds of the epoch; known from the record alone. */
  readonly endOf: (value: T) => number;
  /** Is told when the record of a key will be over; it is written only if that has succeeded. */
  readonly schedule: (key: string, end: number) => Promise<void>;
}

export class Records<T> {
  readonly #options: RecordsOptions<T>;
  readonly #seen = new LRUCache<string, Version<T>>({ max: REMEMBERED });
  /** Changes of one record in this instance come one after the other, or they would defeat each other. */
  readonly #waiting = new Map<string, Pending<T>[]>();

  constructor(options: RecordsOptions<T>) {
    this.#options = options;
  }

  /**
   * The record as it stands in the store.
   *
   * @param recentMs what this instance knows may be so old, in milliseconds; then the store is not asked
   * @throws ServiceError `service_unavailable`
   */
  async read(key: string, recentMs = 0): Promise<T | undefined> {
    const { value, at } = this.#seen.get(key) ?? {};
    if (at !== undefined && this.#options.now() - at < recentMs) return value;
    return (await this.#load(key)).value;
  }

  /**
   * Returns the keys that begin with `prefix`, about a thousand at most.
   *
   * @throws ServiceError `service_unavailable`
   */
  keys(prefix: string): Promise<readonly string[]> {
    return this.#within(this.#options.store.keys(prefix));
  }

  /**
   * Changes a record. `change` may be called several times, each time with a newer version; an answer without a next
   * value is final only if it was made from what the store said during this call.
   *
   * @throws ServiceError `service_unavailable`, and whatever `change` throws
   */
  update<R>(key: string, change: (value: T | undefined) => RecordChange<T, R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const pending: Pending<T> = { change, resolve: (answer) => resolve(answer as R), reject };
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) {
        waiting.push(pending);
        return;
      }
      this.#waiting.set(key, [pending]);
      void this.#drain(key);
    });
  }

  /**
   * Removes the record of a key if it has ended. Exact also when others write it at the same time.
   *
   * @returns `false` where it must be looked at again: another instance is at it
   * @throws ServiceError `service_unavailable`
   */
  async removeEnded(key: string): Promise<boolean> {
    const { store, now, endOf } = this.#options;
    for (let attempt = 1; attempt <= REMOVAL_ATTEMPTS; attempt++) {
      const { value, etag, removedAt } = await this.#load(key);
      if (etag === undefined || (value !== undefined && endOf(value) > now())) return true;
      if (isRemoving(removedAt, now())) return false;
      const at = now();
      this.#seen.delete(key);
      const marked = await this.#within(store.write(key, JSON.stringify({ removed: at }), { etag }));
      if (marked === undefined) continue;
      // Who was slow leaves the rest to the next sweep: the mark may soon be written over.
      if (now() - at > REMOVAL_MS / 2) return false;
      await this.#within(store.remove(key));
      return true;
    }
    return false;
  }

  /** Makes the changes that wait for a record, and those that come meanwhile. */
  async #drain(key: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(key) ?? [];
      if (batch.length === 0) break;
      this.#waiting.set(key, []);
      try {
        await this.#commit(key, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(key);
  }

  /** Makes several changes in one write. */
  async #commit(key: string, batch: readonly Pending<T>[]): Promise<void> {
    const { now } = this.#options;
    // What is remembered may be old, and a record that was never seen may be there: the write will tell.
    let version: Version<T> = this.#seen.get(key) ?? { value: undefined, etag: undefined };
    let loaded = false;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (!isRemoving(version.removedAt, now())) {
        const made = changed(version.value, batch);
        const stands =
          made.next === undefined ? loaded : await this.#write(key, made.next.value, version.etag);
        if (stands) {
          made.tell();
          return;
        }
      }
      if (loaded) await sleep(Math.random() * PAUSE_MS);
      version = await this.#load(key);
      loaded = true;
    }
    throw unavailable('too many writers change it at once');
  }

  async #load(key: string): Promise<Version<T>> {
    const entry = await this.#within(this.#options.store.read(key));
    const known = this.#seen.get(key);
    // What has not changed is not parsed again: checking a scorecard takes as long as all else in an answer.
    const version: Version<T> =
      known !== undefined && entry !== undefined && known.etag === entry.etag
        ? known
        : entry === undefined
          ? { value: undefined, etag: undefined }
          : this.#parse(entry.text, entry.etag);
    this.#seen.set(key, { ...version, at: this.#options.now() });
    return version;
  }

  async #write(key: string, value: T, etag: string | undefined): Promise<boolean> {
    const { store, schedule, endOf } = this.#options;
    const condition: Condition = etag === undefined ? 'new' : { etag };
    await this.#within(schedule(key, endOf(value)));
    this.#seen.delete(key);
    const written = await this.#within(store.write(key, JSON.stringify(value), condition));
    if (written === undefined) return false;
    this.#seen.set(key, { value, etag: written, at: this.#options.now() });
    return true;
  }

  /** A record of an earlier release that can no longer be read counts as none; the next write replaces it. */
  #parse(text: string, etag: string): Version<T> {
    const [, removed] = REMOVAL.exec(text) ?? [];
    if (removed !== undefined) return { value: undefined, etag, removedAt: Number(removed) };
    try {
      return { value: this.#options.schema.safeParse(JSON.parse(text)).data, etag };
    } catch {
      return { value: undefined, etag };
    }
  }

  async #within<R>(work: Promise<R>): Promise<R> {
    try {
      return await untilAborted(work, AbortSignal.timeout(this.#options.deadlineMs));
    } catch (cause) {
      throw unavailable('it cannot be reached', cause);
    }
  }
}

/** What a batch makes of a record; `tell` gives each its answer, once that stands. A change that throws changes nothing. */
function changed<T>(
  value: T | undefined,
  batch: readonly Pending<T>[],
): { readonly next: { readonly value: T } | undefined; readonly tell: () => void } {
  let next: { readonly value: T } | undefined;
  const tells: (() => void)[] = [];
  for (const { change, resolve, reject } of batch) {
    try {
      const made = change(next === undefined ? value : next.value);
      if ('next' in made) next = { value: made.next };
      tells.push(() => resolve(made.answer));
    } catch (error) {
      tells.push(() => reject(error));
    }
  }
  return {
    next,
    tell: () => {
      for (const tell of tells) tell();
    },
  };
}

function isRemoving(removedAt: number | undefined, now: number): boolean {
  return removedAt !== undefined && removedAt > now - REMOVAL_MS;
}

function unavailable(why: string, cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', `The service's store is failing: ${why}. Try again later.`, {
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}
