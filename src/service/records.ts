/**
 * Records with a schema, in a store that several instances write concurrently. A change is written only if the record still
 * has the version that the change was based on; otherwise the change is applied to the new version. Versions are cached, so a
 * change needs one request if no other instance has written. Queued changes are written together. Every record expires.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { untilAborted } from '../base/until-aborted.ts';
import { ServiceError } from './errors.ts';
import type { Condition, ConditionalStore } from './store.ts';

/** The maximum number of cached records. A live scorecard takes about 100 kB. */
const REMEMBERED = 100;
/** The maximum number of attempts to write a change, and the maximum pause between them, in milliseconds. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;
/** Seconds before callers should retry when the store fails. */
const RETRY_AFTER_S = 30;
/** How long a removal mark blocks writes, in milliseconds. A record is replaced with a removal mark before it is deleted. */
const REMOVAL_MS = 30_000;
const REMOVAL_ATTEMPTS = 3;
const REMOVAL = /^\{"removed":(\d+)\}$/;

/** A version of a record; `etag` is `undefined` if the record does not exist. */
interface Version<T> {
  readonly value: T | undefined;
  readonly etag: string | undefined;
  /** When an instance replaced the record with a removal mark, in milliseconds since the epoch. */
  readonly removedAt?: number | undefined;
  readonly at?: number;
}

/** The outcome of a change: the answer for the caller, and the next value if the record changes. */
export type RecordChange<T, R> = { readonly next: T; readonly answer: R } | { readonly answer: R };

interface Pending<T> {
  readonly change: (value: T | undefined) => RecordChange<T, unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface RecordsOptions<T> {
  readonly store: ConditionalStore;
  readonly schema: z.ZodType<T>;
  /** The time limit for one request to the store, in milliseconds. */
  readonly deadlineMs: number;
  /** Returns the time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Returns when a record expires, in milliseconds since the epoch. Must depend only on the record. */
  readonly endOf: (value: T) => number;
  /** Adds a record to the index of expiring records. The record is written only if this succeeds. */
  readonly schedule: (key: string, end: number) => Promise<void>;
}

export class Records<T> {
  readonly #options: RecordsOptions<T>;
  readonly #cached = new LRUCache<string, Version<T>>({ max: REMEMBERED });
  /** Queued changes by key. They are applied one at a time, because concurrent changes to one record would conflict. */
  readonly #waiting = new Map<string, Pending<T>[]>();

  constructor(options: RecordsOptions<T>) {
    this.#options = options;
  }

  /**
   * Returns a record from the store.
   * @param recentMs the maximum age of a cached copy, in milliseconds; a younger copy is returned without a request
   * @throws ServiceError `service_unavailable`
   */
  async read(key: string, recentMs = 0): Promise<T | undefined> {
    const { value, at } = this.#cached.get(key) ?? {};
    if (at !== undefined && this.#options.now() - at < recentMs) return value;
    return (await this.#load(key)).value;
  }

  /**
   * Returns the keys that begin with `prefix`, about a thousand at most.
   * @throws ServiceError `service_unavailable`
   */
  keys(prefix: string): Promise<readonly string[]> {
    return this.#within(this.#options.store.keys(prefix));
  }

  /**
   * Changes a record. First calls `change` with the cached version. If the write then shows that this version is outdated, calls
   * `change` again with the stored version. If `change` returns no next value, there is no write, so it is also called again.
   * @throws ServiceError `service_unavailable`, and any error that `change` throws
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
   * Removes a record if it has expired. Other instances may write the record at the same time.
   * @returns `false` if the key must be checked again later, for example because another instance is removing the record
   * @throws ServiceError `service_unavailable`
   */
  async removeEnded(key: string): Promise<boolean> {
    const { store, now, endOf } = this.#options;
    for (let attempt = 1; attempt <= REMOVAL_ATTEMPTS; attempt++) {
      const { value, etag, removedAt } = await this.#load(key);
      if (etag === undefined || (value !== undefined && endOf(value) > now())) return true;
      if (isRemoving(removedAt, now())) return false;
      const at = now();
      this.#cached.delete(key);
      const marked = await this.#within(store.write(key, JSON.stringify({ removed: at }), { etag }));
      if (marked === undefined) continue;
      // If writing the removal mark took too long, another instance may soon overwrite it. A later call removes the record.
      if (now() - at > REMOVAL_MS / 2) return false;
      await this.#within(store.remove(key));
      return true;
    }
    return false;
  }

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

  async #commit(key: string, batch: readonly Pending<T>[]): Promise<void> {
    const { now } = this.#options;
    // The cached version may be outdated or missing; the conditional write detects both.
    let version: Version<T> = this.#cached.get(key) ?? { value: undefined, etag: undefined };
    let loaded = false;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (!isRemoving(version.removedAt, now())) {
        const outcome = changed(version.value, batch);
        const stands =
          outcome.next === undefined ? loaded : await this.#write(key, outcome.next.value, version.etag);
        if (stands) {
          outcome.tell();
          return;
        }
      }
      if (loaded) await sleep(Math.random() * PAUSE_MS);
      version = await this.#load(key);
      loaded = true;
    }
    throw unavailable('too many instances are writing at the same time');
  }

  async #load(key: string): Promise<Version<T>> {
    const entry = await this.#within(this.#options.store.read(key));
    const known = this.#cached.get(key);
    // Do not parse an unchanged record again, because validating a scorecard takes as long as the rest of a response.
    const version: Version<T> =
      known !== undefined && entry !== undefined && known.etag === entry.etag
        ? known
        : entry === undefined
          ? { value: undefined, etag: undefined }
          : this.#parse(entry.text, entry.etag);
    this.#cached.set(key, { ...version, at: this.#options.now() });
    return version;
  }

  async #write(key: string, value: T, etag: string | undefined): Promise<boolean> {
    const { store, schedule, endOf } = this.#options;
    const condition: Condition = etag === undefined ? 'new' : { etag };
    await this.#within(schedule(key, endOf(value)));
    this.#cached.delete(key);
    const written = await this.#within(store.write(key, JSON.stringify(value), condition));
    if (written === undefined) return false;
    this.#cached.set(key, { value, etag: written, at: this.#options.now() });
    return true;
  }

  /** Parses a record. A record that this release cannot read counts as missing, and the next write replaces it. */
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

/** Applies a batch of changes. Call `tell` after the write to settle the promises. A change that throws has no effect. */
function changed<T>(
  value: T | undefined,
  batch: readonly Pending<T>[],
): { readonly next: { readonly value: T } | undefined; readonly tell: () => void } {
  let next: { readonly value: T } | undefined;
  const tells: (() => void)[] = [];
  for (const { change, resolve, reject } of batch) {
    try {
      const applied = change(next === undefined ? value : next.value);
      if ('next' in applied) next = { value: applied.next };
      tells.push(() => resolve(applied.answer));
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
