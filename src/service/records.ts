/**
 * Typed records in a store that several instances write at once: each change is made to a known version of the record
 * and written only where that version still stands, else it is made again. What this instance has seen is remembered,
 * so that a change needs one round trip where nobody else has written meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { ServiceError } from './errors.ts';
import type { Condition, ConditionalStore } from './store.ts';

/** Records that are remembered. A live scorecard is about 100 kB. */
const REMEMBERED = 100;
/** How often a change is tried before the record is held to be unusable, and the longest pause between, in milliseconds. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;
/** What a caller may wait before trying again when the store fails, in seconds. */
const RETRY_AFTER_S = 30;

/** A version of a record; `etag` is `undefined` where there is none yet. */
interface Version<T> {
  readonly value: T | undefined;
  readonly etag: string | undefined;
}

/** What a change makes of a record: the next value, or an answer that needs no change. */
export type Change<T, R> = { readonly next: T; readonly answer: R } | { readonly answer: R };

export interface RecordsOptions<T> {
  readonly store: ConditionalStore;
  readonly schema: z.ZodType<T>;
  /** How long one round trip to the store may take, in milliseconds. */
  readonly deadlineMs: number;
}

export class Records<T> {
  readonly #options: RecordsOptions<T>;
  readonly #seen = new LRUCache<string, Version<T>>({ max: REMEMBERED });
  /** Changes of one record in this instance come one after the other, or they would defeat each other. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: RecordsOptions<T>) {
    this.#options = options;
  }

  /**
   * The record as it stands in the store.
   *
   * @throws ServiceError `service_unavailable`
   */
  async read(key: string): Promise<T | undefined> {
    return (await this.#load(key)).value;
  }

  /**
   * Changes a record. `change` may be called several times, each time with a newer version; an answer without a next
   * value is final only if it was made from what the store said during this call.
   *
   * @throws ServiceError `service_unavailable`, and whatever `change` throws
   */
  async update<R>(key: string, change: (value: T | undefined) => Change<T, R>): Promise<R> {
    const before = this.#queues.get(key) ?? Promise.resolve();
    const own = before.then(() => this.#update(key, change));
    const settled = own.catch(() => undefined);
    this.#queues.set(key, settled);
    try {
      return await own;
    } finally {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    }
  }

  /** @throws ServiceError `service_unavailable` */
  async remove(key: string): Promise<void> {
    this.#seen.delete(key);
    await this.#within(this.#options.store.remove(key));
  }

  async #update<R>(key: string, change: (value: T | undefined) => Change<T, R>): Promise<R> {
    // What is remembered may be old, and a record that was never seen may be there: the write will tell.
    let version: Version<T> = this.#seen.get(key) ?? { value: undefined, etag: undefined };
    let current = false;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const changed = change(version.value);
      if ('next' in changed) {
        const written = await this.#write(key, changed.next, version.etag);
        if (written) return changed.answer;
        if (attempt > 1) await sleep(Math.random() * PAUSE_MS);
      } else if (current) {
        return changed.answer;
      }
      version = await this.#load(key);
      current = true;
    }
    throw unavailable('too many writers change it at once');
  }

  async #load(key: string): Promise<Version<T>> {
    const entry = await this.#within(this.#options.store.read(key));
    const known = this.#seen.get(key);
    // What has not changed is not parsed again: checking a scorecard takes as long as all else in an answer.
    if (known !== undefined && entry !== undefined && known.etag === entry.etag) return known;
    const version: Version<T> =
      entry === undefined
        ? { value: undefined, etag: undefined }
        : { value: this.#parse(entry.text), etag: entry.etag };
    this.#seen.set(key, version);
    return version;
  }

  async #write(key: string, value: T, etag: string | undefined): Promise<boolean> {
    const condition: Condition = etag === undefined ? 'new' : { etag };
    this.#seen.delete(key);
    const written = await this.#within(this.#options.store.write(key, JSON.stringify(value), condition));
    if (written === undefined) return false;
    this.#seen.set(key, { value, etag: written });
    return true;
  }

  /** A record of an earlier release that can no longer be read counts as none; the next write replaces it. */
  #parse(text: string): T | undefined {
    try {
      return this.#options.schema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }

  async #within<R>(work: Promise<R>): Promise<R> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new Error('it did not answer in time')),
      this.#options.deadlineMs,
    );
    try {
      return await Promise.race([work, late.promise]);
    } catch (cause) {
      throw unavailable('it cannot be reached', cause);
    } finally {
      clearTimeout(timer);
    }
  }
}

function unavailable(why: string, cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', `The service's store fails: ${why}. Try again later.`, {
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}
