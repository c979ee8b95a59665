/** The collections of records in the service's store, each with its prefix of keys: results, what was taken of limits. */
import type * as z from 'zod';
import { STORE_MS } from '../limits.ts';
import { CALLER_PREFIX } from './allowance.ts';
import { type BudgetRecord, budgetEnd, budgetSchema } from './budget.ts';
import { DOMAIN_PREFIX, type DomainRecord, domainRecordEnd, domainRecordSchema } from './domain-limit.ts';
import { Expiry } from './expiry.ts';
import {
  DECLARED_PREFIX,
  LIVE_PREFIX,
  type LiveRecord,
  liveEnd,
  liveRecordSchema,
  liveText,
} from './live-records.ts';
import { QUOTA_PREFIX } from './quota.ts';
import { Records } from './records.ts';
import type { ConditionalStore } from './store.ts';

interface CollectionsOptions {
  readonly store: ConditionalStore;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Work that nobody waits for. */
  readonly later: (work: Promise<unknown>) => void;
  /** How long one round trip to the store may take, in milliseconds. */
  readonly deadlineMs?: number;
}

export interface Collections {
  readonly live: Records<LiveRecord>;
  readonly allowances: Records<BudgetRecord>;
  readonly domains: Records<DomainRecord>;
  readonly quota: Records<BudgetRecord>;
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
  const recordsIn = <T>(schema: z.ZodType<T>, endOf: (value: T) => number, textOf?: (value: T) => string) =>
    new Records<T>({
      store,
      schema,
      textOf,
      deadlineMs,
      now,
      endOf,
      schedule: (key, end) => expiry.schedule(key, end),
    });
  const live = recordsIn(liveRecordSchema, liveEnd, liveText);
  const allowances = recordsIn(budgetSchema, budgetEnd);
  const domains = recordsIn(domainRecordSchema, domainRecordEnd);
  const quota = recordsIn(budgetSchema, budgetEnd);
  const byPrefix: readonly (readonly [string, { removeEnded(key: string): Promise<boolean> }])[] = [
    [LIVE_PREFIX, live],
    [DECLARED_PREFIX, live],
    [CALLER_PREFIX, allowances],
    [DOMAIN_PREFIX, domains],
    [QUOTA_PREFIX, quota],
  ];
  function recordsOf(key: string) {
    return byPrefix.find(([prefix]) => key.startsWith(prefix))?.[1];
  }
  return { live, allowances, domains, quota, expiry };
}
