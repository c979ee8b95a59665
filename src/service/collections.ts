import type * as z from 'zod';
import { STORE_MS } from '../base/limits.ts';
import { DECLARED_PREFIX, LIVE_PREFIX, NAMED_PREFIX } from '../catalog/results/service-files.ts';
import {
  addressHashes,
  type HashAddress,
  LIMIT_PREFIXES,
  type LimitRecord,
  limitRecordEnd,
  limitRecordSchema,
  SALT_PREFIX,
  type Salt,
  saltSchema,
} from './audit-allowance.ts';
import { Expiry } from './expiry.ts';
import { type LiveRecord, liveEnd, liveRecordSchema } from './live-records.ts';
import { Records } from './records.ts';
import type { ConditionalStore } from './store.ts';

interface CollectionsOptions {
  readonly store: ConditionalStore;
  readonly now: () => number;
  /** Receives work that continues after the response. */
  readonly later: (work: Promise<unknown>) => void;
  readonly deadlineMs?: number;
}

export interface Collections {
  readonly live: Records<LiveRecord>;
  readonly limits: Records<LimitRecord>;
  readonly salts: Records<Salt>;
  readonly hashed: HashAddress;
  readonly expiry: Expiry;
}

export function collectionsIn({ store, now, later, deadlineMs = STORE_MS }: CollectionsOptions): Collections {
  const expiry: Expiry = new Expiry({
    store,
    now,
    later,
    deadlineMs,
    removeEnded: async (key) => (await recordsOf(key)?.removeEnded(key)) ?? true,
  });
  const recordsIn = <T>(schema: z.ZodType<T>, endOf: (value: T) => number) =>
    new Records<T>({
      store,
      schema,
      deadlineMs,
      now,
      endOf,
      schedule: (key, end) => expiry.schedule(key, end),
    });
  const live = recordsIn(liveRecordSchema, liveEnd);
  const limits = recordsIn(limitRecordSchema, limitRecordEnd);
  const salts = recordsIn(saltSchema, ({ until }) => until);
  const byPrefix: readonly (readonly [string, { removeEnded(key: string): Promise<boolean> }])[] = [
    [LIVE_PREFIX, live],
    [DECLARED_PREFIX, live],
    [SALT_PREFIX, salts],
    [NAMED_PREFIX, live],
    ...Object.values(LIMIT_PREFIXES).map((prefix) => [prefix, limits] as const),
  ];
  function recordsOf(key: string) {
    return byPrefix.find(([prefix]) => key.startsWith(prefix))?.[1];
  }
  return { live, limits, salts, hashed: addressHashes(salts, now), expiry };
}
