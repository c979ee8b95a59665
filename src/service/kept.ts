/** All that the service keeps in its store, by the beginning of its keys: results, what was taken of limits, and their ends. */
import type * as z from 'zod';
import { STORE_MS } from '../limits.ts';
import { CALLER_PREFIX } from './allowance.ts';
import { type AuditedRecord, auditedEnd, auditedSchema, DOMAIN_PREFIX } from './audited.ts';
import { type BudgetRecord, budgetEnd, budgetSchema } from './budget.ts';
import { CEILING_PREFIX } from './ceiling.ts';
import { Expiry } from './expiry.ts';
import {
  DECLARED_PREFIX,
  LIVE_PREFIX,
  type LiveRecord,
  liveEnd,
  liveRecordSchema,
  liveText,
} from './live-records.ts';
import { Records } from './records.ts';
import type { ConditionalStore } from './store.ts';

export interface KeptOptions {
  readonly store: ConditionalStore;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Work that nobody waits for. */
  readonly later: (work: Promise<unknown>) => void;
  /** How long one round trip to the store may take, in milliseconds. */
  readonly deadlineMs?: number;
}

export interface Kept {
  readonly live: Records<LiveRecord>;
  readonly allowances: Records<BudgetRecord>;
  readonly domains: Records<AuditedRecord>;
  readonly ceiling: Records<BudgetRecord>;
  readonly expiry: Expiry;
}

export function keptIn({ store, now, later, deadlineMs = STORE_MS }: KeptOptions): Kept {
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
      note: (key, end) => expiry.note(key, end),
    });
  const live = recordsIn(liveRecordSchema, liveEnd, liveText);
  const allowances = recordsIn(budgetSchema, budgetEnd);
  const domains = recordsIn(auditedSchema, auditedEnd);
  const ceiling = recordsIn(budgetSchema, budgetEnd);
  const byPrefix: readonly (readonly [string, { removeEnded(key: string): Promise<boolean> }])[] = [
    [LIVE_PREFIX, live],
    [DECLARED_PREFIX, live],
    [CALLER_PREFIX, allowances],
    [DOMAIN_PREFIX, domains],
    [CEILING_PREFIX, ceiling],
  ];
  function recordsOf(key: string) {
    return byPrefix.find(([prefix]) => key.startsWith(prefix))?.[1];
  }
  return { live, allowances, domains, ceiling, expiry };
}
